import type { Observation } from '../../engine/observation.ts'

const WITHOUT_REASON =
  'A comment gatehouse:allow names this rule without a reason, so it does not count: write why after the name of the rule.'

/** A finding that stays, and why its comment does not help. */
export function unexplained(seen: Observation): Observation {
  return { ...seen, description: `${seen.description}\n${WITHOUT_REASON}` }
}
