import { type Action, actionRank, type GuardrailResult, type Mode } from '@gatehouse/contracts/verdicts'
import { Failure } from '@gatehouse/kernel'
import { makeViews, type TextViews } from '../text/views.ts'
import type { CompiledGuard, CompiledPolicy } from './compile.ts'
import { withDeadline } from './deadline.ts'
import { offloadOf } from './evaluator.ts'
import type { GuardContext, Outcome, Span } from './guard.ts'
import { mergeSpans, redact } from './redact.ts'
import { withReplacements } from './replacements.ts'

/** Screened text with its properties. */
export interface Subject {
  readonly text: string
  /**
   * Length of the prefix of `text` from outside the application. System messages follow it: guards for user attacks do not read them.
   * Default: all of it.
   */
  readonly untrustedLength?: number
  /** Views of `text`, if the caller has created them already. */
  readonly views?: TextViews
}

/** Decision of one stage, in the terms of the contract's content verdict. */
export interface StageVerdict {
  readonly safe: boolean
  readonly action: Action
  readonly mode: Mode
  readonly results: readonly GuardrailResult[]
  /** Present in monitor mode only. */
  readonly would?: { readonly action: Action; readonly block: boolean }
  /** The text with every redaction applied; absent when nothing was redacted. */
  readonly sanitized?: string
  /** Disjoint ranges that `sanitized` replaced, in the original text. */
  readonly redactions: readonly Span[]
  /** Guards of later tiers that did not run because an earlier tier blocked. */
  readonly skipped: readonly string[]
  readonly latency_ms: number
  /** Seconds until a rate limit admits the caller, after a denial. */
  readonly retryAfter_s?: number
}

export interface RunContext extends Omit<GuardContext, 'signal'> {
  /** Called for every failed guard with its error; the verdict itself reveals no details of a defect. */
  readonly onGuardError?: (guard: string, thrown: unknown) => void
}

interface Decided {
  readonly result: GuardrailResult
  readonly effective: Action
  readonly would: Action
  readonly spans: readonly Span[]
  readonly retryAfter_s: number | undefined
}

/**
 * Runs a policy on a text: guards of a tier concurrently, later tiers only when no guard blocked. A large text is evaluated in another
 * thread if the policy has one. A guard that throws or misses its deadline returns a result with `details.error` and never passes
 * silently.
 * @see docs/spec/guard.md §4 rule 1, "Verdicts"
 */
export function runPolicy(
  policy: CompiledPolicy,
  subject: Subject,
  context: RunContext,
): StageVerdict | Promise<StageVerdict> {
  const offload = offloadOf(policy, subject, context)
  if (offload !== undefined) return offload.evaluator.evaluate(policy, offload.recipe, subject, context)
  const started = performance.now()
  const views = subject.views ?? makeViews(subject.text)
  const untrusted =
    subject.untrustedLength === undefined || subject.untrustedLength >= subject.text.length
      ? views
      : makeViews(subject.text.slice(0, subject.untrustedLength))
  const run: Run = { policy, text: subject.text, views, untrusted, context, started, decided: [] }
  return runTiers(run, 0)
}

/** A run of one policy on one text. */
interface Run {
  readonly policy: CompiledPolicy
  readonly text: string
  readonly views: TextViews
  readonly untrusted: TextViews
  readonly context: RunContext
  readonly started: number
  readonly decided: Decided[]
}

/** Returns synchronously when every guard did: fast guards create no promises for thousands of texts a second. */
function runTiers(run: Run, from: number): StageVerdict | Promise<StageVerdict> {
  const { policy, decided } = run
  for (let index = from; index < policy.tiers.length; index += 1) {
    let waiting: Promise<Decided>[] | undefined
    for (const compiled of policy.tiers[index]!) {
      if (compiled.guard.filesOnly === true && run.context.file === undefined) continue
      const one = runGuard(compiled, compiled.guard.ignoresSystemText === true ? run.untrusted : run.views, run.context)
      if (one instanceof Promise) (waiting ??= []).push(one)
      else decided.push(one)
    }
    if (waiting !== undefined) {
      return Promise.all(waiting).then((late) => {
        decided.push(...late)
        return hasBlock(decided) ? stopAfter(run, index) : runTiers(run, index + 1)
      })
    }
    if (hasBlock(decided)) return stopAfter(run, index)
  }
  return conclude(run, NO_NAMES)
}

function stopAfter(run: Run, index: number): StageVerdict {
  return conclude(
    run,
    run.policy.tiers.slice(index + 1).flatMap((later) => later.map(({ guard }) => guard.name)),
  )
}

function hasBlock(decided: readonly Decided[]): boolean {
  return decided.some(({ effective }) => effective === 'block')
}

const NO_SPANS: readonly Span[] = []
const NO_NAMES: readonly string[] = []

function conclude({ policy, text, decided, started }: Run, skipped: readonly string[]): StageVerdict {
  const latency_ms = performance.now() - started
  const results = decided.map(({ result }) => result)
  if (policy.mode === 'enforce' && results.every(({ passed }) => passed)) {
    // Most texts: nothing was found, and nothing has to be weighed.
    const nothing = { redactions: NO_SPANS, skipped: NO_NAMES, latency_ms }
    return { safe: true, action: 'pass', mode: 'enforce', results, ...nothing }
  }
  let action: Action = 'pass'
  let would: Action = 'pass'
  let retryAfter_s: number | undefined
  const spans: Span[] = []
  for (const item of decided) {
    if (actionRank(item.effective) > actionRank(action)) action = item.effective
    if (actionRank(item.would) > actionRank(would)) would = item.would
    if (item.retryAfter_s !== undefined) retryAfter_s = Math.max(retryAfter_s ?? 0, item.retryAfter_s)
    spans.push(...item.spans)
  }
  const redactions = mergeSpans(spans)
  const monitored = policy.mode === 'monitor' || decided.some(({ result }) => result.would_action !== undefined)
  return {
    safe: action !== 'block' && action !== 'require_approval',
    action,
    mode: policy.mode,
    results,
    ...(monitored ? { would: { action: would, block: would === 'block' || would === 'require_approval' } } : {}),
    ...(redactions.length > 0 ? { sanitized: redact(text, redactions) } : {}),
    redactions,
    skipped,
    latency_ms,
    ...(retryAfter_s === undefined ? {} : { retryAfter_s }),
  }
}

function runGuard(compiled: CompiledGuard, views: TextViews, context: RunContext): Decided | Promise<Decided> {
  const started = performance.now()
  // Only guards with external calls can be aborted; a controller costs more than most checks.
  const controller = compiled.guard.tier === 'slow' ? new AbortController() : undefined
  try {
    const about = controller === undefined ? context : { ...context, signal: controller.signal }
    const outcome = compiled.guard.check(views, compiled.prepared, about)
    if (!(outcome instanceof Promise)) return finish(compiled, outcome, started, context)
    return withDeadline(outcome, compiled.deadline_ms, controller).then(
      (late) => finish(compiled, late, started, context),
      (thrown: unknown) => decideError(compiled, thrown, started, context),
    )
  } catch (thrown) {
    return decideError(compiled, thrown, started, context)
  }
}

/** Creates replacements for spans that will be redacted; most outcomes have none and are decided at once. */
function finish(
  compiled: CompiledGuard,
  outcome: Outcome,
  started: number,
  context: RunContext,
): Decided | Promise<Decided> {
  if (!outcome.flagged || !replacesSpans(compiled, outcome)) return decide(compiled, outcome, started)
  const whole = withReplacements(outcome, context, (thrown) => context.onGuardError?.(compiled.guard.name, thrown))
  return whole instanceof Promise
    ? whole.then((late) => decide(compiled, late, started))
    : decide(compiled, whole, started)
}

/** Whether the guard's spans will be replaced in the text. */
function replacesSpans({ action, mode }: CompiledGuard, outcome: Extract<Outcome, { flagged: true }>): boolean {
  return mode !== 'monitor' && (outcome.sanitize ?? (outcome.action ?? action) === 'redact')
}

/** Converts a guard's outcome to an action. */
function decide(compiled: CompiledGuard, outcome: Outcome, started: number): Decided {
  const { guard } = compiled
  const latency_ms = milliseconds(started)
  const said = outcome.details === undefined ? compiled.plainDetails : { backend: guard.backend, ...outcome.details }
  if (!outcome.flagged) {
    const result: GuardrailResult = {
      guardrail: guard.name,
      passed: true,
      action: 'pass',
      message: '',
      details: said,
      latency_ms,
    }
    if (outcome.score !== undefined) result.score = outcome.score
    return { result, effective: 'pass', would: 'pass', spans: NO_SPANS, retryAfter_s: undefined }
  }
  const spans = outcome.spans ?? NO_SPANS
  const details = withSpans(said, spans)
  const configured = outcome.action ?? compiled.action
  const action = settle(configured, outcome)
  const monitored = compiled.mode === 'monitor'
  return {
    result: {
      guardrail: guard.name,
      passed: false,
      action: monitored ? 'pass' : action,
      message: outcome.message,
      details: monitored || action === configured ? details : { ...details, configured_action: configured },
      latency_ms,
      ...(outcome.score === undefined ? {} : { score: outcome.score }),
      ...(outcome.category === undefined ? {} : { category: outcome.category }),
      ...(outcome.severity === undefined ? {} : { severity: outcome.severity }),
      ...(monitored ? wouldFields(action) : {}),
    },
    effective: monitored ? 'pass' : action,
    would: action,
    spans: replacesSpans(compiled, outcome) ? spans : NO_SPANS,
    retryAfter_s: monitored ? undefined : outcome.retryAfter_s,
  }
}

/** Maximum number of places in the details of a result; a redaction uses all of them. */
const PLACES_LISTED_MAX = 100

/** Adds places in the original text to the details, for guards that have spans but no details of their own about them. */
function withSpans(
  details: Readonly<Record<string, unknown>>,
  spans: readonly Span[],
): Readonly<Record<string, unknown>> {
  if (spans.length === 0 || OWN_PLACES.some((name) => details[name] !== undefined)) return details
  const places = spans.slice(0, PLACES_LISTED_MAX).map(({ start, end, label, view }) => ({
    start,
    end,
    label,
    ...(view === undefined ? {} : { view }),
  }))
  return { ...details, spans: places }
}

/** Members of details with places: entities of personal data, rules of payloads. */
const OWN_PLACES = ['spans', 'entities', 'rules'] as const

/**
 * Resolves the action of an outcome. A guard set to redact without a place to redact (a rate limit, a length) would pass it unchanged; it
 * is blocked instead. A guard with `auto_redact: false` only reports.
 */
function settle(action: Action, outcome: Extract<Outcome, { flagged: true }>): Action {
  if (action !== 'redact') return action
  if (outcome.sanitize === false) return 'detect'
  return (outcome.spans ?? []).length > 0 ? 'redact' : 'block'
}

function decideError(compiled: CompiledGuard, thrown: unknown, started: number, context: RunContext): Decided {
  context.onGuardError?.(compiled.guard.name, thrown)
  // Only a `Failure` has a message for callers; another error may contain an address or a secret.
  const error = thrown instanceof Failure ? thrown.message : 'internal error'
  const action: Action = compiled.onError === 'closed' ? 'block' : 'warn'
  const monitored = compiled.mode === 'monitor'
  return {
    result: {
      guardrail: compiled.guard.name,
      passed: false,
      action: monitored ? 'pass' : action,
      message: 'The guard could not decide.',
      details: { backend: compiled.guard.backend, error, on_error: compiled.onError },
      latency_ms: milliseconds(started),
      ...(monitored ? wouldFields(action) : {}),
    },
    effective: monitored ? 'pass' : action,
    would: action,
    spans: [],
    retryAfter_s: undefined,
  }
}

function wouldFields(action: Action): { would_action: Action; would_block: boolean } {
  return { would_action: action, would_block: action === 'block' || action === 'require_approval' }
}

/** Elapsed time with microsecond precision, as the wire shows it. */
function milliseconds(started: number): number {
  return Math.round((performance.now() - started) * 1_000) / 1_000
}
