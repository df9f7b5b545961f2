import type { Observation, Suppression } from '@gatehouse/scan-engine'

const WITHOUT_REASON =
  'A gatehouse:allow comment names this rule without a reason, so it has no effect. Write the reason after the rule name.'

/** Returns a finding with the suppression of a source comment. */
export function withSuppression(seen: Observation, result: Suppression | 'unexplained' | undefined): Observation {
  if (result === undefined) return seen
  if (result === 'unexplained') return { ...seen, description: `${seen.description}\n${WITHOUT_REASON}` }
  return { ...seen, suppression: result }
}
