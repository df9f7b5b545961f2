/**
 * Unicode simple case folding from one UTF-16 code unit to one, so that offsets do not change. Foldings that change the length (ß to ss)
 * are not applied, as in regular expressions with the flags `iu`.
 */
export interface FoldTables {
  /** Folded unit by unit; surrogates map to themselves. */
  readonly units: Uint16Array
  /** Folded low surrogate by `codePoint - 0x10000` for plane 1, the only supplementary plane that contains letters with case. */
  readonly lowSurrogates: Uint16Array
}

// Three pairs of Unicode's simple folding that no case mapping of single letters produces.
const EXTRA_PAIRS: readonly (readonly [number, number])[] = [
  [0x1fd3, 0x0390],
  [0x1fe3, 0x03b0],
  [0xfb05, 0xfb06],
]

/** The dotless i has the capital I, but simple folding distinguishes it from i. */
const DOTLESS_I = 0x131

let tables: FoldTables | undefined

/** Returns the shared tables, built at the first use in some milliseconds. */
export function foldTables(): FoldTables {
  tables ??= buildTables()
  return tables
}

/** Returns the text in folded case with unchanged offsets. */
export function foldText(text: string): string {
  const { units, lowSurrogates } = foldTables()
  let folded = ''
  let copied = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    const to = isLow(unit) && i > 0 ? foldLow(lowSurrogates, text.charCodeAt(i - 1), unit) : (units[unit] as number)
    if (to === unit) continue
    folded += text.slice(copied, i) + String.fromCharCode(to)
    copied = i + 1
  }
  return copied === 0 ? text : folded + text.slice(copied)
}

/** Returns the folded form of a low surrogate after the unit `before`; unchanged unless both form a pair of plane 1. */
export function foldLow(lowSurrogates: Uint16Array, before: number, low: number): number {
  // Plane 1 has the high surrogates d800 to d83f.
  return before >= 0xd800 && before < 0xd840 ? (lowSurrogates[(before - 0xd800) * 1024 + low - 0xdc00] as number) : low
}

export function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000
}

/** Returns the folded form of one code point. */
export function foldCodePoint(codePoint: number): number {
  const { units, lowSurrogates } = foldTables()
  if (codePoint < 0x10000) return units[codePoint] as number
  if (codePoint >= 0x20000) return codePoint
  return (codePoint & ~0x3ff) | ((lowSurrogates[codePoint - 0x10000] as number) - 0xdc00)
}

function buildTables(): FoldTables {
  const units = new Uint16Array(0x10000)
  for (let unit = 0; unit < 0x10000; unit++) units[unit] = foldSingle(unit)
  for (const [from, to] of EXTRA_PAIRS) units[from] = to
  const lowSurrogates = new Uint16Array(0x10000)
  for (let i = 0; i < 0x10000; i++) lowSurrogates[i] = 0xdc00 + (foldSingle(0x10000 + i) & 0x3ff)
  return { units, lowSurrogates }
}

/** Upper case first, because several lower-case letters may share one capital (ς and σ). */
function foldSingle(codePoint: number): number {
  if (codePoint === DOTLESS_I || (codePoint >= 0xd800 && codePoint < 0xe000)) return codePoint
  const size = codePoint < 0x10000 ? 1 : 2
  const self = String.fromCodePoint(codePoint)
  const upper = self.toUpperCase()
  const raised = upper.length === size ? upper : self
  const lower = raised.toLowerCase()
  return (lower.length === size ? lower : raised).codePointAt(0) as number
}
