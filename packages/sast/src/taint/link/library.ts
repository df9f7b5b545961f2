import type { Flow } from '../facts.ts'
import { keyed, type ModelFlow } from '../models/model.ts'
import type { Fact, Step } from './facts-found.ts'
import type { Ground } from './ground.ts'
import type { Guide } from './guide.ts'
import { afterKey, resultKey } from './keys.ts'
import { callOf, type Fn } from './program.ts'
import type { Target } from './targets.ts'
import type { Exit, LabelRules } from './ways.ts'

/** Destinations of values. */
interface ValuePositions {
  at(fn: Fn, key: string, entry: number, path: number, said: LabelRules, step: Step): void
  into(fact: Fact, flow: Flow, call: number, parameter: number, path: number, said: LabelRules, target: Target): void
}

/** Applies the models of library calls, which are data. */
export class Library {
  readonly #ground: Ground
  readonly #guide: Guide
  readonly #to: ValuePositions

  constructor(ground: Ground, guide: Guide, to: ValuePositions) {
    this.#ground = ground
    this.#guide = guide
    this.#to = to
  }

  /** Applies a library model to a value. @param index of the argument; -1 is the receiver */
  byModel(fact: Fact, flow: Flow, call: number, index: number, path: number, said: LabelRules): void {
    // The callee is no argument.
    const model = index < -1 ? undefined : this.#guide.model(call, said.tag)
    for (const item of model?.flows ?? []) {
      const { type } = item.from
      const isMeant =
        index === -1
          ? type === 'receiver'
          : type === 'argument' && (item.from.index === -1 || item.from.index === index)
      const moved = isMeant ? this.moved(path, item, call) : -1
      if (moved !== -1) this.put(fact, flow, call, fact.entry, item, moved, said, undefined)
    }
  }

  /** Paths in models may contain constant keys from the call. */
  moved(path: number, { from, to }: ModelFlow, call: number): number {
    const owner = this.#ground.program.ownerOf(call)
    const { constants } = callOf(owner, call - owner.firstCall)
    return this.#ground.paths.moved(path, keyed(from.path, constants), keyed(to.path, constants))
  }

  /** @param inner fact that left a function called by the library */
  put(
    fact: Fact,
    flow: Flow,
    call: number,
    entry: number,
    { to }: ModelFlow,
    path: number,
    said: LabelRules,
    inner: Exit | undefined,
  ): void {
    const owner = this.#ground.program.ownerOf(call)
    const local = call - owner.firstCall
    const [within, innerFlow] = [inner?.fact, inner?.flow]
    const step: Step = { how: 'library', before: fact, flow, call, inner: within, innerFlow }
    switch (to.type) {
      case 'result':
        this.#to.at(owner, resultKey(local), entry, path, said, step)
        break
      case 'receiver':
        for (const item of this.#ground.chains.of(owner, local))
          this.#to.at(owner, afterKey(item, -1), entry, path, said, step)
        break
      case 'argument':
        this.#to.at(owner, afterKey(local, to.index), entry, path, said, step)
        break
      case 'parameter':
        for (const target of this.#ground.targets.callbacks(call)) {
          if (target.index === to.index) this.#to.into(fact, flow, call, to.parameter, path, said, target)
        }
        break
      case 'returned':
      default:
        break
    }
  }
}
