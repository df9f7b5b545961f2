import type { CompiledGuard, CompiledPolicy } from '@gatehouse/guards'

/** A policy, split by the request parts that its guards read. */
export interface PolicyParts {
  /** Counts requests and limits their size: evaluates the whole request once. */
  readonly perRequest: CompiledPolicy
  /** Evaluates each message separately. */
  readonly perText: CompiledPolicy
  /** Detects attacks split over turns: evaluates the user's last turns as one text. */
  readonly acrossTurns: CompiledPolicy
}

const parts = new WeakMap<CompiledPolicy, PolicyParts>()

/** Returns the parts of a policy, cached per version. */
export function partsOf(policy: CompiledPolicy): PolicyParts {
  let policyParts = parts.get(policy)
  if (policyParts === undefined) {
    policyParts = {
      perRequest: only(policy, ({ guard }) => guard.perRequest === true),
      perText: only(policy, ({ guard }) => guard.perRequest !== true),
      acrossTurns: only(policy, ({ guard }) => guard.name === 'adversarial_detection'),
    }
    parts.set(policy, policyParts)
  }
  return policyParts
}

export function isEmpty({ tiers }: CompiledPolicy): boolean {
  return tiers.every((tier) => tier.length === 0)
}

function only(policy: CompiledPolicy, wanted: (guard: CompiledGuard) => boolean): CompiledPolicy {
  return { ...policy, tiers: policy.tiers.map((tier) => tier.filter(wanted)) }
}
