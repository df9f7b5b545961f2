import { Failure } from '@gatehouse/kernel'
import { DEFAULT_GENERIC, type GenericOptions } from '../generic/options.ts'
import type { CompactTree } from '../tree/compact-tree.ts'
import type { Binding } from './bindings.ts'
import { Facts } from './facts.ts'
import { Occurrences } from './occurrences.ts'
import { KnownTexts } from './said-texts.ts'
import { speaking, stringText, type Vocabulary } from './view.ts'
import { wordsOf } from './words.ts'

/**
 * Own limit: a thousand times the cost of a rule on a file of common size. Steps are counted so that results do not depend on the machine.
 */
export const STEPS_MAX = 20_000_000

/** Matching options; names and defaults are those of rule files. */
export interface MatchOptions {
  readonly constants: boolean
  readonly assignments: boolean
  /** Whether a name matches as the expression assigned to it. */
  readonly symbols: boolean
  /** Whether operands of `+`, `&&` and their like may be grouped in another way. */
  readonly regroups: boolean
  readonly swapComparisons: boolean
  readonly swapLogic: boolean
  /** Whether a pattern of an object describes some of its members only. */
  readonly openRecords: boolean
  /** Whether the pattern after an ellipsis may match deeper in a statement. */
  readonly goesDeeper: boolean
  /** Whether a function without a name may be an arrow. */
  readonly arrows: boolean
  /** Whether decorators and annotations need the order of the pattern. */
  readonly ordersDecorators: boolean
  /** Whether `var` matches `let` and `const`. */
  readonly anyVar: boolean
  /** Of texts without a grammar. */
  readonly generic: GenericOptions
}

export const DEFAULT_OPTIONS: MatchOptions = {
  constants: true,
  assignments: true,
  symbols: false,
  regroups: true,
  swapComparisons: false,
  swapLogic: false,
  openRecords: true,
  goesDeeper: true,
  arrows: true,
  anyVar: true,
  ordersDecorators: false,
  generic: DEFAULT_GENERIC,
}

/** One parsed file, with cached facts and a step counter. */
export class Source {
  readonly tree: CompactTree
  readonly vocabulary: Vocabulary
  readonly facts: Facts
  readonly occurrences: Occurrences
  readonly texts: KnownTexts
  /** Cache of nodes of some kinds with some words: by the kinds (undefined for any) and the words. */
  readonly holding = new Map<ReadonlySet<number> | undefined, Map<string, readonly number[]>>()
  readonly #keys = new Map<number, string>()
  readonly #bounds = new Map<number, Binding>()
  readonly #speaking = new Map<number, readonly number[]>()
  readonly #anyPlaces = new Map<readonly string[], readonly number[]>()
  #words: ReadonlySet<string> | undefined
  #byKind: ReadonlyMap<number, readonly number[]> | undefined
  readonly #ofKinds = new Map<ReadonlySet<number>, readonly number[]>()
  #all: Uint32Array | undefined
  #steps = 0

  constructor(tree: CompactTree, vocabulary: Vocabulary) {
    this.tree = tree
    this.vocabulary = vocabulary
    this.facts = new Facts(tree, vocabulary)
    this.occurrences = new Occurrences(tree.text)
    this.texts = new KnownTexts(tree, vocabulary, this.facts)
  }

  /** Counts one step. @throws {Failure} `limit_reached` when a rule exceeds its limit */
  step(): void {
    this.#steps += 1
    if (this.#steps > STEPS_MAX) throw new Failure('limit_reached', `Matching exceeded ${STEPS_MAX} steps.`)
  }

  /** Resets the step counter. */
  fresh(): void {
    this.#steps = 0
  }

  /** The words of the text. */
  get words(): ReadonlySet<string> {
    return (this.#words ??= wordsOf(this.tree.text))
  }

  /** Returns the offsets of a word and of its import aliases, ascending. */
  placesOf(word: string): readonly number[] {
    const own = this.occurrences.of(word)
    const aliases = this.facts.aliasesOf(word)
    if (aliases.length === 0) return own
    return [...own, ...aliases.flatMap((alias) => this.occurrences.of(alias))].sort((a, b) => a - b)
  }

  /** Returns the offsets of any of the words, ascending. */
  placesOfAny(words: readonly string[]): readonly number[] {
    let places = this.#anyPlaces.get(words)
    if (places === undefined) {
      const lists = words.filter((word) => this.words.has(word)).map((word) => this.placesOf(word))
      places = lists.length < 2 ? (lists[0] ?? []) : lists.flat().sort((a, b) => a - b)
      this.#anyPlaces.set(words, places)
    }
    return places
  }

  get allNodes(): Uint32Array {
    return (this.#all ??= Uint32Array.from({ length: this.tree.count }, (_, node) => node))
  }

  /** The nodes of some kinds, in their order. */
  nodesOf(kinds: ReadonlySet<number>): readonly number[] {
    let nodes = this.#ofKinds.get(kinds)
    if (nodes === undefined) {
      this.#byKind ??= this.#sorted()
      const lists: (readonly number[])[] = []
      for (const kind of kinds) {
        const list = this.#byKind.get(kind)
        if (list !== undefined) lists.push(list)
      }
      nodes = lists.length < 2 ? (lists[0] ?? []) : lists.flat().sort((a, b) => a - b)
      this.#ofKinds.set(kinds, nodes)
    }
    return nodes
  }

  #sorted(): ReadonlyMap<number, readonly number[]> {
    const { kind, count } = this.tree
    const byKind = new Map<number, number[]>()
    for (let node = 0; node < count; node += 1) {
      const list = byKind.get(kind[node]!)
      if (list === undefined) byKind.set(kind[node]!, [node])
      else list.push(node)
    }
    return byKind
  }

  /** Returns the value of a metavariable for a node. */
  boundOf(node: number): Binding {
    let bound = this.#bounds.get(node)
    if (bound === undefined) {
      const { parent, kind } = this.tree
      const above = parent[node]!
      const shown = above !== -1 && this.vocabulary.marked.has(kind[above]!) ? above : node
      bound = new NodeBinding(this, node, shown)
      this.#bounds.set(node, bound)
    }
    return bound
  }

  /** Returns the children of a node that have a meaning. */
  speaking(node: number): readonly number[] {
    let children = this.#speaking.get(node)
    if (children === undefined) {
      children = speaking(this.tree, node, this.vocabulary)
      this.#speaking.set(node, children)
    }
    return children
  }

  /** Returns the normalized text of a node, independent of whitespace and quotes: equal code has an equal key. */
  keyOf(node: number): string {
    let key = this.#keys.get(node)
    if (key === undefined) {
      key = this.#makeKey(node)
      this.#keys.set(node, key)
    }
    return key
  }

  #makeKey(node: number): string {
    const words: string[] = []
    this.#eachWord(node, (word) => words.push(word) > 0)
    return words.join(' ')
  }

  /**
   * Returns the length of the prefix of a key that equals a node's key; undefined for all other nodes. The time is linear in the common
   * prefix.
   */
  lengthIn(key: string, node: number): number | undefined {
    let [length, isFirst] = [0, true]
    const isBeginning = this.#eachWord(node, (word) => {
      const piece = isFirst ? word : ` ${word}`
      isFirst = false
      const isNext = key.startsWith(piece, length)
      length += piece.length
      return isNext
    })
    return isBeginning ? length : undefined
  }

  /** Calls `take` for each word of a key, in order. @returns whether all words were accepted */
  #eachWord(node: number, take: (word: string) => boolean): boolean {
    const { tree, vocabulary } = this
    const end = tree.next[node]!
    for (let at = node; at < end;) {
      this.step()
      const string = stringText(tree, at, vocabulary)
      if (string !== undefined) {
        if (!take(`"${string}`)) return false
        at = tree.next[at]!
      } else if (tree.next[at] === at + 1 || this.speaking(at).length === 0) {
        const isSilent = vocabulary.silent.has(tree.kind[at]!)
        if (!isSilent && !take(tree.text.slice(tree.start[at], tree.end[at]))) return false
        at = tree.next[at]!
      } else at += 1
    }
    return true
  }
}

/** A node as the value of a metavariable. The key is computed at first use, since most are never read. */
class NodeBinding implements Binding {
  readonly start: number
  readonly end: number
  readonly node: number
  readonly #source: Source

  constructor(source: Source, node: number, shown: number) {
    this.start = source.tree.start[shown]!
    this.end = source.tree.end[shown]!
    this.node = node
    this.#source = source
  }

  get key(): string {
    return this.#source.keyOf(this.node)
  }
}
