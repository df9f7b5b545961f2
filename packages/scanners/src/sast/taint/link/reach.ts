import { passedTo } from './arguments.ts'
import type { Ground } from './ground.ts'
import { afterKey, parameterKey, resultKey, thrownKey } from './keys.ts'
import { callOf, cellKey, type Fn, type OriginNode, push } from './program.ts'

/** Which values can get to which sinks at all, whatever the calls: what cannot is not walked. */
export class Reach {
  readonly #ground: Ground
  /** By a value: those that it can come from in one step. */
  readonly #before: number[][] = []
  /** By file and sink. */
  readonly #sinks = new Map<string, number[]>()

  constructor(ground: Ground) {
    this.#ground = ground
    for (let node = 0; node < ground.program.originCount; node += 1) this.#before.push([])
    for (const fn of ground.program.functions) for (const node of fn.origins.values()) this.#add(node)
  }

  /** The values from which one of the sinks can be reached, by their numbers. */
  to(sinks: readonly { readonly file: number; readonly mark: number }[]): Uint8Array {
    const reached = new Uint8Array(this.#ground.program.originCount)
    const open: number[] = []
    const visit = (node: number): void => {
      if (reached[node] === 1) return
      reached[node] = 1
      open.push(node)
    }
    for (const { file, mark } of sinks) for (const node of this.#sinks.get(`${file} ${mark}`) ?? []) visit(node)
    for (const node of open) for (const before of this.#before[node]!) visit(before)
    return reached
  }

  #add(node: OriginNode): void {
    const { fn } = node
    for (const { to } of node.flows) {
      switch (to.type) {
        case 'sink':
          push(this.#sinks, `${fn.file.index} ${to.mark}`, node.id)
          break
        case 'argument':
          this.#given(node, to.call, to.index)
          break
        case 'cell':
          for (const reader of fn.file.readers.get(cellKey(to.cell)) ?? []) this.#edge(node, reader)
          for (const one of this.#ground.modules.importersOf(fn.file, cellKey(to.cell))) this.#edge(node, one.node)
          break
        case 'return':
        case 'throw':
          this.#left(node, to.type === 'throw' ? 't' : 'r')
          break
        case 'parameter':
        default:
          this.#left(node, to.index === -1 ? 'this' : 'a')
          break
      }
    }
  }

  #given(node: OriginNode, at: number, index: number): void {
    const { fn } = node
    const call = fn.firstCall + at
    const facts = callOf(fn, at)
    this.#edge(node, fn.origins.get(afterKey(at, index)))
    const targets = this.#ground.targets.of(call)
    for (const target of targets) {
      if (index === -1) this.#edge(node, target.fn.origins.get('p-1'))
      for (const { parameter } of passedTo(facts, index, target.fn.facts)) {
        this.#edge(node, target.fn.origins.get(parameterKey(parameter)))
      }
    }
    if (targets.length > 0 || index < -1) return
    this.#changed(node, fn, at)
    for (const target of this.#ground.targets.callbacks(call)) {
      for (const key of target.fn.origins.keys()) {
        if (/^p\d/.test(key)) this.#edge(node, target.fn.origins.get(key))
      }
    }
  }

  /** Whatever a call may have changed. */
  #changed(node: OriginNode, fn: Fn, at: number): void {
    this.#edge(node, fn.origins.get(resultKey(at)))
    for (const one of this.#ground.chains.of(fn, at)) this.#edge(node, fn.origins.get(afterKey(one, -1)))
    if (this.#ground.models.of(fn.firstCall + at).isGuess) return
    for (let index = 0; index < callOf(fn, at).arguments.length; index += 1) {
      this.#edge(node, fn.origins.get(afterKey(at, index)))
    }
  }

  #left(node: OriginNode, what: 'r' | 't' | 'a' | 'this'): void {
    for (const { call, target } of this.#ground.targets.sites(node.fn)) {
      const owner = this.#ground.program.ownerOf(call)
      const at = call - owner.firstCall
      if (target.mode === 'callback') {
        this.#changed(node, owner, at)
        for (const one of this.#ground.targets.callbacks(call)) {
          for (const key of one.fn.origins.keys()) if (/^p\d/.test(key)) this.#edge(node, one.fn.origins.get(key))
        }
      } else if (what === 'a') {
        for (let index = 0; index < callOf(owner, at).arguments.length; index += 1) {
          this.#edge(node, owner.origins.get(afterKey(at, index)))
        }
      } else if (what === 'this') {
        if (target.mode === 'make') this.#edge(node, owner.origins.get(resultKey(at)))
        else for (const one of this.#ground.chains.of(owner, at)) this.#edge(node, owner.origins.get(afterKey(one, -1)))
      } else this.#edge(node, owner.origins.get(what === 't' ? thrownKey(at) : resultKey(at)))
    }
    if (what !== 'this' || node.fn.owner === undefined) return
    for (const one of this.#ground.classes.related(node.fn.owner)) {
      for (const method of [...one.methods.values()].flat()) this.#edge(node, method.origins.get('p-1'))
    }
  }

  #edge(from: OriginNode, to: OriginNode | undefined): void {
    if (to !== undefined) this.#before[to.id]!.push(from.id)
  }
}
