import { Worker } from 'node:worker_threads'
import { threadEnvironment } from '@gatehouse/kernel/threads'
import type { ScannerRecipe } from '../recipe.ts'
import type { ScanContext, ShardResult } from '../scanner.ts'
import { FILE_CPU_MS_MAX, FileBudget } from './file-budget.ts'
import type { ThreadOrder, ThreadMessage } from './job.ts'

/** Own limit: idle threads end after this time and release their memory. */
const IDLE_MS = 60_000
/** A shard must end within 2 s of the signal. Otherwise its thread is ended. */
const STOP_MS_MAX = 1_500
/** Own limit: one file is in memory at a time, and for large programs the data-flow summaries of all files. */
const HEAP_MB_MAX = 1_536
/** How often the CPU time of the current file is read. */
const CPU_CHECK_MS = 1_000
/** Own limit for the young generation. A larger one only delays the heap limit. */
const NURSERY_MB_MAX = 32

/** A thread stopped before it returned a result: it ran out of memory or crashed. Other threads go on. */
export class ThreadLost extends Error {
  /** Number of completed files of the shard. */
  readonly filesDone: number

  constructor(message: string, filesDone: number) {
    super(message)
    this.filesDone = filesDone
  }
}

/** Message of a thread, or its end. */
type ThreadReport = ThreadMessage | { readonly type: 'lost'; readonly message: string }

export interface ThreadLimits {
  /** Memory for objects of the thread. */
  readonly heap_mb?: number
  /** CPU time of one file. */
  readonly fileCpu_ms?: number
  readonly cpuCheck_ms?: number
}

/** Thread that scans one shard at a time. It starts on demand and is replaced after a failure. */
export class ScanThread {
  #worker: Worker | undefined
  #hear: ((word: ThreadReport) => void) | undefined
  #idle: NodeJS.Timeout | undefined
  #budget: FileBudget | undefined
  readonly #limits: Required<ThreadLimits>

  /** @param limits  exceeding one of them ends the thread */
  constructor(limits: ThreadLimits = {}) {
    this.#limits = { heap_mb: HEAP_MB_MAX, fileCpu_ms: FILE_CPU_MS_MAX, cpuCheck_ms: CPU_CHECK_MS, ...limits }
  }

  /**
   * Runs one shard, or the final step of a scan. Only allowed while the thread is idle.
   * @throws the reason of the signal when it fires; {@link ThreadLost} when the thread stopped; an Error with the reason why the shard was
   * not scanned
   */
  async scan(
    { key, recipe }: { readonly key: string; readonly recipe: ScannerRecipe },
    root: string,
    work: Pick<ThreadOrder & { type: 'scan' }, 'shard' | 'carries'>,
    { clock, signal, progress }: Omit<ScanContext, 'tree'>,
  ): Promise<ShardResult> {
    signal.throwIfAborted()
    clearTimeout(this.#idle)
    const worker = (this.#worker ??= this.#start())
    worker.ref()
    const { promise, resolve } = Promise.withResolvers<ThreadReport>()
    const filesDone = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    const order = { type: 'scan', key, root, ...work, filesDone, now_ms: clock.now() } as const
    this.#hear = (word) => {
      // Rules are large: they are sent only to threads without them.
      if (word.type === 'unknown') send(worker, { ...order, recipe })
      else if (word.type !== 'progress') resolve(word)
      else if (!signal.aborted) progress(word.files)
    }
    let late: NodeJS.Timeout | undefined
    const stop = (): void => {
      send(worker, { type: 'stop' })
      late = setTimeout(() => void this.#end(worker, 'The scan was ended.'), STOP_MS_MAX)
    }
    signal.addEventListener('abort', stop, { once: true })
    // Only the static analysis counts individual files and limits their size; the final step has no files.
    const isWatched = recipe.scanner === 'SAST_PATTERN' && work.carries === undefined
    const watch = isWatched ? this.#watch(worker, filesDone) : undefined
    try {
      send(worker, order)
      const word = await promise
      signal.throwIfAborted()
      if (word.type === 'done') return word.result
      if (word.type === 'lost') throw new ThreadLost(word.message, Atomics.load(filesDone, 0))
      throw new Error(word.type === 'failed' ? word.message : '')
    } finally {
      clearTimeout(late)
      clearInterval(watch)
      this.#budget = undefined
      signal.removeEventListener('abort', stop)
      this.#hear = undefined
      this.#rest()
    }
  }

  /** Ends the thread; a shard in progress is not scanned. */
  async close(): Promise<void> {
    clearTimeout(this.#idle)
    if (this.#worker !== undefined) await this.#end(this.#worker, 'The scan was ended.')
  }

  /** Ends the thread when a file exceeds its CPU time. */
  #watch(worker: Worker, filesDone: Int32Array): NodeJS.Timeout {
    const budget = new FileBudget(this.#limits.fileCpu_ms)
    this.#budget = budget
    const check = async (): Promise<void> => {
      const { user, system } = await worker.cpuUsage()
      // The thread may be at another shard by now.
      if (this.#budget !== budget) return
      if (budget.isSpent(Atomics.load(filesDone, 0), (user + system) / 1_000)) await this.#lose(worker, budget.reason)
    }
    // A thread that has ended has no CPU time.
    return setInterval(() => void check().catch(() => undefined), this.#limits.cpuCheck_ms)
  }

  #start(): Worker {
    const worker = new Worker(PROGRAM, {
      env: threadEnvironment(),
      execArgv: FLAGS,
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.heap_mb, maxYoungGenerationSizeMb: NURSERY_MB_MAX },
    })
    worker.on('message', (word: ThreadMessage) => {
      if (this.#worker === worker) this.#hear?.(word)
    })
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      void this.#lose(worker, isFull ? `The analysis exceeded ${this.#limits.heap_mb} MB of memory.` : STOPPED)
    })
    worker.on('exit', () => void this.#lose(worker, STOPPED))
    return worker
  }

  async #end(worker: Worker, message: string, type: 'failed' | 'lost' = 'failed'): Promise<void> {
    if (this.#worker !== worker) return
    this.#worker = undefined
    this.#hear?.({ type, message })
    await worker.terminate()
  }

  #lose(worker: Worker, message: string): Promise<void> {
    return this.#end(worker, message, 'lost')
  }

  /** Stops an idle thread after a timeout. It does not keep the process alive meanwhile. */
  #rest(): void {
    this.#worker?.unref()
    this.#idle = setTimeout(() => void this.close(), IDLE_MS)
    this.#idle.unref()
  }
}

const STOPPED = 'The thread of the analysis stopped.'

function send(worker: Worker, order: ThreadOrder): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of threads has no origin
  worker.postMessage(order)
}

/** The worker program is next to this file, as source or compiled. */
const IS_SOURCE = import.meta.url.endsWith('.ts')
const PROGRAM = IS_SOURCE ? new URL('./thread.ts', import.meta.url) : new URL('./thread.js', import.meta.url)
const FLAGS = IS_SOURCE ? ['--conditions=gatehouse'] : []
