import { Failure } from '@gatehouse/kernel'
import {
  Alias,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  type Node,
  type Pair,
  parseAllDocuments,
  Scalar,
  type YAMLMap,
} from 'yaml'
import type { OwnGrammar } from '../grammar.ts'
import { ownGrammar, type TreeWriter } from '../own-grammar.ts'
import { CONFIG_FIELDS, CONFIG_KINDS, DEPTH_MAX } from './kinds.ts'

/** Own limit: nodes duplicated by aliases. A file with more is an expansion attack. */
const ALIASED_NODES_MAX = 50_000

/** Maximum distance of a tag before its value: on the same line, or on the line above. */
const TAG_UNITS_MAX = 1_000

/** Returns the grammar of YAML with any number of documents. An alias is expanded in place, with the location of its anchor. */
export function yamlGrammar(): OwnGrammar {
  return ownGrammar({
    kinds: CONFIG_KINDS,
    fields: CONFIG_FIELDS,
    read: (text, writer) => {
      for (const document of documentsOf(text)) {
        for (const { pos } of document.errors) writer.unread(pos[0], Math.max(pos[0] + 1, pos[1]))
        if (document.contents === null) continue
        const start = document.contents.range?.[0] ?? 0
        writer.open('document', start)
        writer.close(new YamlReader(text, writer).node(document.contents, '', 0))
      }
    },
  })
}

function documentsOf(text: string) {
  try {
    const documents = parseAllDocuments(text, {
      logLevel: 'silent',
      uniqueKeys: false,
      strict: false,
      stringKeys: false,
    })
    return Array.isArray(documents) ? documents : []
  } catch (thrown) {
    // Unclosed nested brackets.
    if (thrown instanceof RangeError) throw new Failure('limit_reached', 'The text is nested too deeply.')
    throw thrown
  }
}

/** Writes the nodes of one document. Every method returns the end of its node. */
class YamlReader {
  readonly #text: string
  readonly #writer: TreeWriter
  readonly #anchors = new Map<string, Node>()
  /** Nodes whose alias is being expanded. */
  readonly #within = new Set<Node>()
  #aliased = 0

  constructor(text: string, writer: TreeWriter) {
    this.#text = text
    this.#writer = writer
  }

  node(node: Node, field: string, depth: number): number {
    if (depth > DEPTH_MAX) throw new Failure('limit_reached', 'The text is nested too deeply.')
    if (this.#within.size > 0 && (this.#aliased += 1) > ALIASED_NODES_MAX) {
      throw new Failure('limit_reached', 'Its aliases expand it beyond the limit.')
    }
    if (isAlias(node)) return this.#alias(node, field, depth)
    if ('anchor' in node && node.anchor !== undefined) this.#anchors.set(node.anchor, node)
    const tag = this.#tagOf(node)
    if (tag === undefined) return this.#plain(node, field, depth)
    // `!Ref x` means the same as `Ref: x`.
    this.#writer.open('mapping', tag.start, field)
    this.#writer.open('pair', tag.start)
    this.#writer.leaf('key', tag.start + 1, tag.end, 'key')
    const end = this.#plain(node, 'value', depth + 1)
    this.#writer.close(end)
    this.#writer.close(end)
    return end
  }

  #plain(node: Node, field: string, depth: number): number {
    if (isScalar(node)) return this.#scalar(node, field)
    if (!isCollection(node)) return node.range?.[1] ?? 0
    const [start, last] = node.range ?? [0, 0]
    this.#writer.open(isMap(node) ? 'mapping' : 'sequence', start, field)
    let end = start + 1
    if (isMap(node)) for (const pair of this.#pairsOf(node)) end = Math.max(end, this.#pair(pair, depth + 1))
    else {
      for (const item of node.items) {
        if (isNode(item)) end = Math.max(end, this.node(item, '', depth + 1))
        else if (isPair(item)) end = Math.max(end, this.#pair(item, depth + 1))
      }
    }
    if (node.flow === true) end = last
    this.#writer.close(end)
    return end
  }

  /** Returns the pairs of a mapping, including those merged with `<<`. */
  #pairsOf(map: YAMLMap): readonly Pair[] {
    const own = map.items
    const merged = own.filter(({ key }) => isScalar(key) && key.value === '<<')
    if (merged.length === 0) return own
    const isMerged = new Set(merged)
    const names = new Set(own.map(({ key }) => keyText(key)))
    const more: Pair[] = []
    for (const { value } of merged) {
      const sources = isCollection(value) && !isMap(value) ? value.items : [value]
      for (const source of sources) {
        const from = isAlias(source) ? this.#anchors.get(source.source) : source
        if (!isMap(from) || this.#within.has(from)) continue
        for (const pair of from.items) {
          const name = keyText(pair.key)
          if (name === '<<' || names.has(name)) continue
          names.add(name)
          more.push(pair)
          if ((this.#aliased += 1) > ALIASED_NODES_MAX)
            throw new Failure('limit_reached', 'Its aliases expand it beyond the limit.')
        }
      }
    }
    return [...own.filter((pair) => !isMerged.has(pair)), ...more]
  }

  #pair({ key, value }: Pair, depth: number): number {
    const [start, keyEnd] = isNode(key) ? (key.range ?? [0, 0]) : [0, 0]
    this.#writer.open('pair', start)
    const isQuoted = isScalar(key) && (key.type === Scalar.QUOTE_DOUBLE || key.type === Scalar.QUOTE_SINGLE)
    const [from, to] = isQuoted ? within(start, keyEnd) : [start, keyEnd]
    this.#writer.leaf('key', from, to, 'key')
    const end = isNode(value) ? Math.max(keyEnd, this.node(value, 'value', depth + 1)) : keyEnd
    this.#writer.close(end)
    return end
  }

  #alias(alias: Alias, field: string, depth: number): number {
    const [start, end] = alias.range ?? [0, 0]
    const named = this.#anchors.get(alias.source)
    if (named === undefined || this.#within.has(named)) {
      this.#writer.leaf('alias', start, end, field)
      return end
    }
    this.#within.add(named)
    this.#plain(named, field, depth + 1)
    this.#within.delete(named)
    return end
  }

  #scalar(node: Scalar, field: string): number {
    const [start, last] = node.range ?? [0, 0]
    let end = last
    while (end > start && this.#text.charCodeAt(end - 1) <= 32) end -= 1
    const kind = kindOf(node)
    if (kind !== 'string') {
      this.#writer.leaf(kind, start, end, field)
      return end
    }
    this.#writer.open('string', start, field)
    const [from, to] = this.#contentOf(node, start, end)
    this.#writer.leaf('content', from, to)
    this.#writer.close(end)
    return end
  }

  #contentOf({ type }: Scalar, start: number, end: number): readonly [number, number] {
    if (type === Scalar.QUOTE_DOUBLE || type === Scalar.QUOTE_SINGLE) return within(start, end)
    if (type !== Scalar.BLOCK_LITERAL && type !== Scalar.BLOCK_FOLDED) return [start, end]
    // Past the line of `|`.
    const line = this.#text.indexOf('\n', start)
    let from = line === -1 || line >= end ? end : line + 1
    while (from < end && this.#text[from] === ' ') from += 1
    return [from, end]
  }

  /** Returns the location of a custom tag. */
  #tagOf({ tag, range }: Node): { readonly start: number; readonly end: number } | undefined {
    if (tag === undefined || !/^![A-Za-z]/.test(tag)) return undefined
    const end = range?.[0] ?? 0
    const before = Math.max(0, end - TAG_UNITS_MAX)
    const at = this.#text.slice(before, end + tag.length).lastIndexOf(tag)
    return at === -1 ? undefined : { start: before + at, end: before + at + tag.length }
  }
}

/** Most consumers of these files read `yes` and `on` as booleans. */
const TRUTH = /^(?:yes|no|on|off)$/i

function kindOf({ type, value, source, tag }: Scalar): 'string' | 'number' | 'boolean' | 'null' {
  if (type !== Scalar.PLAIN || tag === 'tag:yaml.org,2002:str') return 'string'
  if (value === null) return 'null'
  if (typeof value === 'boolean' || TRUTH.test(source ?? '')) return 'boolean'
  return typeof value === 'number' || typeof value === 'bigint' ? 'number' : 'string'
}

/** Returns the range between two quotes; the second may be missing. */
function within(start: number, end: number): readonly [number, number] {
  const from = Math.min(start + 1, end)
  return [from, Math.max(from, end - 1)]
}

function keyText(key: unknown): string {
  return isScalar(key) ? String(key.value) : ''
}

function isNode(value: unknown): value is Node {
  return isAlias(value) || isScalar(value) || isCollection(value)
}

function isPair(value: unknown): value is Pair {
  return typeof value === 'object' && value !== null && 'key' in value && 'value' in value && !isNode(value)
}
