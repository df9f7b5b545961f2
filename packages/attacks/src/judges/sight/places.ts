import type { Place } from '../../engine/judge.ts'
import { plainLetters } from './foldings.ts'

/** Of one piece of evidence. More are read by nobody. */
const PLACES_MAX = 20
/** Of one text: what is looked at to tell where something stands. */
const TEXT_UNITS_MAX = 256 * 1024

/** A text in its plain letters, with where each of them came from. */
export interface Folded {
  readonly text: string
  /** Of a stretch of the plain letters, where it stands in the text itself. */
  readonly placeOf: (start: number, end: number) => Place
}

/** @returns undefined where letters depend on those beside them, so that nobody can tell which came from where */
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

/** Wherever a word stands in a text, in letters of any look; nothing where it has to be read otherwise to be seen. */
export function placesOf(text: string, word: string): readonly Place[] {
  const needle = plainLetters(word)
  const folded = needle === '' ? undefined : foldedOf(text)
  if (folded === undefined) return []
  const places: Place[] = []
  for (let at = folded.text.indexOf(needle); at >= 0 && places.length < PLACES_MAX;) {
    places.push(folded.placeOf(at, at + needle.length))
    at = folded.text.indexOf(needle, at + needle.length)
  }
  return places
}

/** In their order, with those that touch as one. */
export function joinedPlaces(places: readonly Place[]): readonly Place[] {
  const joined: { start: number; end: number }[] = []
  for (const { start, end } of places.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else joined.push({ start, end })
  }
  return joined.slice(0, PLACES_MAX)
}

/** As a member of evidence: absent where there are none. */
export function spansOf(places: readonly Place[]): { readonly spans?: readonly Place[] } {
  return places.length === 0 ? {} : { spans: places }
}
