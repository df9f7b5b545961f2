import { Failure } from '@gatehouse/kernel'
import { lineStarts, NAMED, positionOf } from './compact-tree.ts'
import type { OwnGrammar } from './grammar.ts'
import { Growing } from './growing.ts'
import { type Kinds, kindsOf } from './kinds.ts'
import type { Parsed, Unread } from './parse.ts'

/** A language that we read ourselves. */
export interface OwnReader {
  /** Names of all node kinds, all of them named nodes; the first is the root. */
  readonly kinds: readonly string[]
  readonly fields: readonly string[]
  /** Writes all nodes of a text, below a root that is there and covers the text. Throws nothing for any text. */
  readonly read: (text: string, writer: TreeWriter) => void
}

/** Creates a grammar from a reader. */
export function ownGrammar({ kinds: names, fields, read }: OwnReader): OwnGrammar {
  const { kinds } = kindsOf({
    nodeTypeCount: names.length,
    nodeTypeForId: (id) => names[id] ?? null,
    nodeTypeIsNamed: () => true,
    fieldIdForName: (name) => fields.indexOf(name) + 1,
  })
  return {
    kinds,
    parse: (text) => {
      const writer = new TreeWriter(text, kinds)
      try {
        writer.open(names[0]!, 0)
        read(text, writer)
        writer.close(text.length)
      } catch (thrown) {
        if (thrown instanceof Failure && thrown.code === 'limit_reached') return undefined
        throw thrown
      }
      return writer.done()
    },
  }
}

/** Receives the nodes of a tree in pre-order. */
export class TreeWriter {
  readonly #text: string
  readonly #kinds: Kinds
  readonly #growing: Growing
  readonly #unread: Unread[] = []
  readonly #open: number[] = []
  #lines: Uint32Array | undefined

  constructor(text: string, kinds: Kinds) {
    this.#text = text
    this.#kinds = kinds
    this.#growing = new Growing(text.length >> 2)
  }

  /** Starts a node: everything up to its {@link close} is its content. @param field field name in the parent node */
  open(kind: string, start: number, field = ''): void {
    this.#open.push(this.#add(kind, start, start, field))
  }

  /** Ends the innermost open node. */
  close(end: number): void {
    const node = this.#open.pop()!
    this.#growing.end(node, end)
    this.#growing.close(node)
  }

  /** A node with nothing in it. */
  leaf(kind: string, start: number, end: number, field = ''): void {
    this.#growing.close(this.#add(kind, start, end, field))
  }

  /** How many nodes there are. */
  get count(): number {
    return this.#growing.count
  }

  /** Names a region that could not be read. */
  unread(start: number, end: number): void {
    this.#lines ??= lineStarts(this.#text)
    const fromLine = positionOf(this.#lines, start).line
    this.#unread.push({ fromLine, toLine: positionOf(this.#lines, Math.max(start, end - 1)).line })
  }

  done(): Parsed {
    const tree = { text: this.#text, kinds: this.#kinds, ...this.#growing.done() }
    return { tree, unread: this.#unread }
  }

  #add(kind: string, start: number, end: number, field: string): number {
    const id = this.#kinds.id(kind, true)
    const parent = this.#open.at(-1) ?? -1
    const node = this.#growing.add(id, start, end, parent, this.#kinds.field(field), NAMED)
    if (node === -1) throw new Failure('limit_reached', 'The text has too many nodes.')
    return node
  }
}
