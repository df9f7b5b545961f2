import type { Observation } from '../../engine/observation.ts'

/** What a comment says of a finding; `unexplained`: it allows it without the reason that it has to give. */
export type Allowed = 'allowed' | 'unexplained' | undefined

const WITHOUT_REASON =
  'A comment gatehouse:allow names this rule without a reason, so it does not count: write why after the name of the rule.'

/** A finding that stays, and why its comment does not help. */
export function unexplained(seen: Observation): Observation {
  return { ...seen, description: `${seen.description}\n${WITHOUT_REASON}` }
}
