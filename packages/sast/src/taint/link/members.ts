import type { CallFacts, Flow } from '../facts.ts'
import { plainKind } from '../flow/types.ts'
import type { Classes } from './classes.ts'
import type { FileNode, Fn } from './program.ts'
import { firstNamed, hasNamed } from '../named.ts'

type Kind = 'number' | 'boolean'

interface Accessed {
  readonly name: string
  readonly isSet: boolean
  readonly kind: Kind | undefined
}

const ACCESSOR = /^(get|is|set)([A-Z]\w*)$/

/** Declared types of members: by those of parameters and receivers, in any file. */
export class Members {
  readonly #classes: Classes
  readonly #known = new Map<string, Kind | undefined>()
  readonly #ofFlows = new Map<Flow, Kind | undefined>()
  readonly #accessed = new Map<CallFacts, Accessed | undefined>()

  constructor(classes: Classes) {
    this.#classes = classes
  }

  /** Returns the kind of a member at the start or the end of a flow, if it is declared as a number or a boolean. */
  ofFlow(flow: Flow, fn: Fn): Kind | undefined {
    if (flow.fromPath.length === 0 && flow.toPath.length === 0) return undefined
    if (this.#ofFlows.has(flow)) return this.#ofFlows.get(flow)
    const kind = this.#find(flow, fn)
    this.#ofFlows.set(flow, kind)
    return kind
  }

  #find({ from, fromPath, to, toPath }: Flow, fn: Fn): Kind | undefined {
    const [first] = fromPath
    if (first !== undefined) {
      const type = from.type === 'source' ? fn.file.facts.sources[from.mark]?.type : undefined
      if (type !== undefined) return this.of(type, first, fn.file)
      const kind = from.type === 'parameter' ? this.#ofParameter(fn, from.index, first) : undefined
      if (kind !== undefined) return kind
    }
    const [put] = toPath
    return put !== undefined && to.type === 'parameter' ? this.#ofParameter(fn, to.index, put) : undefined
  }

  #ofParameter(fn: Fn, index: number, key: string): Kind | undefined {
    const type = index === -1 ? fn.owner?.facts.name : fn.facts.parameters[index]?.type
    return type === undefined ? undefined : this.of(type, key, fn.file)
  }

  /**
   * Returns the member of a generated getter or setter, where a class of the tree declares the member but not the method: the compiler
   * generates it.
   */
  accessed(call: CallFacts, file: FileNode): Accessed | undefined {
    if (call.receiverType === undefined) return undefined
    if (this.#accessed.has(call)) return this.#accessed.get(call)
    const found = this.#findAccessed(call, file)
    this.#accessed.set(call, found)
    return found
  }

  #findAccessed({ receiverType, method, arguments: values }: CallFacts, file: FileNode): Accessed | undefined {
    const found = receiverType === undefined ? null : ACCESSOR.exec(method)
    if (found === null || values.length !== (found[1] === 'set' ? 1 : 0)) return undefined
    const name = found[2]!.slice(0, 1).toLowerCase() + found[2]!.slice(1)
    for (const item of this.#classes.declared(receiverType!, file)) {
      const has = [item, ...this.#classes.above(item)].some(({ facts }) => hasNamed(facts.fields, name))
      if (has) return { name, isSet: found[1] === 'set', kind: this.of(receiverType!, name, file) }
    }
    return undefined
  }

  /** Returns the kind of a member in all classes of a type. */
  of(type: string, key: string, file: FileNode): Kind | undefined {
    const at = `${file.index} ${key} ${type}`
    if (this.#known.has(at)) return this.#known.get(at)
    const kinds = this.#classes.declared(type, file).map((item) => {
      const fields = [item, ...this.#classes.above(item)].flatMap(({ facts }) => firstNamed(facts.fields, key) ?? [])
      return plainKind(fields[0]?.type)
    })
    const [kind] = kinds
    const found = kinds.every((item) => item === kind) ? kind : undefined
    this.#known.set(at, found)
    return found
  }
}
