/**
 * Filter that scans ASCII text two characters at a time for possible pattern starts. The automaton's tables exceed the CPU cache, so that
 * it runs only there. A pattern is identified by its first characters as successive pairs, at an even and at an odd offset. Characters are
 * compared by their class in {@link CLASSES}: letters ignoring case, other characters in groups.
 */
export interface PairFilter {
  /** One bit per two successive pairs: 1 if a pattern begins with them. */
  readonly first: Int32Array
  /** One bit for several second and third pairs: 1 if a pattern continues with them. */
  readonly onward: Int32Array
  /** One bit for several first and second pairs: 1 if a pattern ends with them without a third. */
  readonly whole: Int32Array
}

/** Three pairs at an odd offset and the preceding character. */
const WINDOW_UNITS = 7

const CLASS_BITS = 5
const CLASSES = 1 << CLASS_BITS
const PAIR_BITS = 2 * CLASS_BITS
const PAIR_MASK = (1 << PAIR_BITS) - 1

/** Number of bits shared by the rarer tests. */
const SLOTS = 1 << 17

/** Memory size of a filter. */
export const FILTER_BYTES = (1 << (2 * PAIR_BITS)) / 8 + (2 * SLOTS) / 8

const ASCII = 128

/** Groups of characters with a common class. Letters have the classes 1 to 26, all other characters class 0. */
const SIGNS = [' \t\n\r', '0123456789', '.,?!', '-_', '"\'`:/'] as const

const classOf = classTable()

/** Code of each pair of ASCII bytes, in machine byte order. */
const PAIR_CODES: Uint16Array = pairCodes()

/** @param patterns already folded if the automaton ignores case; patterns with non-ASCII characters are skipped */
export function buildPairFilter(patterns: readonly string[]): PairFilter {
  const first = new Int32Array((1 << (2 * PAIR_BITS)) / 32)
  const onward = new Int32Array(SLOTS / 32)
  const whole = new Int32Array(SLOTS / 32)
  const known = new Set<string>()
  for (const pattern of patterns) {
    if (!isAscii(pattern)) continue
    const classes = Array.from(pattern.slice(0, WINDOW_UNITS), (char) => classOf[char.charCodeAt(0)] as number)
    const shape = classes.join()
    if (known.has(shape)) continue
    known.add(shape)
    // At an odd offset the pattern begins one character before the first pair or, if that character is selective, inside it.
    const isRare = classes.length < 5 || classes[0] === 0
    for (const placed of [classes, isRare ? [undefined, ...classes] : classes.slice(1)]) {
      allow(placed.slice(0, 4), (both) => setBit(first, both))
      if (placed.length > 4) allow(placed.slice(2, 6), (both) => setBit(onward, slotOf(both)))
      else allow(placed, (both) => setBit(whole, slotOf(both)))
    }
  }
  return { first, onward, whole }
}

/**
 * Returns the next pair from `from` on with which, together with the previous pair, a pattern may begin.
 * @returns a number above `last` if there is none
 */
export function nextPair({ first, onward, whole }: PairFilter, pairs: Uint16Array, from: number, last: number): number {
  let both = PAIR_CODES[pairs[from - 1] as number] as number
  let k = from
  for (; k <= last; k++) {
    both = ((both & PAIR_MASK) << PAIR_BITS) | (PAIR_CODES[pairs[k] as number] as number)
    if ((((first[both >> 5] as number) >>> (both & 31)) & 1) === 0) continue
    const next = ((both & PAIR_MASK) << PAIR_BITS) | (PAIR_CODES[pairs[k + 1] as number] as number)
    if (hasBit(onward, slotOf(next)) || hasBit(whole, slotOf(both))) break
  }
  return k
}

function slotOf(both: number): number {
  return (both ^ (both >> 9)) & (SLOTS - 1)
}

function hasBit(bits: Int32Array, at: number): boolean {
  return (((bits[at >> 5] as number) >>> (at & 31)) & 1) !== 0
}

function setBit(bits: Int32Array, at: number): void {
  bits[at >> 5] = (bits[at >> 5] as number) | (1 << (at & 31))
}

/** Calls back for all pairs of pairs of four classes. A missing class matches any. */
function allow([a, b, c, d]: readonly (number | undefined)[], each: (both: number) => void): void {
  for (const first of expand(a)) {
    for (const second of expand(b)) {
      const pair = (first << CLASS_BITS) | second
      for (const third of expand(c)) {
        for (const fourth of expand(d)) each((((pair << CLASS_BITS) | third) << CLASS_BITS) | fourth)
      }
    }
  }
}

function expand(item: number | undefined): readonly number[] {
  return item === undefined ? ANY : [item]
}

const ANY = Array.from({ length: CLASSES }, (_, each) => each)

function isAscii(pattern: string): boolean {
  for (let i = 0; i < pattern.length; i++) if (pattern.charCodeAt(i) >= ASCII) return false
  return true
}

function classTable(): Uint8Array {
  const table = new Uint8Array(ASCII)
  for (let letter = 0; letter < 26; letter++) {
    table[65 + letter] = letter + 1
    table[97 + letter] = letter + 1
  }
  for (const [i, signs] of SIGNS.entries()) for (const sign of signs) table[sign.charCodeAt(0)] = 27 + i
  return table
}

function pairCodes(): Uint16Array {
  const secondIsHigh = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1
  const codes = new Uint16Array(0x8000)
  for (let first = 0; first < ASCII; first++) {
    for (let second = 0; second < ASCII; second++) {
      const pair = secondIsHigh ? first | (second << 8) : (first << 8) | second
      codes[pair] = ((classOf[first] as number) << CLASS_BITS) | (classOf[second] as number)
    }
  }
  return codes
}

/** Chunk size in units. The automaton alone processes a non-ASCII chunk. */
export const CHUNK_UNITS = 2_048

/** The last window of a chunk, and the pairs after it, extend into the following bytes. */
const LOOK_AHEAD_UNITS = WINDOW_UNITS + 1
const PADDING_BYTES = 8

/** The bytes of a chunk, also as pairs. */
export interface Chunk {
  readonly bytes: Uint8Array
  readonly pairs: Uint16Array
}

const encoder = new TextEncoder()
const spare: Chunk[] = []

/** Returns an unused chunk buffer. Nested scans need several. */
export function borrowChunk(): Chunk {
  const chunk = spare.pop()
  if (chunk !== undefined) return chunk
  // UTF-8 needs up to three bytes per unit. A smaller buffer would truncate the text.
  const bytes = new Uint8Array(CHUNK_UNITS + LOOK_AHEAD_UNITS + PADDING_BYTES)
  return { bytes, pairs: new Uint16Array(bytes.buffer, 0, bytes.length >> 1) }
}

export function returnChunk(chunk: Chunk): void {
  spare.push(chunk)
}

/** Fills the chunk with the text from an offset on. @returns false if it is not ASCII */
export function fillChunk({ bytes }: Chunk, text: string, from: number, to: number): boolean {
  const end = Math.min(text.length, to + LOOK_AHEAD_UNITS)
  const part = from === 0 && end === text.length ? text : text.slice(from, end)
  const { read, written } = encoder.encodeInto(part, bytes)
  if (read !== part.length || written !== part.length) return false
  // Remaining bytes of an earlier text must not affect the last pairs.
  bytes.fill(0, written, Math.min(bytes.length, written + LOOK_AHEAD_UNITS + PADDING_BYTES))
  return true
}
