import { letterOf } from './language.ts'
import {
  AMPERSAND,
  BACKSLASH,
  BASE64_BIT,
  charTable,
  CONTROL,
  DIGIT_BIT,
  DOUBLED_BIT,
  EQUALS,
  EVIDENCE_MASK,
  FLAGS_BIT,
  LEET_BIT,
  PAIR_BIAS,
  pairTable,
  PERCENT,
  REVERSE_BIT,
  WORD_BIT,
} from './scan-tables.ts'

/** Flags of a fast scan that require a closer analysis. Most texts have none of them, and cost nothing more. */
export { AMPERSAND, BACKSLASH, CONTROL, EQUALS, PERCENT }
export const NON_ASCII = 32
/** A letter next to a digit or a symbol that may replace a letter. */
export const LEET = 64
/** Four single letters in a row with signs or blanks between. */
export const SPACED = 128
/** The same letter three times in a row. */
export const REPEATED = 256
/** A run of at least 12 base64 characters. */
export const LONG_RUN = 512
/** Many digits close together. */
export const DIGITS = 1024
/** Some stretch reads more like prose after rot13. */
export const ROTATED = 2048
/** Some stretch reads more like prose backwards. */
export const REVERSED = 4096

/** Flags with recorded places. */
const PLACED = LEET | SPACED | REPEATED | LONG_RUN | DIGITS

/** Result of `scan`. */
export interface Scan {
  /** An or of the flags above. */
  readonly flags: number
  /**
   * Places of the recorded flags, three numbers each: start, end, flags. The cause of a flag ends inside its place and may start up to
   * `REACH_UNITS` before.
   */
  readonly spots: readonly number[]
}

/** Number of code units before a block that the scan reads. */
export const REACH_UNITS = 32

const BLOCK = 15
/** Minimum log-likelihood gain of a block, and minimum total score of a span for word-level scoring. */
const ROT_DRIFT = 12
const ROT_EVIDENCE_MIN = 34
const REVERSE_DRIFT = 2
const REVERSE_EVIDENCE_MIN = 9
/** A short text can show less: so much per letter. */
const SHORT_EVIDENCE = 1.5
const DIGITS_IN_BLOCK_MIN = 3
const ODD_BYTES_MIN = 2
const RUN_MIN = 12

/** Carried from chunk to chunk. */
interface ScanState {
  flags: number
  before: number
  words: number
  base64: number
  rot: number
  reverse: number
  spots: number[]
}

/**
 * Number of code units per chunk. Typed arrays are read four times faster than strings, so each chunk is copied into one: a byte per code
 * unit, with every non-ASCII unit as `OTHER`.
 */
const CHUNK_UNITS = 8192
const OTHER = 0x80
const bytes = Buffer.alloc(CHUNK_UNITS)
const wide = new Uint16Array(CHUNK_UNITS)
const wideBytes = Buffer.from(wide.buffer)
const NO_SPOTS: number[] = []

/** Whether a text is ASCII alone; several times faster than looking at it from here. */
export function isAscii(text: string): boolean {
  return Buffer.byteLength(text, 'utf8') === text.length
}

/** Scans the text in one pass. */
export function scan(text: string): Scan {
  const ascii = isAscii(text)
  const flags = ascii ? 0 : NON_ASCII
  const carry: ScanState = { flags, before: 0, words: 0, base64: 0, rot: 0, reverse: 0, spots: NO_SPOTS }
  const rotEnough = Math.min(ROT_EVIDENCE_MIN, SHORT_EVIDENCE * text.length)
  for (let at = 0; at < text.length; at += CHUNK_UNITS) {
    const chunk = text.length <= CHUNK_UNITS ? text : text.slice(at, at + CHUNK_UNITS)
    if (ascii) bytes.write(chunk, 0, 'latin1')
    else narrow(chunk)
    scanChunk(at, chunk.length, rotEnough, carry)
  }
  return { flags: carry.flags, spots: carry.spots }
}

function narrow(chunk: string): void {
  wideBytes.write(chunk, 0, 'utf16le')
  for (let i = 0; i < chunk.length; i++) {
    const unit = wide[i]!
    bytes[i] = unit < OTHER ? unit : OTHER
  }
}

function scanChunk(from: number, length: number, rotEnough: number, carry: ScanState): void {
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
    let here = sums >>> DOUBLED_BIT === 0 ? 0 : flagsOfCounts(start, end, sums)
    if (hasLongRun(base64) && looksEncoded(end)) here |= LONG_RUN
    if (hasSingles(words)) here |= SPACED
    if (here !== 0) note(carry, from + start, from + end, here)
  }
  carry.flags |= flags | (raised >>> FLAGS_BIT)
  carry.before = before
  carry.words = words
  carry.base64 = base64
  carry.rot = rot
  carry.reverse = reverse
}

function note(carry: ScanState, start: number, end: number, flags: number): void {
  carry.flags |= flags
  const { spots } = carry
  const last = spots.length - 1
  if (last > 0 && spots[last - 1] === start && spots[last] === flags) spots[last - 1] = end
  else if (last > 0) spots.push(start, end, flags)
  else carry.spots = [start, end, flags]
}

/**
 * Returns the places with any of these flags, as alternating starts and ends; adjacent places are merged.
 * @param flags of `LEET`, `SPACED`, `REPEATED`, `LONG_RUN` and `DIGITS`
 */
export function flaggedRanges({ flags: raised, spots }: Scan, flags: number): readonly number[] {
  if ((raised & flags & PLACED) === 0) return NO_SPOTS
  const places: number[] = []
  for (let n = 0; n < spots.length; n += 3) {
    if ((spots[n + 2]! & flags) === 0) continue
    if (places.length > 0 && places.at(-1) === spots[n]) places[places.length - 1] = spots[n + 1]!
    else places.push(spots[n]!, spots[n + 1]!)
  }
  return places
}

function flagsOfCounts(start: number, end: number, sums: number): number {
  let flags = ((sums >>> LEET_BIT) & 15) > 0 ? LEET : 0
  if (((sums >>> DIGIT_BIT) & 15) >= DIGITS_IN_BLOCK_MIN) flags |= DIGITS
  if (((sums >>> DOUBLED_BIT) & 15) > 0 && hasTriple(start, end)) flags |= REPEATED
  return flags
}

/** Whether one letter occurs three times in a row, here or across the start of this block; the edge of a chunk counts as such. */
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

/** Whether a long run among the last bytes has capitals or digits inside: long words have none, encoded data has. */
function looksEncoded(end: number): boolean {
  let inside = 0
  let run = 0
  for (let i = Math.max(0, end - REACH_UNITS); i < end; i++) {
    const byte = bytes[i]!
    if (((charTable[byte]! >>> BASE64_BIT) & 1) === 0) {
      run = 0
      inside = 0
      continue
    }
    const odd = (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a)
    if (odd && run > 0) inside++
    run++
    if (run >= RUN_MIN && inside >= ODD_BYTES_MIN) return true
  }
  return false
}

/** Whether four single bits are one to three positions apart without others in between. */
function hasSingles(bits: number): boolean {
  const single = bits & ~(bits << 1) & ~(bits >>> 1)
  const two = single & ((single >>> 2) | (single >>> 3) | (single >>> 4))
  const three = single & ((two >>> 2) | (two >>> 3) | (two >>> 4))
  return (single & ((three >>> 2) | (three >>> 3) | (three >>> 4))) !== 0
}
