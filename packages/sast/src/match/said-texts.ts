import type { CompactTree } from '../tree/compact-tree.ts'
import type { TextRegex } from '../rules/text-regex.ts'
import type { Facts } from './facts.ts'
import { stringText, type Vocabulary } from './view.ts'

/** A text that code has to contain: literally, or matched by a regex. */
export type NeededText = string | TextRegex

/** All string values in a file: literals and their concatenations. Computed at first use. */
export class KnownTexts {
  readonly #tree: CompactTree
  readonly #vocabulary: Vocabulary
  readonly #facts: Facts
  readonly #matched = new Map<TextRegex, boolean>()
  #texts: ReadonlySet<string> | undefined

  constructor(tree: CompactTree, vocabulary: Vocabulary, facts: Facts) {
    this.#tree = tree
    this.#vocabulary = vocabulary
    this.#facts = facts
  }

  /** Whether any value in the file may be the needed text, in any form. */
  has(needed: NeededText): boolean {
    const texts = (this.#texts ??= this.#collect())
    if (typeof needed === 'string') return texts.has(needed)
    let isMatched = this.#matched.get(needed)
    if (isMatched === undefined) {
      isMatched = texts.values().some((text) => needed.findAll(text, 1).length > 0)
      this.#matched.set(needed, isMatched)
    }
    return isMatched
  }

  /** Collects literals and concatenations; a name only refers to one of them. */
  #collect(): ReadonlySet<string> {
    const { kind, count } = this.#tree
    const { strings, joined, literals, rows } = this.#vocabulary
    const texts = new Set<string>()
    for (let node = 0; node < count; node += 1) {
      const item = kind[node]!
      if (strings.has(item) || joined.has(item)) {
        const text = stringText(this.#tree, node, this.#vocabulary)
        if (text !== undefined) texts.add(text)
      } else if (literals.has(item) || rows.binary.has(item)) {
        const value = this.#facts.constantOf(node)
        if (typeof value === 'string') texts.add(value)
      }
    }
    return texts
  }
}
