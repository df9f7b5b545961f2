import type { CallModels } from './call-models.ts'
import { type Fn, push } from './program.ts'
import type { Targets } from './targets.ts'

/** Own limit: longer chains are cut to their last calls. */
const CHAIN_MAX = 30

/** Chains of calls on one object: in `a.b().c()` both are calls on `a`, where `b` returns its receiver. */
export class Chains {
  readonly #targets: Targets
  readonly #models: CallModels
  /** By function: the calls with results that are the receiver of a call. */
  readonly #before = new Map<Fn, ReadonlyMap<number, readonly number[]>>()

  constructor(targets: Targets, models: CallModels) {
    this.#targets = targets
    this.#models = models
  }

  /** Returns a call and the previous calls on the same object. */
  of(fn: Fn, call: number): readonly number[] {
    const found = [call]
    for (const item of found) {
      for (const before of this.#links(fn).get(item) ?? []) {
        if (found.length < CHAIN_MAX && !found.includes(before) && this.#givesItself(fn, before)) found.push(before)
      }
    }
    return found
  }

  #links(fn: Fn): ReadonlyMap<number, readonly number[]> {
    let links = this.#before.get(fn)
    if (links === undefined) {
      const found = new Map<number, number[]>()
      for (const { from, fromPath, to, toPath } of fn.facts.flows) {
        const isReceiver = to.type === 'argument' && to.index === -1 && toPath.length === 0
        if (isReceiver && from.type === 'result' && fromPath.length === 0) push(found, to.call, from.call)
      }
      links = found
      this.#before.set(fn, links)
    }
    return links
  }

  #givesItself(fn: Fn, call: number): boolean {
    const targets = this.#targets.of(fn.firstCall + call)
    if (targets.length > 0) {
      return targets.some((target) =>
        target.fn.facts.flows.some(
          ({ from, fromPath, to }) =>
            from.type === 'parameter' && from.index === -1 && fromPath.length === 0 && to.type === 'return',
        ),
      )
    }
    const { flows, isGuess } = this.#models.of(fn.firstCall + call)
    const changes = flows.some(({ to }) => to.type === 'receiver')
    return !isGuess && changes && flows.some(({ from, to }) => from.type === 'receiver' && to.type === 'result')
  }
}
