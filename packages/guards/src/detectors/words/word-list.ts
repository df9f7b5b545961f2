import { type Automaton, buildAutomaton } from '@gatehouse/kernel/match'
import { foldLeet } from '../../text/leet.ts'
import { isListedLeet } from '../../text/leet-words.ts'
import { normalizeKeyword, plainKeyword, type TextViews, type View, type ViewName } from '../../text/views.ts'
import { isWholeWord } from './boundary.ts'
import { collapseSpace } from './collapse.ts'

/** A listed word or phrase with its place in the original text. */
export interface WordHit {
  /** Index in the given list. */
  readonly word: number
  readonly start: number
  readonly end: number
  readonly view: ViewName
}

export interface WordList {
  /**
   * Returns whole-word matches in every view, by position, each with its word up to {@link HITS_MAX}; beyond that, the covered ranges. The
   * result covers all matches, so that replacing it leaves no part of any.
   */
  find(text: TextViews): readonly WordHit[]
  /** Length of the longest word plus the character after it, which decides whether the word ends there; 0 for an empty list. */
  readonly reach: number
}

/** Maximum length of a word; bounds the overlaps at one position. */
export const WORD_CHARS_MAX = 200
export const WORDS_MAX = 10_000

/** Maximum number of hits with words: more only cost memory, and overlapping ones are merged. */
export const HITS_MAX = 1_000
/** Maximum number of ranges: no readable text has more; the last one extends to the end of the text. */
export const RANGES_MAX = 100_000

// Includes the original: a Russian word of lookalikes becomes Latin in `normal` next to Latin words.
const VIEWS: readonly ViewName[] = ['original', 'normal', 'plain', 'decoded']

/** Views that a word list reads; a guard with a word list declares these. */
export const WORD_LIST_VIEWS = VIEWS

/**
 * Compiles words and phrases of any script. Case, width, lookalike letters, invisible characters, leet, spaced letters and encodings do
 * not hide them, since each view of the text is searched with the words folded the same way.
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

/** The readings of a view with letters for the digits and symbols of long tokens; empty when it has none. */
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

/** Length of a character after a word, which may take two code units. */
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
