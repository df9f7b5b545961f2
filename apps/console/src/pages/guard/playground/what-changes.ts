import type { GuardInfo, Judged, Result } from './attempt.ts'

const ORDER = ['pass', 'detect', 'warn', 'redact', 'require_approval', 'block']
const THRESHOLDS = ['confidence_threshold', 'score_threshold', 'threshold']
const rank = (action: string): number => ORDER.indexOf(action)
const shown = (score: number): string => String(Math.round(score * 1_000) / 1_000)

/** What would make another verdict of it, as far as the answer and the settings in force tell. */
export function whatChanges(result: Result, judged: Judged, info: GuardInfo | undefined): readonly string[] {
  const threshold = thresholdOf(info)
  const { score } = result
  if (result.passed) {
    if (score === undefined || threshold === undefined || score <= 0) return []
    return [`A ${threshold.name} of ${shown(score)} or less would flag it; it is ${shown(threshold.value)}.`]
  }
  return [
    ...(score !== undefined && threshold !== undefined && score >= threshold.value
      ? [`A ${threshold.name} above ${shown(score)} would let it pass; it is ${shown(threshold.value)}.`]
      : []),
    ...foundOf(result),
    ...withoutIt(result, judged),
    ...(typeof result.details['configured_action'] === 'string'
      ? [`It is told to ${result.details['configured_action']}, but knows no place in the text, so it does more.`]
      : []),
    ...(result.would_action === undefined ? [] : [`In mode enforce it would ${words(result.would_action)}.`]),
    ...(judged.mode === 'enforce' && result.would_action === undefined && rank(result.action) > rank('detect')
      ? ['In mode monitor it would be noted, and nothing would be stopped or changed.']
      : []),
  ]
}

function withoutIt(result: Result, { guardrail_results, skipped_guardrails = [], action }: Judged): readonly string[] {
  if (rank(result.action) < rank(action)) return ['Another guard decides: without this one the verdict stays as it is.']
  const rest = guardrail_results
    .filter((one) => one !== result && !one.passed)
    .map((one) => one.action)
    .reduce((most, one) => (rank(one) > rank(most) ? one : most), 'pass')
  if (rest === action) return [`Another guard says ${words(rest)} too: without this one the verdict stays as it is.`]
  const unless = skipped_guardrails.length > 0 ? ', unless one of those that did not run objects' : ''
  return [`Without this guard the verdict would be ${words(rest)}${unless}.`]
}

function foundOf({ details }: Result): readonly string[] {
  const words_ = Array.isArray(details['keywords']) ? details['keywords'].slice(0, 5) : []
  const counts = Object.keys(Object(details['counts']))
  return [
    ...(words_.length > 0 ? [`Without ${words_.map((word) => `“${String(word)}”`).join(', ')} it would pass.`] : []),
    ...(counts.length > 0
      ? [`Without ${counts.join(', ')} in the text, or among what it looks for, it would pass.`]
      : []),
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

const words = (action: string): string => action.replaceAll('_', ' ')
