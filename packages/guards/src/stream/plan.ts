import type { CompiledGuard, CompiledPolicy } from '../engine/compile.ts'
import { FAST_STEP_CHARS, SLOW_STEP_CHARS } from './limits.ts'
import { traitsOf, withholds } from './undecided.ts'

/** Guards of a policy that check a stream together: at the same offsets, on the same part of the text. */
export interface Lane {
  readonly step_chars: number
  readonly reads: 'window' | 'whole'
  readonly policy: CompiledPolicy
  /** The guards that text has to wait for; empty: the lane only monitors, and delays nothing. */
  readonly holders: readonly CompiledGuard[]
}

const plans = new WeakMap<CompiledPolicy, readonly Lane[]>()

/** Returns the lanes of a policy, cached; those of fast guards first. */
export function lanesOf(policy: CompiledPolicy): readonly Lane[] {
  let lanes = plans.get(policy)
  if (lanes === undefined) {
    const [fast = [], ...later] = policy.tiers
    lanes = [...lanesAt(policy, FAST_STEP_CHARS, fast), ...lanesAt(policy, SLOW_STEP_CHARS, later.flat())]
    plans.set(policy, lanes)
  }
  return lanes
}

function lanesAt(policy: CompiledPolicy, step_chars: number, guards: readonly CompiledGuard[]): Lane[] {
  return (['window', 'whole'] as const).flatMap((reads) => {
    const readers = guards.filter(({ guard }) => guard.filesOnly !== true && traitsOf(guard).reads === reads)
    // Slow guards that withhold nothing must not delay those that do; fast ones need fewer checks than those.
    const aside = readers.filter((one) => one.guard.tier !== 'medium' && !withholds(one))
    const inLine = readers.filter((one) => !aside.includes(one))
    return [inLine, aside]
      .filter((members) => members.length > 0)
      .map((members) => ({ step_chars, reads, policy: only(policy, members), holders: members.filter(withholds) }))
  })
}

/** The policy with these guards alone. */
export function only(policy: CompiledPolicy, members: readonly CompiledGuard[]): CompiledPolicy {
  return { ...policy, tiers: policy.tiers.map((tier) => tier.filter((one) => members.includes(one))) }
}
