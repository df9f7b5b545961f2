import { alwaysFold, isForeignLetter } from './confusables.ts'

/**
 * What `normal` does with a character. A class is worked out when a character is first met, so that start-up costs
 * nothing and a lookup is one array read.
 */
export const KEEP = 0
export const REMOVE = 1
export const SPACE = 2
/** Stands for one ASCII letter or sign whatever its neighbours are; see `foldOf`. */
export const FOLD = 3
/** Compatibility normalisation changes it. */
export const COMPOSED = 4
/** Attaches to the character before it. */
export const MARK = 5
/** A letter of a script that has lookalikes of Latin: kept, and looked at word by word. */
export const FOREIGN = 6

const UNKNOWN = 255
const plane0 = new Uint8Array(0x10000).fill(UNKNOWN)
plane0.fill(KEEP, 0xd800, 0xe000)
/** Beyond the first plane texts use few characters; this many are remembered. */
const ASTRAL_REMEMBERED_MAX = 8192
const astral = new Map<number, number>()

/** The class of a code point; an unpaired surrogate is kept. */
export function classOf(codePoint: number): number {
  if (codePoint > 0xffff) return astralClass(codePoint)
  const known = plane0[codePoint]!
  if (known !== UNKNOWN) return known
  const kind = classify(codePoint)
  plane0[codePoint] = kind
  return kind
}

function astralClass(codePoint: number): number {
  const known = astral.get(codePoint)
  if (known !== undefined) return known
  if (astral.size >= ASTRAL_REMEMBERED_MAX) astral.clear()
  const kind = classify(codePoint)
  astral.set(codePoint, kind)
  return kind
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
const mark = /^\p{M}/u
/** Signs that NFKC would turn into a space and a mark: they stand for themselves. */
const spacingMark = /^ \p{M}/u
/** Two Arabic ligatures become whole sentences under NFKC; they stay, so that no text grows more than sixfold. */
const EXPANSION_MAX = 6

function classify(codePoint: number): number {
  for (const [low, high] of INVISIBLE) if (codePoint >= low && codePoint <= high) return REMOVE
  if (codePoint === 0x0a || codePoint === 0x0d || codePoint === 0x09 || codePoint === 0x20) return KEEP
  const character = String.fromCodePoint(codePoint)
  if (white.test(character) || codePoint === 0x85 || codePoint === 0x2800) return SPACE
  if (alwaysFold.has(codePoint)) return FOLD
  const composed = character.normalize('NFKC')
  if (mark.test(composed) || isTrailingJamo(codePoint)) return MARK
  if (composed !== character && composed.length <= EXPANSION_MAX && !spacingMark.test(composed)) return COMPOSED
  return isForeignLetter(codePoint) ? FOREIGN : KEEP
}

/** Vowels and finals of Hangul join the syllable before them under normalisation. */
function isTrailingJamo(codePoint: number): boolean {
  return (codePoint >= 0x1161 && codePoint <= 0x11ff) || (codePoint >= 0xd7b0 && codePoint <= 0xd7ff)
}
