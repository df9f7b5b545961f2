import { Worker } from 'node:worker_threads'
import { type Extraction, nothingBut, type ProblemCode } from '../documents/extraction.ts'
import { sniff } from '../documents/sniff.ts'

/** Ours: a thread is replaced after so many files, so that nothing can pile up in it. */
const FILES_MAX = 500

/** Ours: a thread that nobody used for this long is let go with its memory. */
const IDLE_MS = 60_000

/** Ours: young objects; more of them only delay what the heap's bound is for. */
const NURSERY_MB_MAX = 32

export interface ThreadBounds {
  readonly timeout_ms: number
  readonly heap_mb: number
}

/** A place for one thread that reads one file at a time. The thread starts when it is needed and is replaced when it fails. */
export class ReaderThread {
  private readonly bounds: ThreadBounds
  private worker: Worker | undefined = undefined
  private settle: ((extraction: Extraction) => void) | undefined = undefined
  private bytes: Uint8Array = new Uint8Array()
  private timer: NodeJS.Timeout | undefined = undefined
  private files = 0

  constructor(bounds: ThreadBounds) {
    this.bounds = bounds
  }

  get busy(): boolean {
    return this.settle !== undefined
  }

  /** Only while it is not busy. Whatever happens to the thread, there is an extraction in the end. */
  read(bytes: Uint8Array): Promise<Extraction> {
    const { promise, resolve } = Promise.withResolvers<Extraction>()
    clearTimeout(this.timer)
    this.settle = resolve
    this.bytes = bytes
    this.files += 1
    this.worker ??= this.start()
    this.worker.ref()
    this.timer = setTimeout(() => {
      this.fail('time_exceeded', `The file could not be read within ${this.bounds.timeout_ms} ms.`)
    }, this.bounds.timeout_ms)
    // A copy, because small buffers share memory with others; handing it over costs nothing more.
    const copy = new Uint8Array(bytes)
    this.worker.postMessage(copy, [copy.buffer])
    return promise
  }

  /** Ends the thread; a file under way ends with problem `failed`. */
  async close(): Promise<void> {
    const ended = this.stop()
    if (this.busy) this.fail('failed', 'The service is stopping.')
    clearTimeout(this.timer)
    await ended
  }

  private start(): Worker {
    const worker = new Worker(WORKER, {
      // Nothing of the process is the business of a thread that reads what strangers send.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.bounds.heap_mb, maxYoungGenerationSizeMb: NURSERY_MB_MAX },
      stdout: true,
      stderr: true,
    })
    worker.on('message', (extraction: Extraction) => {
      if (this.worker === worker) this.finish(extraction)
    })
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (this.worker !== worker) return
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
        this.fail('memory_exceeded', `The file could not be read within ${this.bounds.heap_mb} MB of memory.`)
      } else this.fail('failed', 'The file could not be read: its reader stopped.')
    })
    worker.on('exit', () => {
      if (this.worker === worker) this.fail('failed', 'The file could not be read: its reader stopped.')
    })
    return worker
  }

  private fail(code: ProblemCode, message: string): void {
    void this.stop()
    this.finish(nothingBut({ code, message, where: '' }, sniff(this.bytes)))
  }

  private finish(extraction: Extraction): void {
    clearTimeout(this.timer)
    const { settle } = this
    this.settle = undefined
    this.bytes = new Uint8Array()
    if (this.files >= FILES_MAX) void this.stop()
    this.worker?.unref()
    this.timer = setTimeout(() => void this.stop(), IDLE_MS)
    this.timer.unref()
    settle?.(extraction)
  }

  private async stop(): Promise<void> {
    const { worker } = this
    this.worker = undefined
    this.files = 0
    await worker?.terminate()
  }
}

/** The worker stands beside this file, as a source or as it was built. */
const WORKER = import.meta.url.endsWith('.ts')
  ? new URL('./worker.ts', import.meta.url)
  : new URL('./worker.js', import.meta.url)
