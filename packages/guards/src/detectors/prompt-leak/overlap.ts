import type { View } from '../../text/views.ts'

/** A passage of the system prompt in an answer. */
export interface Overlap {
  /** Range in the view's text. */
  readonly start: number
  readonly end: number
  /** Words of the stretch. */
  readonly words: number
}

export interface OverlapResult {
  readonly overlaps: readonly Overlap[]
  /** Share of the system prompt's words in matching passages of the answer, 0 to 1. */
  readonly covered: number
  /** Words of the longest stretch. */
  readonly longest: number
}

/** Minimum number of words in the same order; fewer are common phrases. */
const GRAM_WORDS = 5

/** Maximum number of words read of a system prompt and of an answer; longer texts repeat themselves. */
export const WORDS_READ_MAX = 50_000

const WORD = /[\p{L}\p{N}]+/gu
/** Scripts without spaces: each character counts as a word. */
const SINGLE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

interface Word {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** The system prompt as a set of word sequences, created once per policy version. */
export interface PromptIndex {
  compare(view: View): OverlapResult
  /** Returns the start of the prompt passage at the end of the view, or of a possible start of one. */
  openFrom(view: View): number
  readonly words: number
}

export function indexPrompt(prompt: string): PromptIndex {
  const words = wordsOf(prompt)
  const places = new Map<string, number[]>()
  for (let at = 0; at + GRAM_WORDS <= words.length; at += 1) {
    const gram = gramAt(words, at)
    const known = places.get(gram)
    if (known === undefined) places.set(gram, [at])
    else known.push(at)
  }
  return {
    words: words.length,
    compare: (view) => compare(view, words.length, places),
    openFrom: (view) => openFrom(view, compare(view, words.length, places).overlaps),
  }
}

/** Returns the start of an open passage. The last word may be incomplete, so a passage that ends at the previous word is open too. */
function openFrom(view: View, overlaps: readonly Overlap[]): number {
  const words = wordsOf(view.text)
  const started = words.at(-GRAM_WORDS)?.start ?? 0
  const last = overlaps.at(-1)
  return last !== undefined && last.end >= (words.at(-2)?.end ?? 0) ? Math.min(started, last.start) : started
}

function compare(view: View, promptWords: number, places: ReadonlyMap<string, readonly number[]>): OverlapResult {
  const words = wordsOf(view.text)
  const covered = new Set<number>()
  const overlaps: Overlap[] = []
  // A sequence that both texts repeat covers the same words each time; looking up its places once keeps the work linear.
  const met = new Set<string>()
  let from = -1
  for (let at = 0; at + GRAM_WORDS <= words.length; at += 1) {
    const gram = gramAt(words, at)
    const found = places.get(gram)
    if (found === undefined) {
      if (from >= 0) overlaps.push(overlapOf(words, from, at - 1 + GRAM_WORDS))
      from = -1
      continue
    }
    if (from < 0) from = at
    if (met.has(gram)) continue
    met.add(gram)
    for (const place of found) for (let i = 0; i < GRAM_WORDS; i += 1) covered.add(place + i)
  }
  if (from >= 0) overlaps.push(overlapOf(words, from, words.length))
  return {
    overlaps,
    covered: promptWords === 0 ? 0 : covered.size / promptWords,
    longest: overlaps.reduce((most, overlap) => Math.max(most, overlap.words), 0),
  }
}

function overlapOf(words: readonly Word[], from: number, to: number): Overlap {
  return { start: words[from]!.start, end: words[to - 1]!.end, words: to - from }
}

function gramAt(words: readonly Word[], at: number): string {
  let gram = words[at]!.text
  for (let i = 1; i < GRAM_WORDS; i += 1) gram += ` ${words[at + i]!.text}`
  return gram
}

function wordsOf(text: string): readonly Word[] {
  const words: Word[] = []
  for (const match of text.matchAll(WORD)) {
    const word = match[0]
    if (SINGLE.test(word)) addSingles(words, word, match.index)
    else words.push({ text: word.toLowerCase(), start: match.index, end: match.index + word.length })
    if (words.length >= WORDS_READ_MAX) break
  }
  return words
}

function addSingles(words: Word[], run: string, at: number): void {
  let start = at
  for (const char of run) {
    words.push({ text: char, start, end: start + char.length })
    start += char.length
  }
}
