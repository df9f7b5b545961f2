/** Bits of a symbol: letters without case, space, and groups of signs. */
export const SYMBOL_BITS = 5
export const SYMBOL_MASK = (1 << SYMBOL_BITS) - 1

/** A trigram contains the symbols of three characters in one number. */
export const TRIGRAM_UNITS = 3
export const TRIGRAM_MASK = (1 << (TRIGRAM_UNITS * SYMBOL_BITS)) - 1

/** So many trigrams exist. */
export const TRIGRAMS = TRIGRAM_MASK + 1

/** The filter of a search for nothing. */
export const NO_ANCHORS = new Uint8Array(TRIGRAMS)

const SPACE = 27
/** Groups of symbols; other characters, and non-ASCII ones, share the symbol 0. */
const SIGNS: readonly (readonly [symbol: number, signs: string])[] = [
  [28, '-_'],
  [29, '.:/='],
  [30, '0123456789'],
  [31, '()[]{}<>'],
]

/** The symbol of each code unit. */
export const SYMBOLS: Uint8Array = allSymbols()

/** Returns the trigram that ends before `end`; at least three units have to precede it. */
export function trigramAt(units: Uint16Array, end: number): number {
  const first = SYMBOLS[units[end - 3] ?? 0] as number
  const second = SYMBOLS[units[end - 2] ?? 0] as number
  const third = SYMBOLS[units[end - 1] ?? 0] as number
  return (first << (2 * SYMBOL_BITS)) | (second << SYMBOL_BITS) | third
}

/** Letters from the commonest in European prose to the rarest. */
const BY_USE = ' etaoinsrhldcumfpgwybvkxjqz'

/** How seldom a trigram is in prose, roughly. */
export function rarity(units: Uint16Array, end: number): number {
  let sum = 0
  for (let at = end - TRIGRAM_UNITS; at < end; at++) {
    const rank = BY_USE.indexOf(String.fromCharCode(units[at] as number))
    sum += rank < 0 ? BY_USE.length : rank
  }
  return sum
}

function allSymbols(): Uint8Array {
  const symbols = new Uint8Array(0x10000)
  for (let letter = 1; letter <= 26; letter++) {
    symbols[64 + letter] = letter
    symbols[96 + letter] = letter
  }
  symbols[32] = SPACE
  for (const [symbol, signs] of SIGNS) for (const sign of signs) symbols[sign.charCodeAt(0)] = symbol
  // Two characters outside ASCII fold to ASCII letters: the long s and the Kelvin sign.
  symbols[0x17f] = symbols[115] as number
  symbols[0x212a] = symbols[107] as number
  return symbols
}
