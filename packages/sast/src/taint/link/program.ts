import type { CallFacts, ClassFacts, FileFacts, Flow, FunctionFacts, Origin } from '../facts.ts'
import { afterKey, parameterKey, resultKey, thrownKey } from './keys.ts'

/** A value of a function, with its flows. */
export interface OriginNode {
  readonly id: number
  readonly fn: Fn
  readonly origin: Origin
  readonly flows: readonly Flow[]
}

/** A function of the tree. */
export interface Fn {
  readonly id: number
  /** Index in its file. */
  readonly index: number
  readonly file: FileNode
  readonly facts: FunctionFacts
  readonly owner: ClassNode | undefined
  readonly origins: ReadonlyMap<string, OriginNode>
  /** The number of its first call, over all files. */
  readonly firstCall: number
}

export interface ClassNode {
  readonly id: number
  readonly file: FileNode
  readonly facts: ClassFacts
  /** With the package before it. */
  readonly fullName: string
  readonly methods: ReadonlyMap<string, readonly Fn[]>
}

export interface FileNode {
  readonly index: number
  readonly facts: FileFacts
  /** Languages that call each other: `javascript`, `java`, … */
  readonly family: string
  readonly functions: Fn[]
  readonly classes: ClassNode[]
  /** By the key of the cell. */
  readonly readers: ReadonlyMap<string, readonly OriginNode[]>
  /** By index of the source in the file. */
  readonly sources: ReadonlyMap<number, readonly OriginNode[]>
}

const FAMILIES: Readonly<Record<string, string>> = {
  typescript: 'javascript',
  tsx: 'javascript',
  jsx: 'javascript',
  c: 'cpp',
  'c-header': 'cpp',
}

/** Returns the language family: languages of one family call each other; those of different families never do. */
export function familyOf(language: string): string {
  return FAMILIES[language] ?? language
}

/** The functions of all files, with numbers of their own. */
export class Program {
  readonly files: readonly FileNode[]
  readonly functions: readonly Fn[]
  readonly classes: readonly ClassNode[]
  /** How many values there are. */
  readonly originCount: number
  readonly callCount: number
  readonly #ownerOfCall: Fn[] = []

  constructor(value: Iterable<FileFacts>) {
    const sorted = [...value].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
    const functions: Fn[] = []
    const classes: ClassNode[] = []
    let origins = 0
    let calls = 0
    this.files = sorted.map((facts, index) => {
      const readers = new Map<string, OriginNode[]>()
      const sources = new Map<number, OriginNode[]>()
      const file: FileNode = {
        index,
        facts,
        family: familyOf(facts.language),
        functions: [],
        classes: [],
        readers,
        sources,
      }
      for (const item of facts.classes) {
        const methods = new Map<string, Fn[]>()
        const node = { id: classes.length, file, facts: item, fullName: dotted(facts.package, item.name), methods }
        classes.push(node)
        file.classes.push(node)
      }
      facts.functions.forEach((def, place) => {
        const nodes = new Map<string, OriginNode>()
        const owner = file.classes[def.owner]
        const fn: Fn = { id: functions.length, index: place, file, facts: def, owner, origins: nodes, firstCall: calls }
        functions.push(fn)
        file.functions.push(fn)
        for (let call = 0; call < def.calls.length; call += 1) this.#ownerOfCall.push(fn)
        calls += def.calls.length
        for (const flow of def.flows) {
          const key = originKey(flow.from)
          const known = nodes.get(key)
          if (known !== undefined) {
            // The array is mutable until the program is complete.
            ;(known.flows as Flow[]).push(flow)
            continue
          }
          const node: OriginNode = { id: origins, fn, origin: flow.from, flows: [flow] }
          origins += 1
          nodes.set(key, node)
          if (flow.from.type === 'cell') push(readers, key, node)
          if (flow.from.type === 'source') push(sources, flow.from.mark, node)
        }
      })
      for (const node of file.classes) {
        for (const { name, function: at } of node.facts.methods) {
          const fn = file.functions[at]
          if (fn !== undefined) push(node.methods as Map<string, Fn[]>, name, fn)
        }
      }
      return file
    })
    this.functions = functions
    this.classes = classes
    this.originCount = origins
    this.callCount = calls
  }

  ownerOf(call: number): Fn {
    return this.#ownerOfCall[call]!
  }
}

export function callOf(fn: Fn, call: number): CallFacts {
  return fn.facts.calls[call]!
}

/** Returns the key of an origin within one function. */
export function originKey(origin: Origin): string {
  switch (origin.type) {
    case 'parameter':
      return parameterKey(origin.index)
    case 'result':
      return resultKey(origin.call)
    case 'after':
      return afterKey(origin.call, origin.index)
    case 'thrown':
      return thrownKey(origin.call)
    case 'cell':
      return cellKey(origin.cell)
    case 'source':
      return `s${origin.mark}`
    case 'function':
      return `f${origin.id}`
    case 'class':
      return `k${origin.id}`
    case 'import':
      return `i${origin.module}|${origin.name}`
    case 'global':
    default:
      return `g${origin.name}`
  }
}

export function cellKey({ owner, name }: { readonly owner: number; readonly name: string }): string {
  return `c${owner}:${name}`
}

/** Joins names with dots, independent of the language's separator. */
export function dotted(...parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .join('.')
    .replace(/\\|::|->|\//g, '.')
    .replace(/^\.+/, '')
}

export function push<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}
