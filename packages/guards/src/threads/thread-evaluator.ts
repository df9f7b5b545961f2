import { availableParallelism } from 'node:os'
import { Failure } from '@gatehouse/kernel'
import type { CompiledPolicy } from '../engine/compile.ts'
import { evaluatedChars, type PolicyEvaluator, type PolicyRecipe } from '../engine/evaluator.ts'
import type { GuardPorts } from '../engine/ports.ts'
import type { RunContext, StageVerdict, Subject } from '../engine/run.ts'
import { EvaluationThread, type ThreadJob } from './evaluation-thread.ts'
import { receivedFailure } from './failures.ts'
import { FairQueue } from './fair-queue.ts'
import type { EvaluationOrder, SentContext } from './messages.ts'
import type { TaskInput, TaskResult, TextTaskName, TextWorker } from './text-tasks.ts'

/** Own limit: threads of one process. At least two, so that one tenant never takes the last one. */
const THREADS_MIN = 2
const THREADS_MAX = 4

/** Own limit: time for one text. The longest text in a body takes about two seconds on a slow machine. */
const EVALUATION_MS_MAX = 30_000

/** Own limit: starting a thread takes about a second, and many times that on a busy machine. */
const START_MS_MAX = 30_000

export interface ThreadEvaluatorOptions {
  /** Ports of guards; calls from threads arrive here. */
  readonly ports: GuardPorts
  readonly threads?: number
  readonly timeout_ms?: number
  readonly start_ms?: number
}

/** Evaluates large texts, and does other work on them, in worker threads, which start with the first of them. */
export interface ThreadEvaluator extends PolicyEvaluator, TextWorker {
  /** Texts that wait, and how many were evaluated. */
  readonly state: {
    readonly waiting: number
    readonly evaluated: number
    readonly refused: number
  }
  /** Stops the threads; texts under way fail with `unavailable`. */
  close(): Promise<void>
}

interface Job extends ThreadJob {
  readonly chars: number
}

/** Creates a bounded pool of threads that tenants share in turn. */
export function createThreadEvaluator(options: ThreadEvaluatorOptions): ThreadEvaluator {
  return new ThreadPool(options)
}

class ThreadPool implements ThreadEvaluator {
  readonly state = { waiting: 0, evaluated: 0, refused: 0 }
  readonly #threads: readonly EvaluationThread[]
  readonly #queue: FairQueue<Job>
  readonly #ids = new WeakMap<PolicyRecipe, number>()
  #policies = 0
  #closed = false

  constructor(options: ThreadEvaluatorOptions) {
    const { ports, threads = threadCount(), timeout_ms = EVALUATION_MS_MAX, start_ms = START_MS_MAX } = options
    const onFree = (): void => this.#startJobs()
    this.#threads = Array.from({ length: threads }, () => new EvaluationThread({ ports, timeout_ms, start_ms, onFree }))
    this.#queue = new FairQueue(threads)
  }

  evaluate(policy: CompiledPolicy, recipe: PolicyRecipe, subject: Subject, context: RunContext): Promise<StageVerdict> {
    const { views: _, ...sent } = subject
    const work: Job['work'] = {
      policyId: this.#idOf(recipe),
      recipe,
      order: { mode: policy.mode, tiers: tiersOf(policy), subject: sent, context: sentContext(context) },
    }
    const { tenantId, onGuardError } = context
    return this.#run({ tenantId, chars: evaluatedChars(subject, context), work }, (guard, thrown) =>
      onGuardError?.(guard, thrown),
    )
  }

  work<Name extends TextTaskName>(
    task: Name,
    input: TaskInput<Name>,
    { tenantId, chars, onError }: Parameters<TextWorker['work']>[2],
  ): Promise<TaskResult<Name>> {
    return this.#run({ tenantId, chars, work: { task, input } }, (_guard, thrown) => onError?.(thrown))
  }

  #run<Result>(
    job: Pick<Job, 'tenantId' | 'chars' | 'work'>,
    onError: (guard: string, thrown: Error) => void,
  ): Promise<Result> {
    if (this.#closed) return Promise.reject(stopped())
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const hear: Job['hear'] = (report) => {
      switch (report.type) {
        case 'done':
          this.state.evaluated += 1
          // The type of the result is that of the job.
          return resolve(report.result as Result)
        case 'failed':
          return reject(receivedFailure(report.failure))
        case 'ended':
          return reject(stopped())
        case 'guardError':
          return onError(report.guard ?? '', receivedFailure(report.failure))
      }
    }
    try {
      this.#queue.add({ ...job, hear })
    } catch (thrown) {
      this.state.refused += 1
      return Promise.reject(thrown)
    }
    this.#startJobs()
    return promise
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const { hear } of this.#queue.drain()) hear({ type: 'ended' })
    await Promise.all(this.#threads.map((thread) => thread.close()))
  }

  #startJobs(): void {
    for (const thread of this.#threads) {
      // A thread stays free when a job cannot be started.
      while (!this.#closed && thread.isFree) {
        const job = this.#queue.take((tenantId) => this.#mayStart(tenantId))
        if (job === undefined) break
        thread.start(job)
      }
    }
    this.state.waiting = this.#queue.size
  }

  /** Whether a tenant may start a job: it leaves one thread to the others. */
  #mayStart(tenantId: string): boolean {
    const own = this.#threads.filter((thread) => thread.worksFor(tenantId)).length
    return own < Math.max(1, this.#threads.length - 1)
  }

  #idOf(recipe: PolicyRecipe): number {
    let id = this.#ids.get(recipe)
    if (id === undefined) {
      this.#policies += 1
      id = this.#policies
      this.#ids.set(recipe, id)
    }
    return id
  }
}

function threadCount(): number {
  return Math.min(THREADS_MAX, Math.max(THREADS_MIN, availableParallelism() - 1))
}

function tiersOf({ tiers }: CompiledPolicy): EvaluationOrder['tiers'] {
  return tiers.map((tier) =>
    tier.map(({ guard: { name }, action, mode, onError, deadline_ms }) => ({
      name,
      action,
      mode,
      onError,
      deadline_ms,
    })),
  )
}

/** Returns the serializable part of the context. */
function sentContext({ clock: _clock, onGuardError: _onGuardError, ...rest }: RunContext): SentContext {
  return rest
}

function stopped(): Failure {
  return new Failure('unavailable', 'the thread that evaluated the text stopped')
}
