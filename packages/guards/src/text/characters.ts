import { baseOf } from './accents.ts'
import { alwaysFold, isForeignLetter } from './confusables.ts'

/**
 * Handling of a code unit in `normal`. A class is computed at its first use, so that start-up is free and a lookup is one array read. The
 * first three are always kept.
 */
export const KEEP = 0
/** A letter of a script with Latin lookalikes: kept, and checked word by word. */
export const FOREIGN = 1
/** A Latin letter with marks: kept, and `plain` strips the marks. */
export const ACCENTED = 2
export const QUIET_MAX = ACCENTED
export const REMOVE = 3
export const SPACE = 4
/** Always folds to one ASCII letter or symbol, regardless of its neighbors; see `alwaysFold`. */
export const FOLD = 5
/** Compatibility normalisation changes it. */
export const COMPOSED = 6
/** Attaches to the character before it. */
export const MARK = 7
/** A mark without an effect unless it is next to another mark. */
export const LONE_MARK = 8
/** The first half of a pair: ask `classOf` about the code point. */
export const HIGH_HALF = 9

const UNKNOWN = 255
const plane0 = new Uint8Array(0x10000).fill(UNKNOWN)
plane0.fill(HIGH_HALF, 0xd800, 0xdc00)
plane0.fill(KEEP, 0xdc00, 0xe000)
plane0.fill(KEEP, 0x20, 0x7f)
/** Beyond the first plane texts use few characters; this many are remembered. */
const ASTRAL_REMEMBERED_MAX = 8192
const astral = new Map<number, number>()

/** Returns the class of a code unit; half a pair is `HIGH_HALF` or kept. */
export function unitClass(unit: number): number {
  const known = plane0[unit]!
  return known === UNKNOWN ? (plane0[unit] = classify(unit)) : known
}

/** Returns the class of a code point; an unpaired surrogate is kept. */
export function classOf(codePoint: number): number {
  if (codePoint <= 0xffff) return codePoint >= 0xd800 && codePoint < 0xe000 ? KEEP : unitClass(codePoint)
  const known = astral.get(codePoint)
  if (known !== undefined) return known
  if (astral.size >= ASTRAL_REMEMBERED_MAX) astral.clear()
  const kind = classify(codePoint)
  astral.set(codePoint, kind)
  return kind
}

/** `MARK` or `LONE_MARK`. */
export function isMark(kind: number): boolean {
  return kind === MARK || kind === LONE_MARK
}

/** Inclusive ranges that are not seen, or that only steer how others are shown. */
const INVISIBLE: readonly (readonly [number, number])[] = [
  [0x00, 0x08],
  [0x0e, 0x1f],
  [0x7f, 0x84],
  [0x86, 0x9f],
  [0xad, 0xad],
  [0x034f, 0x034f],
  [0x061c, 0x061c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
]

const white = /^\s$/u
const markPattern = /^\p{M}/u
/** Symbols that NFKC would decompose to a space and a mark: they are kept. */
const spacingMarkPattern = /^ \p{M}/u
/** Two Arabic ligatures become whole sentences under NFKC; they are kept, so that no text grows more than sixfold. */
const EXPANSION_MAX = 6

function classify(codePoint: number): number {
  for (const [low, high] of INVISIBLE) if (codePoint >= low && codePoint <= high) return REMOVE
  if (codePoint === 0x0a || codePoint === 0x0d || codePoint === 0x09 || codePoint === 0x20) return KEEP
  const character = String.fromCodePoint(codePoint)
  if (white.test(character) || codePoint === 0x85 || codePoint === 0x2800) return SPACE
  if (alwaysFold.has(codePoint)) return FOLD
  const composed = character.normalize('NFKC')
  if (markPattern.test(composed) || isTrailingJamo(codePoint))
    return composed === character ? markClass(codePoint) : MARK
  if (composed !== character && composed.length <= EXPANSION_MAX && !spacingMarkPattern.test(composed)) return COMPOSED
  if (baseOf(codePoint) !== codePoint) return ACCENTED
  return isForeignLetter(codePoint) ? FOREIGN : KEEP
}

/** Inclusive ranges of scripts with orthographic marks: points, vowel signs, tones. */
const SPELLING_MARKS: readonly (readonly [number, number])[] = [
  [0x0591, 0x05c7],
  [0x0610, 0x06ed],
  [0x0900, 0x0eff],
  [0x1000, 0x109f],
  [0x1780, 0x17d3],
]
/** The marks that join the previous letter (NFC_Quick_Check=Maybe in Unicode's DerivedNormalizationProps.txt). */
const JOINING = new Set([
  0x0653, 0x0654, 0x0655, 0x093c, 0x09be, 0x09d7, 0x0b3e, 0x0b56, 0x0b57, 0x0bbe, 0x0bd7, 0x0c56, 0x0cc2, 0x0cd5,
  0x0cd6, 0x0d3e, 0x0d57, 0x0dca, 0x0dcf, 0x0ddf, 0x102e,
])

/** Returns the class of a mark; most vowel signs neither join a letter nor are reordered: they are kept. */
function markClass(codePoint: number): number {
  const spells = SPELLING_MARKS.some(([low, high]) => codePoint >= low && codePoint <= high)
  if (!spells || JOINING.has(codePoint)) return MARK
  return isReordered(String.fromCodePoint(codePoint)) ? LONE_MARK : KEEP
}

/** Whether the mark's combining class is not 0: then it is reordered among other marks, here one of class 1 and of 240. */
function isReordered(character: string): boolean {
  const low = `${character}\u0334`
  const high = `\u0345${character}`
  return low.normalize('NFD') !== low || high.normalize('NFD') !== high
}

/** Vowels and finals of Hangul join the syllable before them under normalisation. */
function isTrailingJamo(codePoint: number): boolean {
  return (codePoint >= 0x1161 && codePoint <= 0x11ff) || (codePoint >= 0xd7b0 && codePoint <= 0xd7ff)
}
