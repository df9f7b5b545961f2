import { type Automaton, buildAutomaton } from '@gatehouse/kernel'
import { foldLeet } from '../../text/leet.ts'
import { isListedLeet } from '../../text/leet-words.ts'
import { normalizeKeyword, plainKeyword, type TextViews, type View, type ViewName } from '../../text/views.ts'
import { isWholeWord } from './boundary.ts'
import { collapseSpace } from './collapse.ts'

/** A listed word or phrase where it stands in the original text. */
export interface WordHit {
  /** Index in the list given. */
  readonly word: number
  readonly start: number
  readonly end: number
  readonly view: ViewName
}

export interface WordList {
  /**
   * Whole-word occurrences in every view, by position, each named up to {@link HITS_MAX}; of those beyond, the ranges that
   * they cover. Everything found lies in what is returned, so that replacing it leaves nothing of it.
   */
  find(text: TextViews): readonly WordHit[]
  /** Units of the longest word with the character behind it, which tells whether it ends there; 0 for an empty list. */
  readonly reach: number
}

/** A longer word is no word; bounds the overlaps that one position can have. */
export const WORD_CHARS_MAX = 200
export const WORDS_MAX = 10_000

/** Beyond this many hits a text is settled; the words of more only cost memory, and overlapping ones are told as one. */
export const HITS_MAX = 1_000
/** Beyond this many ranges, hits in no text that somebody reads, the last one goes on to the end of the text. */
export const RANGES_MAX = 100_000

// The original too: a Russian word made of look-alikes stands as Latin in `normal` when its neighbours are Latin.
const VIEWS: readonly ViewName[] = ['original', 'normal', 'plain', 'decoded']

/** The views that a word list reads; a guard that uses one declares these. */
export const WORD_LIST_VIEWS = VIEWS

/**
 * Compiles words and phrases of any script. Case, width, look-alike letters, invisible characters, leet, spaced letters and
 * encodings do not hide them, since each view of the text is searched with the words folded the same way.
 */
export function compileWordList(words: readonly string[]): WordList {
  const normal = compileFold(words, normalizeKeyword)
  const plain = compileFold(words, plainKeyword)
  return {
    reach: Math.max(normal.reach, plain.reach),
    find(text) {
      const hits: WordHit[] = []
      const seen = new Set<string>()
      for (const view of text.views(VIEWS)) {
        findInView(view.name === 'plain' ? plain : normal, view, seen, hits, text.original.length)
        if (view.name === 'plain') continue
        for (const folded of leetViewsOf(view)) findInView(normal, folded, seen, hits, text.original.length)
      }
      return hits.sort((a, b) => a.start - b.start || b.end - a.end)
    },
  }
}

/** The readings of a view with letters for the digits and signs of long tokens; empty when it has none. */
function leetViewsOf(view: View): readonly View[] {
  const first = foldLeet(view.text, 'first', isListedLeet)
  if (first === view.text) return []
  // Without these signs both readings are the same.
  const second = /[1!|]/.test(view.text) ? foldLeet(view.text, 'second', isListedLeet) : first
  const texts = first === second ? [first] : [first, second]
  return texts.map((text) => ({
    name: 'plain',
    encodings: view.encodings,
    text,
    toOriginal: (start, end) => view.toOriginal(start, end),
  }))
}

/** A character behind a word, which may take two code units. */
const EDGE_UNITS = 2

interface Folded {
  readonly reach: number
  readonly automaton: Automaton | undefined
  readonly patterns: readonly { readonly word: number; readonly length: number }[]
}

function compileFold(words: readonly string[], fold: (word: string) => string): Folded {
  const index = new Map<string, number>()
  for (const [at, word] of words.entries()) {
    const folded = collapseSpace(fold(word).trim()).text
    if (folded !== '' && !index.has(folded)) index.set(folded, at)
  }
  const texts = [...index.keys()]
  return {
    reach: texts.reduce((most, text) => Math.max(most, text.length + EDGE_UNITS), 0),
    automaton: texts.length === 0 ? undefined : buildAutomaton(texts, { ignoreCase: true }),
    patterns: texts.map((folded) => ({ word: index.get(folded)!, length: folded.length })),
  }
}

function findInView(folded: Folded, view: View, seen: Set<string>, hits: WordHit[], length: number): void {
  if (folded.automaton === undefined) return
  const { text, toSource } = collapseSpace(view.text)
  let last: Open | undefined
  folded.automaton.scan(text, (pattern, end) => {
    const { word, length: units } = folded.patterns[pattern]!
    if (!isWholeWord(text, end - units, end)) return true
    const [from, to] = view.toOriginal(toSource(end - units), toSource(end - 1) + 1)
    if (hits.length < HITS_MAX) {
      const key = `${word}:${from}:${to}`
      if (seen.has(key)) return true
      seen.add(key)
      hits.push({ word, start: from, end: to, view: view.name })
    } else if (last !== undefined && from < last.end && to > last.start) {
      last.start = Math.min(last.start, from)
      last.end = Math.max(last.end, to)
    } else {
      const isFull = hits.length >= RANGES_MAX
      last = { word, start: from, end: isFull ? length : to, view: view.name }
      hits.push(last)
      return !isFull
    }
    return true
  })
}

/** A range that may still grow. */
interface Open extends WordHit {
  start: number
  end: number
}
