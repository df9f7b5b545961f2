import { isConfigLanguage } from '../languages/config-language.ts'
import { hasPositionWithin, nodeAround } from './occurrences.ts'
import type { NodePattern, Pattern } from './pattern.ts'
import type { MatchOptions, Source } from './source.ts'
import type { Vocabulary } from './view.ts'

/** Kinds that a pattern may be found at; undefined for any. */
type Kinds = ReadonlySet<number> | undefined

/** Words that every match contains. */
export interface Needed {
  readonly words: readonly string[]
  /** Each list requires at least one of its words. */
  readonly hints: readonly (readonly string[])[]
}

/** Returns the nodes that a pattern may match, in order. Node kinds, and words that every match contains, exclude most nodes. */
export function candidates(pattern: Pattern, needed: Needed, source: Source, options: MatchOptions): Iterable<number> {
  const kinds = rootKinds(pattern, source, options)
  const { words, hints } = needed
  if (!mayNarrow(source, options) || (words.length === 0 && hints.length === 0))
    return kinds === undefined ? source.allNodes : source.nodesOf(kinds)
  return pattern.type === 'leaf' && pattern.tokens === undefined && words.length > 0
    ? nodesNamed(pattern.text, source)
    : nodesContaining(needed, kinds, source)
}

/** Returns the nodes of statement blocks that may contain a list of statements, in order. */
export function blocks(
  kinds: ReadonlySet<number>,
  needed: Needed,
  source: Source,
  options: MatchOptions,
): readonly number[] {
  const isOpen = !mayNarrow(source, options) || (needed.words.length === 0 && needed.hints.length === 0)
  return isOpen ? source.nodesOf(kinds) : nodesContaining(needed, kinds, source)
}

/** Whether every match contains the words of its pattern: a name may refer to code elsewhere. */
export function mayNarrow({ vocabulary }: Source, { symbols }: MatchOptions): boolean {
  return !symbols && !isConfigLanguage(vocabulary.language)
}

function rootKinds(pattern: Pattern, { vocabulary }: Source, options: MatchOptions): Kinds {
  switch (pattern.type) {
    case 'node':
      return nodeKinds(pattern, vocabulary, options)
    case 'string':
      return options.constants ? kindsOf(vocabulary).valued : kindsOf(vocabulary).texts
    case 'kind':
      return pattern.kinds
    case 'ellipsis':
    case 'all':
    case 'meta':
    case 'deep':
    case 'leaf':
    case 'chain':
    case 'run':
    case 'part':
    default:
      return undefined
  }
}

function nodeKinds({ path, assigns, kinds }: NodePattern, vocabulary: Vocabulary, { symbols }: MatchOptions): Kinds {
  if (symbols && (path !== undefined || assigns !== undefined)) return undefined
  const own = kindsOf(vocabulary)
  const other = path !== undefined ? own.named : assigns !== undefined ? own.assigning : vocabulary.loose
  return other.size === 0 ? kinds : mergedKinds(kinds, other)
}

const unions = new WeakMap<ReadonlySet<number>, WeakMap<ReadonlySet<number>, ReadonlySet<number>>>()

/** Returns the union of two kind sets: the same set object for the same two, as a cache key. */
function mergedKinds(kinds: ReadonlySet<number>, others: ReadonlySet<number>): ReadonlySet<number> {
  const known = unions.get(kinds) ?? new WeakMap<ReadonlySet<number>, ReadonlySet<number>>()
  unions.set(kinds, known)
  let union = known.get(others)
  if (union === undefined) {
    union = kinds.union(others)
    known.set(others, union)
  }
  return union
}

/** Kinds that patterns are found at besides their own. */
interface OtherKinds {
  /** String nodes with unknown values, and nodes that can evaluate to a string. */
  readonly texts: ReadonlySet<number>
  readonly valued: ReadonlySet<number>
  /** Names, and nodes made of names. */
  readonly named: ReadonlySet<number>
  /** Nodes that assign a value to a name. */
  readonly assigning: ReadonlySet<number>
}

const otherKinds = new WeakMap<Vocabulary, OtherKinds>()

function kindsOf(vocabulary: Vocabulary): OtherKinds {
  let kinds = otherKinds.get(vocabulary)
  if (kinds === undefined) {
    const { rows, loose, identifiers, strings, joined, declarations, literals } = vocabulary
    const texts = strings.union(joined)
    kinds = {
      texts,
      valued: new Set([...texts, ...identifiers, ...literals, ...rows.binary.keys(), ...rows.members.keys()]),
      named: new Set([...identifiers, ...rows.members.keys(), ...loose]),
      assigning: new Set([...rows.assignments.keys(), ...declarations, ...loose]),
    }
    otherKinds.set(vocabulary, kinds)
  }
  return kinds
}

/** Returns nodes whose text is a word, or an import alias of it. */
function nodesNamed(word: string, { tree, facts, occurrences }: Source): readonly number[] {
  const found = new Set<number>()
  for (const name of [word, ...facts.aliasesOf(word)]) {
    for (const place of occurrences.of(name)) {
      const end = place + name.length
      // A sigil or a package may precede a name.
      for (let node = nodeAround(tree, place); node > 0 && tree.end[node]! <= end; node = tree.parent[node]!) {
        found.add(node)
      }
    }
  }
  return rising(found)
}

/** Returns nodes of some kinds that contain all required words. Rules of one kind share the result. */
function nodesContaining(needed: Needed, kinds: Kinds, source: Source): readonly number[] {
  if (needed.hints.length > 0) return findContaining(needed, kinds, source)
  const known = source.holding.get(kinds) ?? new Map<string, readonly number[]>()
  source.holding.set(kinds, known)
  const key = needed.words.join(' ')
  let nodes = known.get(key)
  if (nodes === undefined) {
    nodes = findContaining(needed, kinds, source)
    known.set(key, nodes)
  }
  return nodes
}

function findContaining({ words, hints }: Needed, kinds: Kinds, source: Source): readonly number[] {
  const { tree } = source
  const places = [...words.map((word) => source.placesOf(word)), ...hints.map((list) => source.placesOfAny(list))]
  places.sort((a, b) => a.length - b.length)
  const [rarest = [], ...others] = places
  const seen = new Set<number>()
  const found: number[] = []
  for (const place of rarest) {
    for (let node = nodeAround(tree, place); node >= 0 && !seen.has(node); node = tree.parent[node]!) {
      seen.add(node)
      if (kinds?.has(tree.kind[node]!) === false) continue
      if (others.every((other) => hasPositionWithin(other, tree.start[node]!, tree.end[node]!))) found.push(node)
    }
  }
  return rising(found)
}

function rising(nodes: Iterable<number>): readonly number[] {
  return [...nodes].sort((a, b) => a - b)
}
