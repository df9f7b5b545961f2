import { Worker } from 'node:worker_threads'
import type { PolicyRecipe } from '../engine/evaluator.ts'
import type { GuardPorts } from '../engine/ports.ts'
import { sentFailure } from './failures.ts'
import type { EvaluationOrder, Order, PortCall, Report, TaskOrder, ThreadSetup } from './messages.ts'
import { servePort } from './serve-ports.ts'

/** Own limit: objects and strings of one thread; a text of two million characters with all its views takes a quarter. */
const HEAP_MB_MAX = 512
const NURSERY_MB_MAX = 32

/** Own limit: compiled policy versions in one thread. */
const POLICIES_MAX = 64

/** Own limit: a thread that is idle for this long is stopped and its memory released. */
const IDLE_MS = 300_000

/** Own limit: concurrent jobs of one thread, all but one of which wait for a model. */
const JOBS_MAX = 8

/** One job of a thread. */
export interface ThreadJob {
  readonly tenantId: string
  readonly work:
    | {
        readonly policyId: number
        readonly recipe: PolicyRecipe
        readonly order: Omit<EvaluationOrder, 'type' | 'job' | 'policy' | 'recipe'>
      }
    | Omit<TaskOrder, 'type' | 'job'>
  /** Called for every message about the job except port calls; `ended` when the thread stops before the job is done. */
  readonly hear: (report: Extract<Report, { type: 'done' | 'failed' | 'guardError' }> | { type: 'ended' }) => void
}

export interface ThreadOptions {
  readonly ports: GuardPorts
  /** Time limit of one job in milliseconds, without model waits. */
  readonly timeout_ms: number
  /** Additional time limit for the start of a thread. */
  readonly start_ms: number
  /** Called when the thread can take another job. */
  readonly onFree: () => void
}

interface Running {
  readonly job: ThreadJob
  /** Calls of a model under way, during which the thread has nothing to do for the job. */
  judging: number
  timer: NodeJS.Timeout | undefined
}

/** A slot for one thread. The thread starts with the first job and is replaced when it fails. */
export class EvaluationThread {
  readonly #options: ThreadOptions
  readonly #running = new Map<number, Running>()
  readonly #known = new Set<number>()
  readonly #calls = new Map<number, AbortController>()
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  #jobs = 0
  /** Whether the thread has reported anything. */
  #isStarted = false

  constructor(options: ThreadOptions) {
    this.#options = options
  }

  /** Whether it has time for another job. */
  get isFree(): boolean {
    return this.#running.size < JOBS_MAX && this.#running.values().every(({ judging }) => judging > 0)
  }

  /** Whether it works for a tenant at this moment. */
  worksFor(tenantId: string): boolean {
    return this.#running.values().some(({ job, judging }) => job.tenantId === tenantId && judging === 0)
  }

  /** Starts a job. A job that cannot be started, e.g. because no memory is left for a thread, fails. */
  start(job: ThreadJob): void {
    clearTimeout(this.#idle)
    this.#jobs += 1
    const id = this.#jobs
    const running: Running = { job, judging: 0, timer: undefined }
    try {
      this.#worker ??= this.#open()
      this.#worker.ref()
      this.#running.set(id, running)
      this.#watch(running)
      this.#order(id, job)
    } catch (thrown) {
      // It is unknown whether the thread received a policy.
      this.#known.clear()
      this.#finish(id, running)
      job.hear({ type: 'failed', job: id, failure: sentFailure(thrown) })
    }
  }

  /** Sends a job; the policy is included only when the thread does not have this version. */
  #order(id: number, { work }: ThreadJob): void {
    if ('task' in work) return this.#send({ type: 'task', job: id, ...work })
    const { policyId: policy, recipe, order } = work
    const isKnown = this.#known.delete(policy)
    this.#known.add(policy)
    this.#send({ type: 'evaluate', job: id, policy, ...(isKnown ? {} : { recipe }), ...order })
    if (this.#known.size > POLICIES_MAX) {
      const [oldest] = this.#known
      this.#known.delete(oldest!)
      this.#send({ type: 'forget', policy: oldest! })
    }
  }

  /** Stops the thread; jobs in progress end with `ended`. */
  async close(): Promise<void> {
    clearTimeout(this.#idle)
    await this.#end()
  }

  #open(): Worker {
    const { turns, vault, model } = this.#options.ports
    const setup: ThreadSetup = { hasTurns: turns !== undefined, hasVault: vault !== undefined, model: model?.name }
    const worker = new Worker(PROGRAM, {
      workerData: setup,
      // Untrusted texts: processing them needs no environment variables of the process.
      env: {},
      execArgv: FLAGS,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX, maxYoungGenerationSizeMb: NURSERY_MB_MAX },
    })
    worker.on('message', (report: Report) => {
      if (this.#worker === worker) this.#hear(report)
    })
    const end = (): void => {
      if (this.#worker === worker) void this.#end()
    }
    worker.on('error', end)
    worker.on('exit', end)
    return worker
  }

  #hear(report: Report): void {
    this.#isStarted = true
    if (report.type === 'call') void this.#serve(report.job, report.call, report.request)
    else if (report.type === 'abort') this.#calls.get(report.call)?.abort()
    else {
      const running = this.#running.get(report.job)
      if (running === undefined) return
      if (report.type !== 'guardError') this.#finish(report.job, running)
      running.job.hear(report)
      if (report.type !== 'guardError') this.#options.onFree()
    }
  }

  async #serve(job: number, call: number, request: PortCall): Promise<void> {
    const running = request.port === 'judge' ? this.#running.get(job) : undefined
    const controller = new AbortController()
    this.#calls.set(call, controller)
    if (running !== undefined) {
      running.judging += 1
      clearTimeout(running.timer)
      this.#options.onFree()
    }
    const worker = this.#worker
    let reply: Order
    try {
      reply = { type: 'reply', call, value: await servePort(this.#options.ports, request, controller.signal) }
    } catch (thrown) {
      reply = { type: 'refusal', call, failure: sentFailure(thrown) }
    }
    this.#calls.delete(call)
    if (running !== undefined) {
      running.judging -= 1
      this.#watch(running)
    }
    if (this.#worker !== worker) return
    try {
      this.#send(reply)
    } catch (thrown) {
      this.#send({ type: 'refusal', call, failure: sentFailure(thrown) })
    }
  }

  #watch(running: Running): void {
    clearTimeout(running.timer)
    // A thread that starts loads its models first.
    const grace_ms = this.#isStarted ? 0 : this.#options.start_ms
    running.timer = setTimeout(() => void this.#end(), grace_ms + this.#options.timeout_ms)
    running.timer.unref()
  }

  #finish(id: number, { timer }: Running): void {
    clearTimeout(timer)
    this.#running.delete(id)
    if (this.#running.size > 0) return
    this.#worker?.unref()
    this.#idle = setTimeout(() => void this.close(), IDLE_MS)
    this.#idle.unref()
  }

  async #end(): Promise<void> {
    const worker = this.#worker
    if (worker === undefined) return
    this.#worker = undefined
    this.#isStarted = false
    this.#known.clear()
    for (const controller of this.#calls.values()) controller.abort()
    this.#calls.clear()
    const running = [...this.#running.values()]
    this.#running.clear()
    for (const { job, timer } of running) {
      clearTimeout(timer)
      job.hear({ type: 'ended' })
    }
    await worker.terminate()
    if (running.length > 0) this.#options.onFree()
  }

  #send(order: Order): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of threads has no origin
    this.#worker?.postMessage(order)
  }
}

/** The program is next to this file, as source or as build output. */
const IS_SOURCE = import.meta.url.endsWith('.ts')
const PROGRAM = IS_SOURCE ? new URL('./thread.ts', import.meta.url) : new URL('./thread.js', import.meta.url)
const FLAGS = IS_SOURCE ? ['--conditions=gatehouse'] : []
