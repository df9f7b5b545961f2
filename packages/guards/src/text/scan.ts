import { letterOf, reverseEvidence, rotEvidence } from './language.ts'

/** What one look at a text found worth a closer look. Most texts have none of these, and cost nothing more. */
export const NON_ASCII = 32
export const CONTROL = 16
/** A letter beside a digit or a sign that may stand for a letter. */
export const LEET = 64
/** Four single letters in a row with signs or blanks between. */
export const SPACED = 128
/** The same letter three times in a row. */
export const REPEATED = 256
export const PERCENT = 1
export const AMPERSAND = 2
export const BACKSLASH = 4
/** `=` before a hexadecimal digit or a line end. */
export const EQUALS = 8
/** Twelve letters, digits and signs of base64 without a break. */
export const LONG_RUN = 512
/** Many digits close together. */
export const DIGITS = 1024
/** Some stretch reads more like prose after rot13. */
export const ROTATED = 2048
/** Some stretch reads more like prose backwards. */
export const REVERSED = 4096

const BLOCK = 15
/** Evidence that a block must bring beyond chance, and the sum that makes a stretch worth scoring word by word. */
const ROT_DRIFT = 12
const ROT_EVIDENCE_MIN = 34
const REVERSE_DRIFT = 2
const REVERSE_EVIDENCE_MIN = 9
/** A short text can show less: so much per letter. */
const SHORT_EVIDENCE = 1.5
const DIGITS_IN_BLOCK_MIN = 3
/** Bytes before the end of a block that its registers know. */
const REGISTER_BITS = 32
const ODD_BYTES_MIN = 2

// Classes beyond the letters 1 to 26; 0 is a blank or any sign without a meaning here.
const DIGIT = 27
const SIGN = 28
const SPECIAL = 29
const CONTROL_CLASS = 30

/** For each byte: class in bits 0-4, `WORD_BIT`, `BASE64_BIT`, and from bit 24 on the flags it raises by itself. */
const charTable = new Int32Array(256)
const WORD_BIT = 5
const BASE64_BIT = 6
const FLAGS_BIT = 24

/**
 * For each pair of classes: rot evidence in bits 0-8, reverse evidence in 9-17 (both biased by `PAIR_BIAS`), and in
 * fields of four bits whether it is a doubled letter, a pair that may be leet, or ends in a digit. Over a block of
 * fifteen pairs no field overflows, so one addition counts all five.
 */
const pairTable = new Int32Array(1024)
const PAIR_BIAS = 16
const EVIDENCE_MASK = 0x1ff
const REVERSE_BIT = 9
const DOUBLED_BIT = 18
const LEET_BIT = 22
const DIGIT_BIT = 26

fillCharacters()
fillPairs()

/** Carried from chunk to chunk. */
interface Carry {
  flags: number
  before: number
  words: number
  base64: number
  rot: number
  reverse: number
}

/**
 * Code units looked at in one go. A typed array is read four times faster than a string, so each chunk is written into
 * one as UTF-8; every byte beyond ASCII is above 127.
 */
const CHUNK_UNITS = 8192
const bytes = Buffer.alloc(CHUNK_UNITS * 3)

/** One pass over the text; the result is an or of the flags above. */
export function scan(text: string): number {
  const carry: Carry = { flags: 0, before: 0, words: 0, base64: 0, rot: 0, reverse: 0 }
  const rotEnough = Math.min(ROT_EVIDENCE_MIN, SHORT_EVIDENCE * text.length)
  for (let at = 0; at < text.length; at += CHUNK_UNITS) {
    const chunk = text.length <= CHUNK_UNITS ? text : text.slice(at, at + CHUNK_UNITS)
    const written = bytes.write(chunk, 0, 'utf8')
    if (written > chunk.length) carry.flags |= NON_ASCII
    scanChunk(written, rotEnough, carry)
  }
  return carry.flags
}

function scanChunk(length: number, rotEnough: number, carry: Carry): void {
  let { flags, before, words, base64, rot, reverse } = carry
  let raised = 0
  for (let start = 0; start < length; start += BLOCK) {
    const end = Math.min(start + BLOCK, length)
    let sums = 0
    for (let i = start; i < end; i++) {
      const entry = charTable[bytes[i]!]!
      const kind = entry & 31
      sums += pairTable[(before << 5) | kind]!
      before = kind
      raised |= entry
      words = (words << 1) | ((entry >>> WORD_BIT) & 1)
      base64 = (base64 << 1) | ((entry >>> BASE64_BIT) & 1)
    }
    const bias = (end - start) * PAIR_BIAS
    rot = Math.max(0, rot + (sums & EVIDENCE_MASK) - bias - ROT_DRIFT)
    reverse = Math.max(0, reverse + ((sums >>> REVERSE_BIT) & EVIDENCE_MASK) - bias - REVERSE_DRIFT)
    if (rot > rotEnough) flags |= ROTATED
    if (reverse > REVERSE_EVIDENCE_MIN) flags |= REVERSED
    if (sums >>> DOUBLED_BIT !== 0) flags |= flagsOfCounts(start, end, sums)
    if (hasLongRun(base64) && looksEncoded(end)) flags |= LONG_RUN
    if (hasSingles(words)) flags |= SPACED
  }
  carry.flags = flags | (raised >>> FLAGS_BIT)
  carry.before = before
  carry.words = words
  carry.base64 = base64
  carry.rot = rot
  carry.reverse = reverse
}

function flagsOfCounts(start: number, end: number, sums: number): number {
  let flags = ((sums >>> LEET_BIT) & 15) > 0 ? LEET : 0
  if (((sums >>> DIGIT_BIT) & 15) >= DIGITS_IN_BLOCK_MIN) flags |= DIGITS
  if (((sums >>> DOUBLED_BIT) & 15) > 0 && hasTriple(start, end)) flags |= REPEATED
  return flags
}

/** Whether one letter stands three times in a row, here or on the way into this block; a chunk's edge counts as so. */
function hasTriple(start: number, end: number): boolean {
  if (start === 0 && letterOf(bytes[0]!) !== 0 && letterOf(bytes[0]!) === letterOf(bytes[1]!)) return true
  for (let i = Math.max(2, start); i < Math.min(end + 1, bytes.length); i++) {
    const letter = letterOf(bytes[i]!)
    if (letter !== 0 && letter === letterOf(bytes[i - 1]!) && letter === letterOf(bytes[i - 2]!)) return true
  }
  return false
}

/** Whether twelve bits in a row are set. */
function hasLongRun(bits: number): boolean {
  let runs = bits & (bits >>> 1)
  runs &= runs >>> 2
  runs &= runs >>> 4
  return (runs & (runs >>> 4)) !== 0
}

/** Whether the last bytes hold capitals or digits inside words: long words have none, encoded data has. */
function looksEncoded(end: number): boolean {
  let inside = 0
  for (let i = Math.max(1, end - REGISTER_BITS); i < end; i++) {
    const byte = bytes[i]!
    const odd = (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a)
    if (odd && ((charTable[bytes[i - 1]!]! >>> BASE64_BIT) & 1) === 1) inside++
  }
  return inside >= ODD_BYTES_MIN
}

/** Whether four single bits stand one to three places apart with none between. */
function hasSingles(bits: number): boolean {
  const single = bits & ~(bits << 1) & ~(bits >>> 1)
  const two = single & ((single >>> 2) | (single >>> 3) | (single >>> 4))
  const three = single & ((two >>> 2) | (two >>> 3) | (two >>> 4))
  return (single & ((three >>> 2) | (three >>> 3) | (three >>> 4))) !== 0
}

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
      const one = isLetter(first) ? first : 0
      const two = isLetter(second) ? second : 0
      const scored = one !== 0 || two !== 0
      const doubled = one !== 0 && one === two
      pairTable[(first << 5) | second] =
        PAIR_BIAS +
        (scored ? rotEvidence(one, two) : 0) +
        ((PAIR_BIAS + (scored ? reverseEvidence(one, two) : 0)) << REVERSE_BIT) +
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
