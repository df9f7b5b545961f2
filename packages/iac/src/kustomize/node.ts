import { type Document, isAlias, isMap, isScalar, isSeq, type Node, parseAllDocuments } from 'yaml'

/** Source location. Offsets are UTF-16 code units. */
export interface Source {
  readonly file: string
  readonly from: number
  readonly to: number
}

/** A value of an object, with its location. Nodes are immutable. */
export type ObjectNode =
  | { readonly type: 'map'; readonly entries: ReadonlyMap<string, Entry>; readonly source: Source }
  | { readonly type: 'list'; readonly items: readonly ObjectNode[]; readonly source: Source }
  | { readonly type: 'scalar'; readonly value: string | number | boolean | null; readonly source: Source }

export interface Entry {
  /** Location of the key. */
  readonly key: Source
  readonly value: ObjectNode
}

export type MapNode = Extract<ObjectNode, { type: 'map' }>

/** Own limit: deeper objects are not written by hand. */
const DEPTH_MAX = 60
/** Own limit: nodes of one file with resolved aliases. */
const NODES_MAX = 200_000

/** Returns the documents of a YAML text; undefined for invalid YAML, and for excessive alias expansion. */
export function readObjects(file: string, text: string): readonly ObjectNode[] | undefined {
  const parsed = parseAllDocuments(text, { logLevel: 'silent', uniqueKeys: false })
  // An empty text has no documents.
  const documents = 'empty' in parsed ? [] : parsed
  if (documents.some(({ errors }) => errors.length > 0)) return undefined
  const reader = new ObjectReader(file)
  try {
    return documents.flatMap((document) =>
      document.contents === null ? [] : [reader.read(document.contents, document, 0)],
    )
  } catch (thrown) {
    if (thrown instanceof TooMuch) return undefined
    throw thrown
  }
}

class TooMuch extends Error {}

class ObjectReader {
  readonly #file: string
  #count = 0

  constructor(file: string) {
    this.#file = file
  }

  read(node: Node, document: Document, depth: number): ObjectNode {
    this.#count += 1
    if (depth > DEPTH_MAX || this.#count > NODES_MAX) throw new TooMuch()
    const source = this.#source(node)
    if (isAlias(node)) {
      const target = node.resolve(document)
      return target === undefined ? { type: 'scalar', value: null, source } : this.read(target, document, depth + 1)
    }
    if (isMap(node)) return { type: 'map', entries: this.#entries(node, document, depth), source }
    if (isSeq(node)) {
      return { type: 'list', items: node.items.map((item) => this.read(item as Node, document, depth + 1)), source }
    }
    const value: unknown = isScalar(node) ? node.value : null
    const known = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
    return { type: 'scalar', value: known, source }
  }

  #entries(node: Extract<Node, { items: unknown[] }>, document: Document, depth: number): ReadonlyMap<string, Entry> {
    const entries = new Map<string, Entry>()
    if (!isMap(node)) return entries
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? String(key.value) : ''
      const place = this.#source(key as Node)
      const inner = value === null ? undefined : this.read(value as Node, document, depth + 1)
      if (name === '<<' && inner?.type === 'map') for (const [item, entry] of inner.entries) entries.set(item, entry)
      else entries.set(name, { key: place, value: inner ?? { type: 'scalar', value: null, source: place } })
    }
    return entries
  }

  #source(node: Node): Source {
    const [from, to] = node.range ?? [0, 0]
    return { file: this.#file, from, to }
  }
}

/** Returns the value at a path of keys; undefined where it is missing. */
export function valueAt(node: ObjectNode | undefined, ...path: readonly string[]): ObjectNode | undefined {
  return path.reduce<ObjectNode | undefined>(
    (item, key) => (item?.type === 'map' ? item.entries.get(key)?.value : undefined),
    node,
  )
}

/** Returns the text at a path; empty where it is missing. */
export function textAt(node: ObjectNode | undefined, ...path: readonly string[]): string {
  const found = valueAt(node, ...path)
  return found?.type === 'scalar' && found.value !== null ? String(found.value) : ''
}

export function itemsAt(node: ObjectNode | undefined, ...path: readonly string[]): readonly ObjectNode[] {
  const found = valueAt(node, ...path)
  return found?.type === 'list' ? found.items : []
}

export function scalar(value: string | number | boolean | null, source: Source): ObjectNode {
  return { type: 'scalar', value, source }
}

/** Returns a copy of a map with one entry added or replaced. */
export function withEntry(map: MapNode, key: string, value: ObjectNode): MapNode {
  const before = map.entries.get(key)
  return { ...map, entries: new Map([...map.entries, [key, { key: before?.key ?? value.source, value }]]) }
}

export function withoutEntry(map: MapNode, key: string): MapNode {
  return { ...map, entries: new Map([...map.entries].filter(([name]) => name !== key)) }
}

/** Returns a copy of an object with another value at a path; missing parent maps are created. */
export function withValue(node: ObjectNode, path: readonly string[], value: ObjectNode): ObjectNode {
  const [first, ...rest] = path
  if (first === undefined) return value
  const map: MapNode = node.type === 'map' ? node : { type: 'map', entries: new Map(), source: value.source }
  const inner = map.entries.get(first)?.value ?? { type: 'map', entries: new Map(), source: value.source }
  return withEntry(map, first, withValue(inner, rest, value))
}

/** Returns a copy of a node with every map in it changed, inner maps first. */
export function mapped(node: ObjectNode, change: (map: MapNode, key: string) => MapNode, key = ''): ObjectNode {
  if (node.type === 'list') return { ...node, items: node.items.map((item) => mapped(item, change, key)) }
  if (node.type === 'scalar') return node
  const entries = new Map(
    [...node.entries].map(([name, entry]) => [name, { ...entry, value: mapped(entry.value, change, name) }]),
  )
  return change({ ...node, entries }, key)
}
