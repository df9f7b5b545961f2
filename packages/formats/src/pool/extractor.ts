import { Worker } from 'node:worker_threads'
import { type Extraction, nothingBut, type ProblemCode } from '../documents/extraction.ts'
import { sniff } from '../documents/sniff.ts'

/** Ours: a file of 10 MB takes a fraction of this, see docs/benchmarks.md. */
export const EXTRACTION_MS_MAX = 10_000

/** Ours: objects and strings of one worker. Inflated bytes lie outside and have a bound of their own. */
export const WORKER_HEAP_MB_MAX = 384
const WORKER_NURSERY_MB_MAX = 32

/** Ours: workers of one process, and files that wait for one. */
export const WORKERS_MAX = 2
export const WAITING_MAX = 32

/** Ours: a worker is replaced after so many files, so that nothing can pile up in it. */
const FILES_PER_WORKER_MAX = 500

/** A worker that nobody used for this long is let go with its memory. */
const IDLE_MS = 60_000

export interface ExtractorOptions {
  readonly timeout_ms?: number
  readonly heap_mb?: number
  readonly workers?: number
  readonly waiting?: number
}

/** Reads documents in threads of their own, bounded in time and memory. */
export interface Extractor {
  /**
   * Never throws on account of the document.
   * @returns undefined when too many files wait already
   */
  extract(bytes: Uint8Array): Promise<Extraction> | undefined
  /** Stops the workers; files under way end with problem `failed`. */
  close(): Promise<void>
}

interface Job {
  readonly bytes: Uint8Array
  readonly resolve: (extraction: Extraction) => void
}

interface Slot {
  worker: Worker | undefined
  job: Job | undefined
  timer: NodeJS.Timeout | undefined
  idle: NodeJS.Timeout | undefined
  files: number
}

/** An extractor that starts its workers when the first file comes. */
export function createExtractor(options: ExtractorOptions = {}): Extractor {
  const { timeout_ms = EXTRACTION_MS_MAX, heap_mb = WORKER_HEAP_MB_MAX } = options
  const { workers = WORKERS_MAX, waiting: waitingMax = WAITING_MAX } = options
  const slots: Slot[] = Array.from({ length: workers }, () => ({
    worker: undefined,
    job: undefined,
    timer: undefined,
    idle: undefined,
    files: 0,
  }))
  const waiting: Job[] = []
  let closed = false

  function next(): void {
    const slot = slots.find(({ job }) => job === undefined)
    const job = slot === undefined ? undefined : waiting.shift()
    if (slot !== undefined && job !== undefined) start(slot, job)
  }

  function start(slot: Slot, job: Job): void {
    clearTimeout(slot.idle)
    slot.job = job
    slot.files += 1
    slot.worker ??= newWorker(slot)
    slot.worker.ref()
    slot.timer = setTimeout(() => {
      fail(slot, 'time_exceeded', `The file could not be read within ${timeout_ms} ms.`)
    }, timeout_ms)
    // A copy, because small buffers share memory with others; handing it over costs nothing more.
    const copy = new Uint8Array(job.bytes)
    slot.worker.postMessage(copy, [copy.buffer])
  }

  function newWorker(slot: Slot): Worker {
    const worker = new Worker(new URL(import.meta.url.endsWith('.ts') ? 'worker.ts' : 'worker.js', import.meta.url), {
      // Nothing of the process is the business of a thread that reads what strangers send.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heap_mb, maxYoungGenerationSizeMb: WORKER_NURSERY_MB_MAX },
      stdout: true,
      stderr: true,
    })
    worker.on('message', (extraction: Extraction) => {
      if (slot.worker === worker) finish(slot, extraction)
    })
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (slot.worker !== worker) return
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
        fail(slot, 'memory_exceeded', `The file could not be read within ${heap_mb} MB of memory.`)
      } else fail(slot, 'failed', 'The file could not be read: its reader stopped.')
    })
    worker.on('exit', () => {
      if (slot.worker === worker) fail(slot, 'failed', 'The file could not be read: its reader stopped.')
    })
    return worker
  }

  function fail(slot: Slot, code: ProblemCode, message: string): void {
    void drop(slot)
    const { job } = slot
    if (job === undefined) return
    finish(slot, nothingBut({ code, message, where: '' }, sniff(job.bytes)))
  }

  function finish(slot: Slot, extraction: Extraction): void {
    clearTimeout(slot.timer)
    const { job } = slot
    slot.job = undefined
    if (slot.files >= FILES_PER_WORKER_MAX) void drop(slot)
    slot.worker?.unref()
    slot.idle = setTimeout(() => void drop(slot), IDLE_MS)
    slot.idle.unref()
    job?.resolve(extraction)
    next()
  }

  async function drop(slot: Slot): Promise<void> {
    const { worker } = slot
    slot.worker = undefined
    slot.files = 0
    clearTimeout(slot.timer)
    clearTimeout(slot.idle)
    await worker?.terminate()
  }

  return {
    extract(bytes) {
      const busy = slots.every(({ job }) => job !== undefined)
      if (closed || (busy && waiting.length >= waitingMax)) return undefined
      const { promise, resolve } = Promise.withResolvers<Extraction>()
      waiting.push({ bytes, resolve })
      next()
      return promise
    },
    async close() {
      closed = true
      const pending = [...waiting.splice(0), ...slots.flatMap(({ job }) => job ?? [])]
      for (const slot of slots) slot.job = undefined
      await Promise.all(slots.map(drop))
      for (const { bytes, resolve } of pending) {
        const problem = { code: 'failed', message: 'The service is stopping.', where: '' } as const
        resolve(nothingBut(problem, sniff(bytes)))
      }
    },
  }
}
