import { foldTables } from './fold.ts'

/**
 * Maximum number of code units with a single symbol. Others are encoded as two symbols, which limits the width of table rows for large
 * alphabets such as Chinese.
 */
export const SINGLE_SYMBOLS_MAX = 128

/** Mapping of code units to table columns. Symbol 0 represents units that no pattern contains. */
export interface Alphabet {
  /** Symbol of each ASCII unit. */
  readonly ascii: Uint16Array
  /** Number of the page of 256 units; page 0 is empty. */
  readonly pageOf: Uint16Array
  /** Symbol of each unit of each page; `singles` and above: the rare unit `symbol - singles`. */
  readonly pages: Uint16Array
  readonly singles: number
  /** The two symbols that encode each rare unit. */
  readonly firstHalf: Uint16Array
  readonly secondHalf: Uint16Array
  /** Number of table columns. */
  readonly width: number
  readonly bytes: number
}

/** @param patterns already folded if `ignoreCase` is set */
export function chooseAlphabet(patterns: readonly string[], ignoreCase: boolean): Alphabet {
  const used = unitsByUse(patterns)
  // ASCII units always have single symbols, because the hot loop supports no other lookup for them.
  const own = used.filter((unit) => unit < 128)
  const others = used.filter((unit) => unit >= 128)
  const capacity = Math.max(0, SINGLE_SYMBOLS_MAX - own.length)
  const single = [...own, ...others.slice(0, capacity)]
  const rare = others.slice(capacity)
  const singles = single.length + 1

  const symbolOf = new Uint16Array(0x10000)
  for (const [i, unit] of single.entries()) symbolOf[unit] = i + 1
  for (const [i, unit] of rare.entries()) symbolOf[unit] = singles + i
  if (ignoreCase) spreadOverCases(symbolOf)

  const halves = spellRare(rare, singles)
  const paged = toPages(symbolOf)
  const ascii = symbolOf.slice(0, 128)
  const bytes =
    ascii.byteLength +
    paged.pageOf.byteLength +
    paged.pages.byteLength +
    halves.firstHalf.byteLength +
    halves.secondHalf.byteLength
  return { ascii, ...paged, singles, ...halves, bytes }
}

/** Returns the symbols of a pattern, one or two per code unit. */
export function spell(pattern: string, alphabet: Alphabet): number[] {
  const symbols: number[] = []
  for (let i = 0; i < pattern.length; i++) {
    const unit = pattern.charCodeAt(i)
    const symbol = alphabet.pages[((alphabet.pageOf[unit >> 8] as number) << 8) | (unit & 0xff)] as number
    if (symbol < alphabet.singles) symbols.push(symbol)
    else {
      const rare = symbol - alphabet.singles
      symbols.push(alphabet.firstHalf[rare] as number, alphabet.secondHalf[rare] as number)
    }
  }
  return symbols
}

/** Returns the distinct code units, the most frequent first. */
function unitsByUse(patterns: readonly string[]): number[] {
  const counts = new Uint32Array(0x10000)
  for (const pattern of patterns) {
    for (let i = 0; i < pattern.length; i++) {
      const unit = pattern.charCodeAt(i)
      counts[unit] = (counts[unit] as number) + 1
    }
  }
  const units: number[] = []
  for (let unit = 0; unit < 0x10000; unit++) if (counts[unit] !== 0) units.push(unit)
  return units.sort((a, b) => (counts[b] as number) - (counts[a] as number))
}

/** Assigns the symbol of its folded form to every unit, so that a scan needs no separate case folding. */
function spreadOverCases(symbolOf: Uint16Array): void {
  const { units } = foldTables()
  for (let unit = 0; unit < 0x10000; unit++) {
    const folded = units[unit] as number
    if (folded !== unit) symbolOf[unit] = symbolOf[folded] as number
  }
}

/**
 * Encodes rare units by their high and low byte. The two kinds of symbols and the single symbols are disjoint, so that no occurrence can
 * begin or end inside a unit.
 */
function spellRare(rare: readonly number[], singles: number): Pick<Alphabet, 'firstHalf' | 'secondHalf' | 'width'> {
  const highs = new Map<number, number>()
  const lows = new Map<number, number>()
  for (const unit of rare) {
    if (!highs.has(unit >> 8)) highs.set(unit >> 8, singles + highs.size)
  }
  for (const unit of rare) {
    if (!lows.has(unit & 0xff)) lows.set(unit & 0xff, singles + highs.size + lows.size)
  }
  return {
    firstHalf: Uint16Array.from(rare, (unit) => highs.get(unit >> 8) as number),
    secondHalf: Uint16Array.from(rare, (unit) => lows.get(unit & 0xff) as number),
    width: singles + highs.size + lows.size,
  }
}

function toPages(symbolOf: Uint16Array): Pick<Alphabet, 'pageOf' | 'pages'> {
  const pageOf = new Uint16Array(256)
  const remaining: Uint16Array[] = [new Uint16Array(256)]
  for (let page = 0; page < 256; page++) {
    const units = symbolOf.subarray(page * 256, page * 256 + 256)
    if (!units.some((symbol) => symbol !== 0)) continue
    pageOf[page] = remaining.length
    remaining.push(units)
  }
  const pages = new Uint16Array(remaining.length * 256)
  for (const [i, units] of remaining.entries()) pages.set(units, i * 256)
  return { pageOf, pages }
}
