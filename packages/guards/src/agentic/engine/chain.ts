import { type Action, actionRank, type GuardrailResult, type Mode } from '@gatehouse/contracts/verdicts'
import { Failure, isTurnOver, yieldAfter } from '@gatehouse/kernel'
import type { CompiledAgentic, CompiledEntry } from './compile.ts'
import type { AgentCall, AgenticContext, AgenticOutcome, ChainGuard } from './guard.ts'
import { stops } from './stops.ts'

/** Decision about one call, in the terms of the contract's tool verdict. */
export interface ChainVerdict {
  readonly allowed: boolean
  readonly action: Action
  readonly mode: Mode
  readonly results: readonly GuardrailResult[]
  /** Present if any step is in monitor mode. */
  readonly would?: { readonly action: Action; readonly block: boolean }
  /** Message of the deciding step; absent when the call may run. */
  readonly message?: string
  /** Further fields of the verdict, e.g. `request_id`, `cap_token`. */
  readonly extra: Readonly<Record<string, unknown>>
  /** Seconds until a rate limit admits the caller, after a denial. */
  readonly retryAfter_s?: number
  readonly latency_ms: number
}

interface Step {
  readonly result: GuardrailResult
  readonly effective: Action
  readonly would: Action
  readonly outcome: AgenticOutcome
}

/**
 * Runs guards in sequence until one blocks or requests an approval. Each has a result: a disabled guard is reported as disabled, a failed
 * guard blocks unless configured to fail open, and guards after the deciding one are absent. docs/spec/guard.md §4 rule 5.
 * @param onError called for every failed guard with its error, because the verdict contains no details
 */
export async function runChain<Call extends AgentCall>(
  guards: readonly ChainGuard<Call>[],
  compiled: CompiledAgentic,
  call: Call,
  context: Omit<AgenticContext, 'monitored' | 'action'>,
  onError: (guard: string, thrown: unknown) => void = () => {},
): Promise<ChainVerdict> {
  const started = performance.now()
  const steps: Step[] = []
  let turn = started
  for (const guard of guards) {
    // oxlint-disable-next-line no-await-in-loop -- large arguments take long: other requests are served between guards
    if (isTurnOver(turn)) turn = await yieldAfter(turn)
    const entry = compiled.get(guard.name)
    if (entry === undefined)
      throw new Error(`guard ${guard.name} is used in a chain but is not registered as an agentic guard`)
    // oxlint-disable-next-line no-await-in-loop -- the contract's chain is sequential, with early exit
    const step = await runStep(guard, entry, call, context, onError)
    steps.push(step)
    if (stops(step.effective)) break
  }
  const verdict = conclude(steps, context.config.mode, performance.now() - started)
  await settle(steps, verdict.allowed, onError)
  return verdict
}

/** Notifies every step with reserved resources whether the call may run. */
async function settle(
  steps: readonly Step[],
  mayRun: boolean,
  onError: (guard: string, thrown: unknown) => void,
): Promise<void> {
  const waiting = steps.filter(({ outcome }) => outcome.settle !== undefined)
  if (waiting.length === 0) return
  await Promise.all(
    waiting.map(({ outcome, result }) =>
      outcome.settle!(mayRun).catch((thrown: unknown) => onError(result.guardrail, thrown)),
    ),
  )
}

async function runStep<Call extends AgentCall>(
  guard: ChainGuard<Call>,
  entry: CompiledEntry,
  call: Call,
  context: Omit<AgenticContext, 'monitored' | 'action'>,
  onError: (guard: string, thrown: unknown) => void,
): Promise<Step> {
  const started = performance.now()
  if (!entry.enabled) {
    const outcome: AgenticOutcome = { flagged: false, details: { enabled: false } }
    return { result: resultOf(guard.name, entry, outcome, started), effective: 'pass', would: 'pass', outcome }
  }
  let outcome: AgenticOutcome
  try {
    const created = guard.check(call, entry.settings, {
      ...context,
      monitored: entry.mode === 'monitor',
      action: entry.action,
    })
    outcome = created instanceof Promise ? await created : created
  } catch (thrown) {
    onError(guard.name, thrown)
    outcome = failed(entry, thrown)
  }
  const would = outcome.flagged ? (outcome.action ?? entry.action) : 'pass'
  const effective = entry.mode === 'monitor' ? 'pass' : would
  return { result: resultOf(guard.name, entry, outcome, started), effective, would, outcome }
}

function failed(entry: CompiledEntry, thrown: unknown): AgenticOutcome {
  // Only a `Failure` has a message for callers; another error may contain an address or a secret.
  const error = thrown instanceof Failure ? thrown.message : 'internal error'
  const details = { error, on_error: entry.onError }
  return {
    flagged: true,
    message: 'The guard could not decide.',
    action: entry.onError === 'closed' ? 'block' : 'warn',
    details,
  }
}

function resultOf(guardrail: string, entry: CompiledEntry, outcome: AgenticOutcome, started: number): GuardrailResult {
  const latency_ms = Math.round((performance.now() - started) * 1_000) / 1_000
  const details = { ...outcome.details }
  if (!outcome.flagged) return { guardrail, passed: true, action: 'pass', message: '', details, latency_ms }
  const action = outcome.action ?? entry.action
  const isMonitored = entry.mode === 'monitor'
  return {
    guardrail,
    passed: false,
    action: isMonitored ? 'pass' : action,
    message: outcome.message,
    details,
    latency_ms,
    ...(outcome.score === undefined ? {} : { score: outcome.score }),
    ...(outcome.category === undefined ? {} : { category: outcome.category }),
    ...(outcome.severity === undefined ? {} : { severity: outcome.severity }),
    ...(isMonitored ? { would_action: action, would_block: stops(action) } : {}),
  }
}

function conclude(steps: readonly Step[], mode: Mode, latency_ms: number): ChainVerdict {
  let action: Action = 'pass'
  let would: Action = 'pass'
  let deciding: Step | undefined
  let extra: Record<string, unknown> = {}
  for (const step of steps) {
    if (actionRank(step.would) > actionRank(would)) would = step.would
    if (actionRank(step.effective) > actionRank(action)) {
      action = step.effective
      deciding = step
    }
    // Fields of a monitored step are no part of the response.
    if (step.outcome.extra !== undefined && (step.effective !== 'pass' || !step.outcome.flagged)) {
      extra = { ...extra, ...step.outcome.extra }
    }
  }
  const isMonitored = mode === 'monitor' || steps.some(({ result }) => result.would_action !== undefined)
  const outcome = deciding?.outcome
  return {
    allowed: !stops(action),
    action,
    mode,
    results: steps.map(({ result }) => result),
    ...(isMonitored ? { would: { action: would, block: stops(would) } } : {}),
    ...(outcome?.flagged === true ? { message: outcome.message } : {}),
    extra,
    ...(outcome?.flagged === true && outcome.retryAfter_s !== undefined ? { retryAfter_s: outcome.retryAfter_s } : {}),
    latency_ms,
  }
}
