import { isConfigLanguage } from '../languages/config-language.ts'
import { hasPlace, nodeAround } from './occurrences.ts'
import type { NodePattern, Pattern } from './pattern.ts'
import type { MatchOptions, Source } from './source.ts'
import type { Vocabulary } from './view.ts'

/** Kinds that a pattern may be found at; undefined for any. */
type Kinds = ReadonlySet<number> | undefined

/**
 * Nodes that a pattern may be found at, in their order. Most nodes are none: that is known by their kinds, and by words that every
 * match holds.
 */
export function candidates(
  pattern: Pattern,
  words: readonly string[],
  source: Source,
  options: MatchOptions,
): Iterable<number> {
  const kinds = rootKinds(pattern, source, options)
  if (!mayNarrow(source, options) || words.length === 0)
    return kinds === undefined ? source.allNodes : source.nodesOf(kinds)
  return pattern.type === 'leaf' && pattern.tokens === undefined
    ? atWord(pattern.text, source)
    : holding(words, kinds, source)
}

/** Whether a match holds the words of its pattern: a name may stand for code that is written elsewhere. */
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
  return other.size === 0 ? kinds : kinds.union(other)
}

/** Kinds that patterns are found at besides their own. */
interface OtherKinds {
  /** Strings without their values, and whatever may have a text for its value. */
  readonly texts: ReadonlySet<number>
  readonly valued: ReadonlySet<number>
  /** Names, and what is made of them. */
  readonly named: ReadonlySet<number>
  /** Whatever gives a name its value. */
  readonly assigning: ReadonlySet<number>
}

const known = new WeakMap<Vocabulary, OtherKinds>()

function kindsOf(vocabulary: Vocabulary): OtherKinds {
  let kinds = known.get(vocabulary)
  if (kinds === undefined) {
    const { rows, loose, identifiers, strings, joined, declarations } = vocabulary
    const texts = strings.union(joined)
    kinds = {
      texts,
      valued: new Set([...texts, ...identifiers, ...rows.binary.keys()]),
      named: new Set([...identifiers, ...rows.members.keys(), ...loose]),
      assigning: new Set([...rows.assignments.keys(), ...declarations, ...loose]),
    }
    known.set(vocabulary, kinds)
  }
  return kinds
}

/** Nodes that are a word, or what an import calls so. */
function atWord(word: string, { tree, facts, occurrences }: Source): readonly number[] {
  const found = new Set<number>()
  for (const name of [word, ...facts.aliasesOf(word)]) {
    for (const place of occurrences.of(name)) {
      const end = place + name.length
      // A sign may stand before a name.
      for (let node = nodeAround(tree, place); node > 0 && tree.start[node]! >= place - 1; node = tree.parent[node]!) {
        if (tree.end[node]! > end) break
        found.add(node)
      }
    }
  }
  return rising(found)
}

/** Nodes of some kinds that hold all of some words. */
function holding(words: readonly string[], kinds: Kinds, source: Source): readonly number[] {
  const { tree } = source
  const places = words.map((word) => source.placesOf(word)).sort((a, b) => a.length - b.length)
  const [rarest = [], ...others] = places
  const seen = new Set<number>()
  const found: number[] = []
  for (const place of rarest) {
    for (let node = nodeAround(tree, place); node > 0 && !seen.has(node); node = tree.parent[node]!) {
      seen.add(node)
      if (kinds?.has(tree.kind[node]!) === false) continue
      if (others.every((one) => hasPlace(one, tree.start[node]!, tree.end[node]!))) found.push(node)
    }
  }
  return rising(found)
}

function rising(nodes: Iterable<number>): readonly number[] {
  return [...nodes].sort((a, b) => a - b)
}
