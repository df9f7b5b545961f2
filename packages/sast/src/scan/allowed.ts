import type { Observation, Suppression } from '@gatehouse/scan-engine'

const WITHOUT_REASON =
  'A comment gatehouse:allow names this rule without a reason, so it does not count: write why after the name of the rule.'

/** A finding with what comments of the source say of it. */
export function withSuppression(seen: Observation, said: Suppression | 'unexplained' | undefined): Observation {
  if (said === undefined) return seen
  if (said === 'unexplained') return { ...seen, description: `${seen.description}\n${WITHOUT_REASON}` }
  return { ...seen, suppression: said }
}
