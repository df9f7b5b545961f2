import type { CompiledGuard, CompiledPolicy } from '@gatehouse/guards'

/** A policy, by what its guards are to see of a request of many messages. */
export interface PolicyParts {
  /** Counts requests and judges their size: sees the request once, as a whole. */
  readonly perRequest: CompiledPolicy
  /** Sees each message by itself. */
  readonly perText: CompiledPolicy
  /** Looks for an attack that is split over turns: sees what the user said last, in one piece. */
  readonly acrossTurns: CompiledPolicy
}

const parts = new WeakMap<CompiledPolicy, PolicyParts>()

/** The parts of a policy, made once for each version. */
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
