import type { Observation } from '../observation.ts'

/** Former ids of the rule of a finding, in the form of its `ruleId`: `sast/<former id>`. */
export function formerRuleIds({ ruleId, metadata }: Pick<Observation, 'metadata' | 'ruleId'>): readonly string[] {
  const former: unknown = metadata.formerRuleIds
  const scanner = ruleId.slice(0, ruleId.indexOf('/') + 1)
  return Array.isArray(former) ? former.filter((item) => typeof item === 'string').map((item) => scanner + item) : []
}
