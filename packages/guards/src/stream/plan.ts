import type { CompiledGuard, CompiledPolicy } from '../engine/compile.ts'
import { FAST_STEP_CHARS, SLOW_STEP_CHARS } from './limits.ts'
import { traitsOf, withholds } from './undecided.ts'

/** Guards of a policy that check a stream together: at the same offsets, on the same part of the text. */
export interface GuardGroup {
  readonly step_chars: number
  readonly reads: 'window' | 'whole'
  readonly policy: CompiledPolicy
  /** The guards that text has to wait for; empty: the lane only monitors, and delays nothing. */
  readonly holders: readonly CompiledGuard[]
}

const plans = new WeakMap<CompiledPolicy, readonly GuardGroup[]>()

/** Returns the lanes of a policy, cached; those of fast guards first. */
export function guardGroupsOf(policy: CompiledPolicy): readonly GuardGroup[] {
  let lanes = plans.get(policy)
  if (lanes === undefined) {
    const [fast = [], ...later] = policy.tiers
    lanes = [...guardGroupsAt(policy, FAST_STEP_CHARS, fast), ...guardGroupsAt(policy, SLOW_STEP_CHARS, later.flat())]
    plans.set(policy, lanes)
  }
  return lanes
}

function guardGroupsAt(policy: CompiledPolicy, step_chars: number, guards: readonly CompiledGuard[]): GuardGroup[] {
  return (['window', 'whole'] as const).flatMap((reads) => {
    const readers = guards.filter(({ guard }) => guard.filesOnly !== true && traitsOf(guard).reads === reads)
    // Slow guards that withhold nothing must not delay those that do; fast ones need fewer checks than those.
    const aside = readers.filter((reader) => reader.guard.tier !== 'medium' && !withholds(reader))
    const inLine = readers.filter((reader) => !aside.includes(reader))
    return [inLine, aside]
      .filter((members) => members.length > 0)
      .map((members) => ({ step_chars, reads, policy: only(policy, members), holders: members.filter(withholds) }))
  })
}

/** The policy with these guards alone. */
export function only(policy: CompiledPolicy, members: readonly CompiledGuard[]): CompiledPolicy {
  return { ...policy, tiers: policy.tiers.map((tier) => tier.filter((item) => members.includes(item))) }
}
