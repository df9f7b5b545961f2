import { isAlias, isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml'

/** Template value that is known before deployment. */
export type Known = string | number | boolean

/** Gatehouse-specific limit: maximum depth of nested functions. */
const DEPTH_MAX = 20

/** A function of the template language, in either way to write it. */
export interface Call {
  /** Without `!` and `Fn::`. */
  readonly name: string
  readonly argument: Node
}

/** Returns the function that a node calls; undefined for any other node. */
export function callOf(node: Node): Call | undefined {
  if (isAlias(node)) return undefined
  const tag = /^!([A-Z]\w{1,40})$/.exec(node.tag ?? '')
  if (tag !== null) return { name: tag[1]!, argument: node }
  if (!isMap(node) || node.items.length !== 1) return undefined
  const [pair] = node.items
  const key = isScalar(pair!.key) ? String(pair!.key.value) : ''
  const name = key === 'Ref' || key === 'Condition' ? key : /^Fn::(\w{1,40})$/.exec(key)?.[1]
  return name === undefined || !isNode(pair!.value) ? undefined : { name, argument: pair!.value }
}

/** Evaluates template functions with the default values of parameters. */
export class Values {
  readonly #root: YAMLMap
  readonly #defaults = new Map<string, Known>()

  constructor(root: YAMLMap) {
    this.#root = root
    const parameters = root.get('Parameters', true)
    if (!isMap(parameters)) return
    for (const { key, value } of parameters.items) {
      // A hidden parameter (`NoEcho`) is a secret: its default is not used.
      if (!isMap(value) || isTrue(value.get('NoEcho'))) continue
      const input: unknown = value.get('Default')
      if (isScalar(key) && isKnown(input)) this.#defaults.set(String(key.value), input)
    }
  }

  /** Returns the value of a node; undefined where it is unknown. */
  of(node: Node, depth = 0): Known | undefined {
    if (depth > DEPTH_MAX) return undefined
    const call = callOf(node)
    if (call === undefined) return isScalar(node) && isKnown(node.value) ? node.value : undefined
    const { name, argument } = call
    const parts = isSeq(argument) ? argument.items.filter(isNode) : []
    switch (name) {
      case 'Ref':
        return isScalar(argument) ? this.#defaults.get(String(argument.value)) : undefined
      case 'Sub':
        return this.#filled(argument, depth)
      case 'Join':
        return this.#joined(parts, depth)
      case 'FindInMap':
        return this.#found(parts, depth)
      case 'If': {
        const [condition, yes, no] = parts
        const holds = isScalar(condition) ? this.#named(String(condition.value), depth) : undefined
        const branch = holds === undefined ? undefined : holds ? yes : no
        return branch === undefined ? undefined : this.of(branch, depth + 1)
      }
      default:
        return undefined
    }
  }

  /** Fills `${Name}` in a text; unknown names stay as written. */
  #filled(argument: Node, depth: number): string | undefined {
    const [text, names] = isSeq(argument) ? argument.items : [argument]
    if (!isScalar(text) || typeof text.value !== 'string') return undefined
    let isChanged = false
    const filled = text.value.replace(/\$\{([\w:.]{1,200})\}/g, (all, name: string) => {
      const own: unknown = isMap(names) ? names.get(name, true) : undefined
      const value = isNode(own) ? this.of(own, depth + 1) : this.#defaults.get(name)
      if (value === undefined) return all
      isChanged = true
      return String(value)
    })
    return isChanged || !filled.includes('${') ? filled : undefined
  }

  #joined([between, list]: readonly Node[], depth: number): string | undefined {
    if (!isScalar(between) || !isSeq(list)) return undefined
    const parts = list.items.map((part) => (isNode(part) ? this.of(part, depth + 1) : undefined))
    return parts.includes(undefined) ? undefined : parts.join(String(between.value))
  }

  #found(parts: readonly Node[], depth: number): Known | undefined {
    const path = parts.slice(0, 3).map((part) => this.of(part, depth + 1))
    if (path.length < 3 || path.includes(undefined)) return undefined
    const found: unknown = this.#root.getIn(['Mappings', ...path])
    return isKnown(found) ? found : undefined
  }

  #named(name: string, depth: number): boolean | undefined {
    const condition: unknown = this.#root.getIn(['Conditions', name], true)
    return isNode(condition) ? this.#holds(condition, depth + 1) : undefined
  }

  #holds(node: Node, depth: number): boolean | undefined {
    const call = callOf(node)
    if (call === undefined || depth > DEPTH_MAX) return undefined
    const parts = isSeq(call.argument) ? call.argument.items.filter(isNode) : []
    switch (call.name) {
      case 'Condition':
        return isScalar(call.argument) ? this.#named(String(call.argument.value), depth) : undefined
      case 'Equals': {
        const [a, b] = parts.map((part) => this.of(part, depth + 1))
        return a === undefined || b === undefined ? undefined : String(a) === String(b)
      }
      case 'Not': {
        const [only] = parts.map((part) => this.#holds(part, depth + 1))
        return only === undefined ? undefined : !only
      }
      case 'And':
      case 'Or': {
        const all = parts.map((part) => this.#holds(part, depth + 1))
        const decides = call.name === 'Or'
        if (all.includes(decides)) return decides
        return all.includes(undefined) ? undefined : !decides
      }
      default:
        return undefined
    }
  }
}

export function isNode(value: unknown): value is Node {
  return isAlias(value) || isScalar(value) || isMap(value) || isSeq(value)
}

function isKnown(value: unknown): value is Known {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function isTrue(value: unknown): boolean {
  return value === true || (typeof value === 'string' && /^(?:true|yes)$/i.test(value))
}
