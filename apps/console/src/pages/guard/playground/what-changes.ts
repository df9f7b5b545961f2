import type { GuardInfo, CheckResult, Result } from './attempt.ts'
import { messages } from '../../../messages/guard/playground.ts'

const ORDER = ['pass', 'detect', 'warn', 'redact', 'require_approval', 'block']
const THRESHOLDS = ['confidence_threshold', 'score_threshold', 'threshold']
const rank = (action: string): number => ORDER.indexOf(action)
const shown = (score: number): string => String(Math.round(score * 1_000) / 1_000)

/** Returns what would change the verdict, according to the result and the active settings. */
export function suggestedChanges(result: Result, judged: CheckResult, info: GuardInfo | undefined): readonly string[] {
  const threshold = thresholdOf(info)
  const { score } = result
  if (result.passed) {
    if (score === undefined || threshold === undefined || score <= 0) return []
    return [messages.whatChanges.withAOfOrLessThisGuardFlagsThe(threshold.name, shown(score), shown(threshold.value))]
  }
  return [
    ...(score !== undefined && threshold !== undefined && score >= threshold.value
      ? [messages.whatChanges.withAAboveTheTextPassesCurrent(threshold.name, shown(score), shown(threshold.value))]
      : []),
    ...foundOf(result),
    ...withoutIt(result, judged),
    ...(typeof result.details['configured_action'] === 'string'
      ? [messages.whatChanges.theConfiguredActionIsButThe(result.details['configured_action'])]
      : []),
    ...(result.would_action === undefined
      ? []
      : [messages.whatChanges.inEnforceModeTheActionWouldBe(actionLabel(result.would_action))]),
    ...(judged.mode === 'enforce' && result.would_action === undefined && rank(result.action) > rank('detect')
      ? [messages.whatChanges.inMonitorModeTheFindingWouldBe]
      : []),
  ]
}

function withoutIt(
  result: Result,
  { guardrail_results, skipped_guardrails = [], action }: CheckResult,
): readonly string[] {
  if (rank(result.action) < rank(action)) return [messages.whatChanges.anotherGuardDeterminesThe]
  const rest = guardrail_results
    .filter((guardrail_result) => guardrail_result !== result && !guardrail_result.passed)
    .map((guardrail_result) => guardrail_result.action)
    .reduce((most, item) => (rank(item) > rank(most) ? item : most), 'pass')
  if (rest === action) return [messages.whatChanges.anotherGuardAlsoReturnsWithout(actionLabel(rest))]
  const note = skipped_guardrails.length > 0 ? messages.whatChanges.guardsThatCannotRunBlock : ''
  return [messages.whatChanges.withoutThisGuardTheVerdict(actionLabel(rest), note)]
}

function foundOf({ details }: Result): readonly string[] {
  const words_ = Array.isArray(details['keywords']) ? details['keywords'].slice(0, 5) : []
  const counts = Object.keys(Object(details['counts']))
  return [
    ...(words_.length > 0
      ? [messages.whatChanges.withoutTheTextPasses(words_.map((word) => `“${String(word)}”`).join(', '))]
      : []),
    ...(counts.length > 0 ? [messages.whatChanges.withoutInTheTextOrInThe(counts.join(', '))] : []),
  ]
}

function thresholdOf(info: GuardInfo | undefined) {
  const properties = Object(info?.settings_schema?.['properties']) as Record<string, { readonly default?: unknown }>
  for (const name of THRESHOLDS) {
    const value = info?.settings?.[name] ?? properties[name]?.default
    if (typeof value === 'number') return { name, value }
  }
  return undefined
}

const actionLabel = (action: string): string => action.replaceAll('_', ' ')
