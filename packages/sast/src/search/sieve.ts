import { bindingOf } from '../match/bindings.ts'
import type { Hit } from '../match/find.ts'
import type { Condition } from '../rules/rule.ts'
import { meets } from './conditions.ts'
import type { SearchGround } from './ground.ts'

/** Own limit: more hits are combined with other parts first, which leaves few of them. */
const HITS_MAX = 200

/** Conditions on one metavariable that bind none, applied to hits as soon as it is bound. */
export class Sieve {
  readonly #ground: SearchGround
  #left: readonly Condition[]

  constructor(conditions: readonly Condition[], ground: SearchGround) {
    this.#left = conditions
    this.#ground = ground
  }

  /** Returns conditions that are not applied yet. */
  get left(): readonly Condition[] {
    return this.#left
  }

  /** Returns hits without those that a condition rejects in any combination. */
  sift(hits: readonly Hit[]): readonly Hit[] {
    if (hits.length > HITS_MAX) return hits
    let remaining = hits
    const left: Condition[] = []
    for (const condition of this.#left) {
      if (condition.type !== 'regex' && condition.type !== 'analysis' && condition.type !== 'type') {
        left.push(condition)
        continue
      }
      const isBound = remaining.every(({ bindings }) => bindingOf(bindings, condition.meta) !== undefined)
      if (isBound) remaining = remaining.filter((hit) => meets(condition, hit, this.#ground).length > 0)
      else left.push(condition)
    }
    this.#left = left
    return remaining
  }
}
