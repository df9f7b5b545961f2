import { DataPolicy } from '@gatehouse/contracts/policies'
import type { Framework } from './framework.ts'
import { gdpr } from './gdpr.ts'
import { hipaa } from './hipaa.ts'
import { pciDss } from './pci-dss.ts'

/** The built-in rule sets. docs/spec/guard.md "Agents". */
export const FRAMEWORKS: readonly Framework[] = [hipaa, pciDss, gdpr]

/** Returns a rule set as a data policy that can be saved unchanged; it needs no model. */
export function frameworkPolicy({ rules, plain, plainAction }: Framework): DataPolicy {
  return DataPolicy.parse({
    sanitization_mode: 'regex',
    sanitization_rules: rules.map(({ rule }) => rule),
    role_policies: [{ role: '*', action: plainAction, output_rules: plain.map(({ rule }) => rule) }],
  })
}

/** Returns a policy with an additional rule set. Rules with the same `pattern_id` are replaced. */
export function withFramework(policy: DataPolicy, framework: Framework): DataPolicy {
  const added = frameworkPolicy(framework)
  const ids = new Set(added.sanitization_rules.map(({ pattern_id: id }) => id))
  const [entry] = added.role_policies
  const isThere = policy.role_policies.some((known) => JSON.stringify(known) === JSON.stringify(entry))
  return {
    ...policy,
    enabled: true,
    sanitization_rules: [
      ...policy.sanitization_rules.filter(({ pattern_id: id }) => !ids.has(id)),
      ...added.sanitization_rules,
    ],
    // Otherwise a policy with disabled patterns would ignore the new rules.
    sanitization_mode: policy.sanitization_mode === 'ai' ? 'both' : policy.sanitization_mode,
    role_policies: isThere || entry === undefined ? policy.role_policies : [...policy.role_policies, entry],
  }
}
