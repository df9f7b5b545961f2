import { CAPITAL, FOLDED } from './letters.ts'

/** Shapes of a token; words first, then numbers, then punctuation. */
export const SHAPE = {
  small: 0,
  capital: 1,
  shouted: 2,
  initial: 3,
  mixed: 4,
  digits2: 5,
  digits3: 6,
  digits4: 7,
  digits5: 8,
  digitsMore: 9,
  alnum: 10,
  dot: 11,
  comma: 12,
  colon: 13,
  newline: 14,
  sign: 15,
} as const

/** Shapes up to this are words. */
const WORD_SHAPE_MAX = SHAPE.mixed

/** A longer run of letters is no name, and costs no more than this. */
const WORD_UNITS_MAX = 48

/** The tokens of one text by column; columns may be longer than `count`. */
export interface Tokens {
  count: number
  starts: Int32Array
  ends: Int32Array
  /** Hash of the letters in lower case without marks, of digits unchanged, or of the symbol. */
  hashes: Int32Array
  shapes: Uint8Array
}

const tokenBuffer: Tokens = columns(1_024)

function columns(size: number): Tokens {
  return {
    count: 0,
    starts: new Int32Array(size),
    ends: new Int32Array(size),
    hashes: new Int32Array(size),
    shapes: new Uint8Array(size),
  }
}

function grow(tokens: Tokens): void {
  const larger = columns(tokens.starts.length * 2)
  larger.starts.set(tokens.starts)
  larger.ends.set(tokens.ends)
  larger.hashes.set(tokens.hashes)
  larger.shapes.set(tokens.shapes)
  Object.assign(tokens, { ...larger, count: tokens.count })
}

export function isWord(shape: number): boolean {
  return shape <= WORD_SHAPE_MAX
}

export function isNumber(shape: number): boolean {
  return shape > WORD_SHAPE_MAX && shape <= SHAPE.alnum
}

/** Hash of a word of the lists as {@link readTokens} hashes it in a text. */
export function hashOfWord(word: string): number {
  let hash = SEED
  for (let at = 0; at < word.length; at++) hash = step(hash, foldedOr(word.charCodeAt(at)))
  return hash
}

const SEED = 0x811c_9dc5 | 0

function step(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x0100_0193)
}

function foldedOr(unit: number): number {
  const folded = FOLDED[unit] as number
  return folded === 0 ? unit : folded
}

/**
 * Reads words with their inner hyphens and apostrophes, numbers, single symbols, and one token for consecutive line ends. The next call
 * reuses the columns.
 * @param units the code units, with zeros after the last
 */
export function readTokens(units: Uint16Array, length: number): Tokens {
  tokenBuffer.count = 0
  let at = 0
  while (at < length) {
    const unit = units[at] as number
    if (unit === 32 || unit === 9 || unit === 0xa0) at++
    else if (FOLDED[unit] !== 0) at = readWord(units, at)
    else if (unit >= 48 && unit <= 57) at = readNumber(units, at)
    else at = readSign(units, at, unit)
  }
  return tokenBuffer
}

function add(start: number, end: number, hash: number, shape: number): number {
  if (tokenBuffer.count === tokenBuffer.starts.length) grow(tokenBuffer)
  const at = tokenBuffer.count++
  tokenBuffer.starts[at] = start
  tokenBuffer.ends[at] = end
  tokenBuffer.hashes[at] = hash
  tokenBuffer.shapes[at] = shape
  return end
}

function readWord(units: Uint16Array, start: number): number {
  let hash = SEED
  let capitals = 0
  let letters = 0
  let at = start
  for (; at - start < WORD_UNITS_MAX; at++) {
    const unit = units[at] as number
    const folded = FOLDED[unit] as number
    if (folded === 0) {
      if (unit >= 48 && unit <= 57) return readAlnum(units, start)
      if (!continuesWord(units, at, unit)) break
      hash = step(hash, unit === 0x2019 ? 39 : unit)
      continue
    }
    letters++
    capitals += CAPITAL[unit] as number
    hash = step(hash, folded)
  }
  return add(start, at, hash, shapeOf(units, start, letters, capitals))
}

/** Whether a hyphen or apostrophe between letters continues a word, except in a genitive. */
function continuesWord(units: Uint16Array, at: number, unit: number): boolean {
  if (unit !== 45 && unit !== 39 && unit !== 0x2019) return false
  if (FOLDED[units[at + 1] as number] === 0) return false
  return unit === 45 || (units[at + 1] as number) !== 115 || FOLDED[units[at + 2] as number] !== 0
}

function shapeOf(units: Uint16Array, start: number, letters: number, capitals: number): number {
  if (capitals === 0) return SHAPE.small
  if (letters === 1) return SHAPE.initial
  if (capitals === letters) return SHAPE.shouted
  return capitals === 1 && CAPITAL[units[start] as number] === 1 ? SHAPE.capital : SHAPE.mixed
}

function readAlnum(units: Uint16Array, start: number): number {
  let hash = SEED
  let at = start
  while (at - start < WORD_UNITS_MAX && isAlnum(units[at] as number)) hash = step(hash, foldedOr(units[at++] as number))
  return add(start, at, hash, SHAPE.alnum)
}

function readNumber(units: Uint16Array, start: number): number {
  let hash = SEED
  let at = start
  while (at - start < WORD_UNITS_MAX) {
    const unit = units[at] as number
    if (unit < 48 || unit > 57) break
    hash = step(hash, unit)
    at++
  }
  if (FOLDED[units[at] as number] !== 0) return readAlnum(units, start)
  const digits = at - start
  return add(start, at, hash, digits <= 2 ? SHAPE.digits2 : digits > 5 ? SHAPE.digitsMore : SHAPE.digits2 + digits - 2)
}

function isAlnum(unit: number): boolean {
  return (unit >= 48 && unit <= 57) || FOLDED[unit] !== 0
}

function readSign(units: Uint16Array, start: number, unit: number): number {
  if (unit === 10 || unit === 13) {
    let end = start + 1
    while (isBlank(units[end] as number)) end++
    return add(start, end, 10, SHAPE.newline)
  }
  const shape = unit === 46 ? SHAPE.dot : unit === 44 ? SHAPE.comma : unit === 58 ? SHAPE.colon : SHAPE.sign
  return add(start, start + 1, unit, shape)
}

function isBlank(unit: number): boolean {
  return unit === 10 || unit === 13 || unit === 32 || unit === 9
}
