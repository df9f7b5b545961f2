import type { ReplyRange } from '../../engine/judge.ts'
import { plainLetters } from './foldings.ts'

/** Maximum number of ranges per evidence: readers need no more. */
const PLACES_MAX = 20
/** Maximum examined length of a text for ranges. */
const TEXT_UNITS_MAX = 256 * 1024

/** Folded text with the origin of each letter. */
export interface Folded {
  readonly text: string
  /** Maps a range of the folded text to the original text. */
  readonly placeOf: (start: number, end: number) => ReplyRange
}

/** @returns undefined when the folding of letters depends on their neighbors, so that their origin is unknown */
export function foldedOf(text: string): Folded | undefined {
  if (text.length > TEXT_UNITS_MAX) return undefined
  const starts: number[] = []
  let folded = ''
  let at = 0
  for (const letter of text) {
    const plain = plainLetters(letter)
    for (let unit = 0; unit < plain.length; unit += 1) starts.push(at)
    folded += plain
    at += letter.length
  }
  if (folded !== plainLetters(text)) return undefined
  const endOf = (index: number): number => starts[index - 1]! + (text.codePointAt(starts[index - 1]!)! > 0xffff ? 2 : 1)
  return { text: folded, placeOf: (start, end) => ({ start: starts[start]!, end: endOf(end) }) }
}

/** Returns the ranges of a word in a text, in lookalike letters too; empty when the word is only visible after decoding. */
export function rangesOf(text: string, word: string): readonly ReplyRange[] {
  const needle = plainLetters(word)
  const folded = needle === '' ? undefined : foldedOf(text)
  if (folded === undefined) return []
  const places: ReplyRange[] = []
  for (let at = folded.text.indexOf(needle); at >= 0 && places.length < PLACES_MAX;) {
    places.push(folded.placeOf(at, at + needle.length))
    at = folded.text.indexOf(needle, at + needle.length)
  }
  return places
}

/** Sorts ranges and merges adjacent ones. */
export function mergedRanges(places: readonly ReplyRange[]): readonly ReplyRange[] {
  const joined: { start: number; end: number }[] = []
  for (const { start, end } of places.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else joined.push({ start, end })
  }
  return joined.slice(0, PLACES_MAX)
}

/** Returns ranges as a member of evidence: absent without ranges. */
export function spansOf(places: readonly ReplyRange[]): { readonly spans?: readonly ReplyRange[] } {
  return places.length === 0 ? {} : { spans: places }
}
