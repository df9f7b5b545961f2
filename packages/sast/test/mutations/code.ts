import { languageOf } from '../../src/languages/all.ts'
import type { Language } from '../../src/languages/language.ts'
import type { Facts } from '../../src/match/facts.ts'
import { Source } from '../../src/match/source.ts'
import { type Vocabulary, vocabularyOf } from '../../src/match/view.ts'
import { type CompactTree, EXTRA, lineStarts, NAMED, positionOf } from '../../src/tree/compact-tree.ts'
import { loadGrammar } from '../../src/tree/grammar.ts'
import { parseText } from '../../src/tree/parse.ts'

/** A parsed file for mutations. Nodes are those of its tree. */
export class Code {
  readonly file: string
  readonly text: string
  readonly language: Language
  readonly tree: CompactTree
  readonly vocabulary: Vocabulary
  readonly facts: Facts
  readonly source: Source
  /** Lines that its grammar does not read. */
  readonly unread: number
  readonly lines: Uint32Array

  private constructor(file: string, language: Language, tree: CompactTree, unread: number, vocabulary: Vocabulary) {
    this.file = file
    this.text = tree.text
    this.language = language
    this.tree = tree
    this.vocabulary = vocabulary
    this.source = new Source(tree, vocabulary)
    this.facts = this.source.facts
    this.unread = unread
    this.lines = lineStarts(tree.text)
  }

  /** @returns undefined for a file without a supported language */
  static async parse(file: string, text: string): Promise<Code | undefined> {
    const language = languageOf(file)
    if (language === undefined) return undefined
    const grammar = await loadGrammar(language.grammar)
    const parsed = parseText(text, grammar, new Set(language.comments))
    if (parsed === undefined) return undefined
    const unread = parsed.unread.reduce((sum, item) => sum + item.toLine - item.fromLine + 1, 0)
    return new Code(file, language, parsed.tree, unread, vocabularyOf(language, grammar.kinds))
  }

  kind(node: number): string {
    return this.tree.kinds.name(this.tree.kind[node]!)
  }

  textOf(node: number): string {
    return this.text.slice(this.tree.start[node], this.tree.end[node])
  }

  start(node: number): number {
    return this.tree.start[node]!
  }

  end(node: number): number {
    return this.tree.end[node]!
  }

  parent(node: number): number {
    return this.tree.parent[node]!
  }

  isNamed(node: number): boolean {
    return (this.tree.flags[node]! & NAMED) !== 0
  }

  isComment(node: number): boolean {
    return (this.tree.flags[node]! & EXTRA) !== 0
  }

  /** All children, tokens and comments among them. */
  children(node: number): readonly number[] {
    const found: number[] = []
    for (let child = node + 1; child < this.tree.next[node]!; child = this.tree.next[child]!) found.push(child)
    return found
  }

  /** Children that are neither tokens nor comments. */
  named(node: number): readonly number[] {
    return this.children(node).filter((child) => this.isNamed(child) && !this.isComment(child))
  }

  /** A child by the grammar's name of its field; -1 for none. */
  child(node: number, field: string): number {
    const id = this.tree.kinds.field(field)
    if (id === 0) return -1
    return this.children(node).find((child) => this.tree.field[child] === id) ?? -1
  }

  /** Whether a node is in its parent as `kind.field`, or directly in a `kind`. */
  stands(node: number, where: string): boolean {
    const parent = this.parent(node)
    if (parent === -1) return false
    const dot = where.indexOf('.')
    if (dot === -1) return this.kind(parent) === where
    if (this.kind(parent) !== where.slice(0, dot)) return false
    const field = this.tree.kinds.field(where.slice(dot + 1))
    return field !== 0 && this.tree.field[node] === field
  }

  isLeaf(node: number): boolean {
    return this.tree.next[node] === node + 1
  }

  /** Whether the children of a node are statements. */
  isBlock(node: number): boolean {
    const kind = this.kind(node)
    return this.language.blocks.includes(kind) || this.language.inlined.includes(kind)
  }

  isIn(node: number, outer: number): boolean {
    return node >= outer && node < this.tree.next[outer]!
  }

  lineOf(offset: number): number {
    return positionOf(this.lines, offset).line
  }

  /** Returns the text before the first word of an offset's line. */
  indentAt(offset: number): string {
    const from = this.lines[this.lineOf(offset) - 1]!
    return /^[ \t]*/.exec(this.text.slice(from, offset))![0]
  }

  /** Whether only whitespace precedes an offset on its line. */
  isFirst(offset: number): boolean {
    return this.indentAt(offset).length === offset - this.lines[this.lineOf(offset) - 1]!
  }

  *nodes(): Generator<number> {
    for (let node = 0; node < this.tree.count; node += 1) yield node
  }
}
