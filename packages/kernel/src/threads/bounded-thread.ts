import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { type TransferListItem, Worker } from 'node:worker_threads'
import { Failure, type FailureCode } from '../failure.ts'

/** Own limit for the young generation. A larger one only delays the heap limit. */
const NURSERY_MB_MAX = 32

export interface ThreadBounds {
  readonly timeout_ms: number
  /** Limit of JavaScript objects and strings. Buffers need a separate limit. */
  readonly heap_mb: number
}

/** Why a thread ended without a result. */
export type ThreadEnd = 'time_exceeded' | 'memory_exceeded' | 'crashed' | 'closed'

/** A thread ended without a result. The process and other threads continue. */
export class ThreadEnded extends Error {
  readonly reason: ThreadEnd

  constructor(reason: ThreadEnd, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** Result of a job. */
export type ThreadAnswer<Result> =
  | { readonly type: 'done'; readonly result: Result }
  | { readonly type: 'failure'; readonly code: FailureCode; readonly message: string }
  | { readonly type: 'defect'; readonly error: Error }

interface Pending<Result> {
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * Runs jobs sequentially in a worker thread with limits for time and memory and with an empty environment. A crash of the thread fails
 * only its job. The thread starts with the first job and is replaced after it ended.
 */
export class BoundedThread<Job, Result> {
  readonly #program: URL
  readonly #bounds: ThreadBounds
  #worker: Worker | undefined
  #pending: Pending<Result> | undefined

  /** @param program  a module that calls `serveThread` */
  constructor(program: URL, bounds: ThreadBounds) {
    this.#program = program
    this.#bounds = bounds
  }

  /**
   * Runs one job; only allowed while no other job runs.
   * @throws {Failure} the failure of the job
   * @throws {ThreadEnded} if a limit was exceeded, or the thread crashed or was closed
   * @throws the signal's reason, after the thread has ended
   */
  async run(
    job: Job,
    { transfer = [], signal }: { readonly transfer?: readonly TransferListItem[]; readonly signal?: AbortSignal } = {},
  ): Promise<Result> {
    signal?.throwIfAborted()
    const { timeout_ms } = this.#bounds
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    this.#pending = { resolve, reject }
    const worker = (this.#worker ??= this.#start())
    worker.ref()
    const timer = setTimeout(() => {
      void this.#end(new ThreadEnded('time_exceeded', `The thread was stopped after ${timeout_ms} ms.`))
    }, timeout_ms)
    const abort = (): void => void this.#end(signal?.reason)
    signal?.addEventListener('abort', abort, { once: true })
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of threads has no origin
      worker.postMessage(job, [...transfer])
      return await promise
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      this.#worker?.unref()
    }
  }

  /** Ends the thread; a running job fails. */
  close(): Promise<void> {
    return this.#end(new ThreadEnded('closed', 'The thread was closed.'))
  }

  #start(): Worker {
    const worker = new Worker(this.#program, {
      env: threadEnvironment(),
      execArgv: FLAGS,
      resourceLimits: { maxOldGenerationSizeMb: this.#bounds.heap_mb, maxYoungGenerationSizeMb: NURSERY_MB_MAX },
      stdout: true,
      stderr: true,
    })
    worker.on('message', (answer: ThreadAnswer<Result>) => {
      if (this.#worker === worker) this.#settle(answer)
    })
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (this.#worker === worker) void this.#end(this.#explained(error))
    })
    worker.on('exit', () => {
      if (this.#worker === worker) void this.#end(new ThreadEnded('crashed', 'The thread stopped.'))
    })
    return worker
  }

  #explained(error: NodeJS.ErrnoException): ThreadEnded {
    if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') {
      return new ThreadEnded('crashed', 'The thread crashed.', { cause: error })
    }
    return new ThreadEnded('memory_exceeded', `The thread exceeded ${this.#bounds.heap_mb} MB of memory.`)
  }

  #settle(answer: ThreadAnswer<Result>): void {
    const pending = this.#pending
    this.#pending = undefined
    if (answer.type === 'done') pending?.resolve(answer.result)
    else if (answer.type === 'failure') pending?.reject(new Failure(answer.code, answer.message))
    else pending?.reject(answer.error)
  }

  /** A running job fails only after the thread has ended, so that it writes nothing afterwards. */
  async #end(reason: unknown): Promise<void> {
    const worker = this.#worker
    const pending = this.#pending
    this.#worker = undefined
    this.#pending = undefined
    await worker?.terminate()
    pending?.reject(reason)
  }
}

/**
 * Returns the environment of threads for untrusted input. It contains only the location of the compile cache, without which a thread
 * starts half as fast.
 */
export function threadEnvironment(): NodeJS.ProcessEnv {
  // The runtime returns a version-specific subfolder of the configured folder.
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

/** Sources import each other by name. Builds do not need the condition. */
const FLAGS = import.meta.url.endsWith('.ts') ? ['--conditions=gatehouse'] : []
