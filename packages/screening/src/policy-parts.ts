import type { CompiledGuard, CompiledPolicy } from '@gatehouse/guards'

/** A policy, split by the parts of a request with many messages that its guards read. */
export interface PolicyParts {
  /** Counts requests and judges their size: sees the request once, as a whole. */
  readonly perRequest: CompiledPolicy
  /** Sees each message on its own. */
  readonly perText: CompiledPolicy
  /** Detects attacks split over turns: reads the user's last turns as one text. */
  readonly acrossTurns: CompiledPolicy
}

const parts = new WeakMap<CompiledPolicy, PolicyParts>()

/** Returns the parts of a policy, cached per version. */
export function partsOf(policy: CompiledPolicy): PolicyParts {
  let made = parts.get(policy)
  if (made === undefined) {
    made = {
      perRequest: only(policy, ({ guard }) => guard.perRequest === true),
      perText: only(policy, ({ guard }) => guard.perRequest !== true),
      acrossTurns: only(policy, ({ guard }) => guard.name === 'adversarial_detection'),
    }
    parts.set(policy, made)
  }
  return made
}

export function isEmpty({ tiers }: CompiledPolicy): boolean {
  return tiers.every((tier) => tier.length === 0)
}

function only(policy: CompiledPolicy, wanted: (guard: CompiledGuard) => boolean): CompiledPolicy {
  return { ...policy, tiers: policy.tiers.map((tier) => tier.filter(wanted)) }
}
