import { type Extraction, nothingBut } from '../documents/extraction.ts'
import { sniff } from '../documents/sniff.ts'
import { ReaderThread } from './reader-thread.ts'

/** Own limit: a file of 10 MB takes a fraction of this, see docs/benchmarks.md. */
export const EXTRACTION_MS_MAX = 10_000

/** Own limit for objects and strings of one thread. Inflated bytes are outside of the heap and have a separate limit. */
export const THREAD_HEAP_MB_MAX = 384

/** Own limits for the threads of one process, and for queued files. */
export const THREADS_MAX = 2
export const WAITING_MAX = 16

export interface ExtractorOptions {
  readonly timeout_ms?: number
  readonly heap_mb?: number
  readonly threads?: number
  readonly waiting?: number
}

/** Reads documents in threads of their own, bounded in time and memory. */
export interface Extractor {
  /**
   * Never throws on account of the document.
   * @returns undefined when too many files wait already
   */
  extract(bytes: Uint8Array): Promise<Extraction> | undefined
  /** Stops the threads; files in progress end with problem `failed`. */
  close(): Promise<void>
}

interface Job {
  readonly bytes: Uint8Array
  readonly resolve: (extraction: Extraction) => void
}

/** Creates an extractor that starts its threads with the first files. */
export function createExtractor(options: ExtractorOptions = {}): Extractor {
  const { timeout_ms = EXTRACTION_MS_MAX, heap_mb = THREAD_HEAP_MB_MAX } = options
  const { threads: size = THREADS_MAX, waiting: waitingMax = WAITING_MAX } = options
  const threads = Array.from({ length: size }, () => new ReaderThread({ timeout_ms, heap_mb }))
  const waiting: Job[] = []
  let closed = false

  async function work(): Promise<void> {
    const thread = threads.find(({ busy }) => !busy)
    const job = thread === undefined ? undefined : waiting.shift()
    if (thread === undefined || job === undefined) return
    job.resolve(await thread.read(job.bytes))
    await work()
  }

  return {
    extract(bytes) {
      if (closed || (threads.every(({ busy }) => busy) && waiting.length >= waitingMax)) return undefined
      const { promise, resolve } = Promise.withResolvers<Extraction>()
      waiting.push({ bytes, resolve })
      void work()
      return promise
    },
    async close() {
      closed = true
      for (const { bytes, resolve } of waiting.splice(0)) {
        resolve(nothingBut({ code: 'failed', message: 'The service is stopping.', where: '' }, sniff(bytes)))
      }
      await Promise.all(threads.map((thread) => thread.close()))
    },
  }
}
