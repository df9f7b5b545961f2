import { BoundedThread, type ThreadBounds, ThreadEnded } from '@gatehouse/kernel/threads'
import { type Extraction, nothingBut, type ProblemCode } from '../documents/extraction.ts'
import { sniff } from '../documents/sniff.ts'

/** Own limit: threads are replaced after this many files, so that leaks cannot accumulate. */
const FILES_MAX = 500

/** Own limit: idle threads end after this time and release their memory. */
const IDLE_MS = 60_000

/** Thread that reads one file at a time. It starts on demand and is replaced after a failure. */
export class ReaderThread {
  private readonly bounds: ThreadBounds
  private readonly thread: BoundedThread<Uint8Array, Extraction>
  private idle: NodeJS.Timeout | undefined = undefined
  private files = 0
  busy = false

  constructor(bounds: ThreadBounds) {
    this.bounds = bounds
    this.thread = new BoundedThread(WORKER, bounds)
  }

  /** Reads a file; only allowed while the thread is idle. Always resolves to an extraction. */
  async read(bytes: Uint8Array): Promise<Extraction> {
    clearTimeout(this.idle)
    this.busy = true
    this.files += 1
    try {
      // A copy, because small buffers share memory with others; the transfer costs nothing more.
      const copy = new Uint8Array(bytes)
      return await this.thread.run(copy, { transfer: [copy.buffer] })
    } catch (error) {
      this.files = 0
      return this.failed(error, bytes)
    } finally {
      this.busy = false
      this.rest()
    }
  }

  /** Ends the thread; a file in progress ends with problem `failed`. */
  async close(): Promise<void> {
    clearTimeout(this.idle)
    await this.thread.close()
  }

  private failed(error: unknown, bytes: Uint8Array): Extraction {
    const { timeout_ms, heap_mb } = this.bounds
    const problem = (code: ProblemCode, message: string): Extraction =>
      nothingBut({ code, message, where: '' }, sniff(bytes))
    switch (error instanceof ThreadEnded ? error.reason : 'crashed') {
      case 'time_exceeded':
        return problem('time_exceeded', `Reading the file exceeded ${timeout_ms} ms.`)
      case 'memory_exceeded':
        return problem('memory_exceeded', `Reading the file exceeded ${heap_mb} MB of memory.`)
      case 'closed':
        return problem('failed', 'The service is stopping.')
      case 'crashed':
      default:
        return problem('failed', 'Reading the file failed because its reader stopped.')
    }
  }

  private rest(): void {
    if (this.files >= FILES_MAX) {
      this.files = 0
      void this.thread.close()
      return
    }
    this.idle = setTimeout(() => void this.thread.close(), IDLE_MS)
    this.idle.unref()
  }
}

/** The worker is next to this file, as source or compiled. */
const WORKER = import.meta.url.endsWith('.ts')
  ? new URL('./worker.ts', import.meta.url)
  : new URL('./worker.js', import.meta.url)
