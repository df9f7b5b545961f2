import { boundTo } from '../match/bindings.ts'
import type { Hit } from '../match/find.ts'
import type { Condition } from '../rules/rule.ts'
import { meets } from './conditions.ts'
import type { SearchGround } from './ground.ts'

/** Ours: more hits are first brought together with others, which leaves few of them. */
const HITS_MAX = 200

/** Conditions that look at one metavariable and bind none, held against hits as soon as it is bound. */
export class Sieve {
  readonly #ground: SearchGround
  #left: readonly Condition[]

  constructor(conditions: readonly Condition[], ground: SearchGround) {
    this.#left = conditions
    this.#ground = ground
  }

  /** Conditions that are still to be asked. */
  get left(): readonly Condition[] {
    return this.#left
  }

  /** Hits without those that a condition drops, whatever they are brought together with. */
  sift(hits: readonly Hit[]): readonly Hit[] {
    if (hits.length > HITS_MAX) return hits
    let kept = hits
    const left: Condition[] = []
    for (const condition of this.#left) {
      if (condition.type !== 'regex' && condition.type !== 'analysis' && condition.type !== 'type') {
        left.push(condition)
        continue
      }
      const isBound = kept.every(({ bindings }) => boundTo(bindings, condition.meta) !== undefined)
      if (isBound) kept = kept.filter((hit) => meets(condition, hit, this.#ground).length > 0)
      else left.push(condition)
    }
    this.#left = left
    return kept
  }
}
