import { letterOf, reverseEvidence, rotEvidence } from './language.ts'

/** Flags that a character raises on its own. */
export const PERCENT = 1
export const AMPERSAND = 2
export const BACKSLASH = 4
/** `=` before a hexadecimal digit or a line end. */
export const EQUALS = 8
export const CONTROL = 16

// Classes beyond the letters 1 to 26; 0 is a blank or any sign without a meaning here.
const DIGIT = 27
const SIGN = 28
const SPECIAL = 29
const CONTROL_CLASS = 30

/** For each byte: class in bits 0-4, `WORD_BIT`, `BASE64_BIT`, and from bit 24 on the flags it raises on its own. */
export const charTable = new Int32Array(256)
export const WORD_BIT = 5
export const BASE64_BIT = 6
export const FLAGS_BIT = 24

/**
 * For each pair of classes: ROT13 evidence in bits 0-8, reverse evidence in 9-17 (both biased by `PAIR_BIAS`), and fields of four bits for
 * a doubled letter, a possible leet pair, and a final digit. Over a block of fifteen pairs no field overflows, so one addition counts all
 * five.
 */
export const pairTable = new Int32Array(1024)
export const PAIR_BIAS = 16
export const EVIDENCE_MASK = 0x1ff
export const REVERSE_BIT = 9
export const DOUBLED_BIT = 18
export const LEET_BIT = 22
export const DIGIT_BIT = 26

fillCharacters()
fillPairs()

function classOfAscii(unit: number): number {
  const letter = letterOf(unit)
  if (letter !== 0) return letter
  if (unit >= 0x30 && unit <= 0x39) return DIGIT
  const character = String.fromCharCode(unit)
  if ('@$!|+'.includes(character)) return SIGN
  if ('%&\\='.includes(character)) return SPECIAL
  return (unit < 0x20 && !'\t\n\r'.includes(character)) || unit === 0x7f ? CONTROL_CLASS : 0
}

function fillCharacters(): void {
  for (let unit = 0; unit < 128; unit++) {
    const kind = classOfAscii(unit)
    const character = String.fromCharCode(unit)
    const word = (kind > 0 && kind <= DIGIT) || '@$'.includes(character)
    const base64 = (kind > 0 && kind <= DIGIT) || '+/-_'.includes(character)
    const special = { '%': PERCENT, '&': AMPERSAND, '\\': BACKSLASH, '=': EQUALS }[character]
    const flag = special ?? (kind === CONTROL_CLASS ? CONTROL : 0)
    charTable[unit] = kind | (word ? 1 << WORD_BIT : 0) | (base64 ? 1 << BASE64_BIT : 0) | (flag << FLAGS_BIT)
  }
}

function fillPairs(): void {
  for (let first = 0; first < 32; first++)
    for (let second = 0; second < 32; second++) {
      const item = isLetter(first) ? first : 0
      const two = isLetter(second) ? second : 0
      const scored = item !== 0 || two !== 0
      const doubled = item !== 0 && item === two
      pairTable[(first << 5) | second] =
        PAIR_BIAS +
        (scored ? rotEvidence(item, two) : 0) +
        ((PAIR_BIAS + (scored ? reverseEvidence(item, two) : 0)) << REVERSE_BIT) +
        ((doubled ? 1 : 0) << DOUBLED_BIT) +
        ((isLeet(first, second) ? 1 : 0) << LEET_BIT) +
        ((second === DIGIT ? 1 : 0) << DIGIT_BIT)
    }
}

function isLetter(kind: number): boolean {
  return kind > 0 && kind <= 26
}

function isLeet(first: number, second: number): boolean {
  return (isLetter(first) && second === DIGIT) || ((first === DIGIT || first === SIGN) && isLetter(second))
}
