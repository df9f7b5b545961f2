import type { Rule } from './rule.ts'

type Identified = Pick<Rule, 'formerIds' | 'id'>

/** All ids of a rule: the current id, then the ids under which the rule was published before. */
export function idsOf({ id, formerIds = [] }: Identified): readonly string[] {
  return [id, ...formerIds]
}

/** Returns the first published id of a rule. Fingerprints are computed from it, so that a renamed rule keeps them. */
export function firstIdOf({ id, formerIds }: Identified): string {
  return formerIds?.[0] ?? id
}
