import { costOf, reverseEvidence } from '../language.ts'
import { beginRun, endRun, pushDecoded, type Excerpt } from './excerpt.ts'
import { convincingStretch, meanCost } from './stretches.ts'

const DRIFT = 0.2
const ENOUGH = 20
/** English costs 5.3 a pair read forwards; reading it backwards must gain this much of it. */
const PROSE_COST_MAX = 6.6
const GAIN_MIN = 0.6
/** Reversal needs the whole stretch in memory; a longer one is no hidden sentence. */
const STRETCH_UNITS_MAX = 32 * 1024

/** A text that runs against its source, with its way back. */
export interface Backwards {
  readonly text: string
  readonly back: (start: number, end: number) => readonly [number, number]
}

/** Returns the stretch of a text that looks like prose when reversed, as start and end; empty for none. */
export function turnedStretch(source: string): readonly number[] {
  const stretch = convincingStretch(source, reverseEvidence, DRIFT, ENOUGH)
  if (stretch === undefined) return []
  const [start, end] = stretch
  const turned = meanCost(source, start, end, (first, second) => costOf(second, first))
  return turned <= PROSE_COST_MAX && turned + GAIN_MIN <= meanCost(source, start, end, costOf) ? stretch : []
}

/** Returns the stretch reversed. */
export function reversedOf(source: string, [start = 0, end = 0]: readonly number[]): Backwards | undefined {
  if (end <= start || end - start > STRETCH_UNITS_MAX) return undefined
  return backwards(source, start, end, (character) => character)
}

/** Decodes stretches with each word reversed in place; a word maps back as a whole. */
export function decodeReversedWords(excerpt: Excerpt): void {
  const { source, places } = excerpt
  for (let n = 0; n < places.length; n += 2) {
    const end = places[n + 1]!
    beginRun(excerpt, places[n]!)
    for (let at = places[n]!; at < end;) {
      const from = at
      while (at < end && source.charCodeAt(at) > 0x20) at++
      for (let i = at - 1; i >= from; i--) pushDecoded(excerpt, source.charCodeAt(i), from, at)
      if (at < end) pushDecoded(excerpt, source.charCodeAt(at), at, at + 1)
      at++
    }
    endRun(excerpt, end)
  }
}

/** Letters turned by half a circle, and the letters they show. */
const FLIPPED = new Map(
  Array.from('ɐaqbɔcpdǝeɟfƃgɓgɥhᴉiıiɾjʞkʃlɯmunnudpbqɹrʇtʌvʍwʎy¡!¿?˙.‾_∀AƎEℲFפGſJ˥L⅄Y∩U').flatMap((shape, n, all) =>
    n % 2 === 0 ? [[shape, all[n + 1]!] as const] : [],
  ),
)
/** Letters that only upside-down text uses; several of them are evidence. */
const TELLTALE = /[ɐǝɟƃɥᴉɾʞɯɹʇʌʍʎɔ]/gu
const TELLTALES_MIN = 4

/** Decodes upside-down text: flipped letters in reverse order. */
export function flippedOf(source: string): Backwards | undefined {
  if (source.length > STRETCH_UNITS_MAX) return undefined
  let tells = 0
  for (const _ of source.matchAll(TELLTALE)) if (++tells >= TELLTALES_MIN) break
  if (tells < TELLTALES_MIN) return undefined
  return backwards(source, 0, source.length, (character) => FLIPPED.get(character) ?? character)
}

function backwards(source: string, from: number, to: number, turn: (character: string) => string): Backwards {
  const text = Array.from(source.slice(from, to)).toReversed().map(turn).join('')
  const splits = (at: number): boolean =>
    at > from && at < to && isLow(source.charCodeAt(at)) && isHigh(source.charCodeAt(at - 1))
  return {
    text,
    back(start, end) {
      const first = to - Math.min(end, text.length)
      const last = to - Math.min(start, text.length)
      if (first >= last) return [first, first]
      // A surrogate pair keeps its order, so a cut inside it covers the whole character.
      return [splits(first) ? first - 1 : first, splits(last) ? last + 1 : last]
    },
  }
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000
}
