import type { Observation, Suppression } from '@gatehouse/scan-engine'

const WITHOUT_REASON =
  'A comment gatehouse:allow names this rule without a reason, so it does not count: write why after the name of the rule.'

/** Returns a finding with the suppression of a source comment. */
export function withSuppression(seen: Observation, said: Suppression | 'unexplained' | undefined): Observation {
  if (said === undefined) return seen
  if (said === 'unexplained') return { ...seen, description: `${seen.description}\n${WITHOUT_REASON}` }
  return { ...seen, suppression: said }
}
