import { AsyncLocalStorage } from 'node:async_hooks'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '@gatehouse/kernel'
import { type CompiledPolicy, compilePolicy } from '../engine/compile.ts'
import { createRegistry } from '../engine/registry.ts'
import { runPolicy } from '../engine/run.ts'
import { sharePreparations } from '../engine/shared-preparation.ts'
import { allGuards } from '../guards.gen.ts'
import { receivedFailure, sentFailure } from './failures.ts'
import type { EvaluationOrder, Order, Report, TaskOrder, ThreadSetup } from './messages.ts'
import { TEXT_TASKS } from './text-tasks.ts'
import { type CallPort, threadPorts } from './thread-ports.ts'

/** Own value: on Linux each thread has a priority of its own, and request threads have precedence. */
const NICENESS = 5

interface Waiting {
  readonly resolve: (value: never) => void
  readonly reject: (thrown: unknown) => void
}

const policies = new Map<number, CompiledPolicy>()
const waiting = new Map<number, Waiting>()
let calls = 0
/** The job for which a guard calls a port. */
const currentJob = new AsyncLocalStorage<number>()

function report(message: Report): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of threads has no origin
  parentPort?.postMessage(message)
}

const call: CallPort = (request, signal) => {
  calls += 1
  const id = calls
  const { promise, resolve, reject } = Promise.withResolvers<never>()
  waiting.set(id, { resolve, reject })
  signal?.addEventListener('abort', () => report({ type: 'abort', call: id }), { once: true })
  report({ type: 'call', job: currentJob.getStore() ?? 0, call: id, request })
  return promise
}

const registry = createRegistry(sharePreparations(allGuards))
const ports = threadPorts(workerData as ThreadSetup, call)

async function evaluate({ job, subject, context, ...order }: EvaluationOrder): Promise<void> {
  try {
    const policy = policyOf(order)
    const onGuardError = (guard: string, thrown: unknown): void =>
      report({ type: 'guardError', job, guard, failure: sentFailure(thrown) })
    const verdict = await runPolicy(policy, subject, { ...context, clock: systemClock, onGuardError })
    report({ type: 'done', job, result: verdict })
  } catch (thrown) {
    report({ type: 'failed', job, failure: sentFailure(thrown) })
  }
}

async function workOn({ job, task, input }: TaskOrder): Promise<void> {
  const onError = (thrown: unknown): void => report({ type: 'guardError', job, failure: sentFailure(thrown) })
  try {
    // The sender pairs each task with its input.
    const result = await TEXT_TASKS[task](input as never, { ...(ports.model && { model: ports.model }), onError })
    report({ type: 'done', job, result })
  } catch (thrown) {
    report({ type: 'failed', job, failure: sentFailure(thrown) })
  }
}

/** The policy of an order: compiled once per version, then with the guards and actions that this order names. */
function policyOf({ policy: id, recipe, mode, tiers }: Omit<EvaluationOrder, 'job' | 'subject' | 'context'>) {
  let whole = policies.get(id)
  if (whole === undefined) {
    if (recipe === undefined) throw new Error(`the recipe of policy ${id} was not sent`)
    whole = compilePolicy(recipe.resolved, { ...recipe, registry, ports, path: [] })
    policies.set(id, whole)
  }
  const byName = new Map(whole.tiers.flat().map((tier) => [tier.guard.name, tier]))
  return {
    ...whole,
    mode,
    tiers: tiers.map((tier) => tier.map(({ name, ...own }) => ({ ...byName.get(name)!, ...own }))),
  }
}

// Elsewhere the call would change the priority of the whole process.
if (process.platform === 'linux') setPriority(NICENESS)

parentPort?.on('message', (order: Order) => {
  switch (order.type) {
    case 'evaluate':
      void currentJob.run(order.job, evaluate, order)
      return
    case 'task':
      void currentJob.run(order.job, workOn, order)
      return
    case 'forget':
      policies.delete(order.policy)
      return
    case 'reply':
    case 'refusal': {
      const item = waiting.get(order.call)
      waiting.delete(order.call)
      if (order.type === 'reply') item?.resolve(order.value as never)
      else item?.reject(receivedFailure(order.failure))
    }
  }
})
