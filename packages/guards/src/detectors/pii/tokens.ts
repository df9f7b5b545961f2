import { SYMBOL_BITS, SYMBOL_MASK, SYMBOLS, TRIGRAM_MASK, trigramAt } from './trigrams.ts'

/**
 * Results of one pass over the text with all possible starts for scanners, so that prose without digits, `@` or colons costs nothing more.
 * Positions are UTF-16 code units.
 */
export interface TokenTable {
  /** Number of alphanumeric ASCII runs with at least one digit. */
  readonly count: number
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  /** Positions of `@`. */
  readonly ats: readonly number[]
  /** Positions of colons between two characters that are hexadecimal or colons: IPv6 and MAC addresses. */
  readonly colons: readonly number[]
  /** Positions of capital letters that start a word. */
  readonly capitals: readonly number[]
  /** Ends of the trigrams in the filter of the anchors. */
  readonly marks: readonly number[]
}

type Mutable = { -readonly [Key in keyof TokenTable]: TokenTable[Key] extends number ? number : number[] }

/** Kind of a code unit, above the bits of its symbol; units from NOTED on are checked individually. */
const WORD = 1 << SYMBOL_BITS
const NOTED = 4 << SYMBOL_BITS
const AT = NOTED
const COLON = 5 << SYMBOL_BITS
const DIGIT = 6 << SYMBOL_BITS
const UPPER = 7 << SYMBOL_BITS

/** Past this, capitals belong to scripts that are written without spaces or hardly in use. */
const CAPITALS_END = 0x2e80

const CLASSES = allClasses()

/** Maximum number of positions recorded at a time; a text may have more. */
const NOTES_MAX = 4_096
const notes = new Uint32Array(NOTES_MAX)

/**
 * @param units the code units, with zeros after the last
 * @param filter by trigram, the content of `marks`
 */
export function scanTokens(units: Uint16Array, length: number, filter: Uint8Array): TokenTable {
  const table: Mutable = { count: 0, starts: [], ends: [], ats: [], colons: [], capitals: [], marks: [] }
  let from = 0
  while (from < length) {
    const to = Math.min(length, from + NOTES_MAX)
    const count = noteAll(units, from, to, CLASSES, filter, notes)
    for (let note = 0; note < count; note++) addToken(units, notes[note] as number, filter, table)
    from = to
  }
  table.count = table.starts.length
  return table
}

/** Records the characters to check, in a loop so small that only the text is read from memory. */
function noteAll(
  units: Uint16Array,
  from: number,
  to: number,
  classes: Uint8Array,
  filter: Uint8Array,
  found: Uint32Array,
): number {
  // Locals: constants of a module would be loaded again for every character.
  const bits = SYMBOL_BITS
  const symbol = SYMBOL_MASK
  const all = TRIGRAM_MASK
  const noted = NOTED
  let trigram = from < 3 ? 0 : trigramAt(units, from)
  let count = 0
  for (let at = from; at < to; at++) {
    const entry = classes[units[at] as number] as number
    trigram = ((trigram << bits) | (entry & symbol)) & all
    if (((entry & noted) | (filter[trigram] as number)) !== 0) found[count++] = at
  }
  return count
}

function addToken(units: Uint16Array, at: number, filter: Uint8Array, table: Mutable): void {
  const entry = CLASSES[units[at] as number] as number
  if (at >= 2 && filter[trigramAt(units, at + 1)] !== 0) table.marks.push(at + 1)
  if (entry >= UPPER) {
    if (at === 0 || !isWordUnit(units[at - 1] as number)) table.capitals.push(at)
  } else if (entry >= DIGIT) {
    if (at < (table.ends.at(-1) ?? 0)) return
    table.starts.push(startOfRun(units, at))
    table.ends.push(endOfRun(units, at))
  } else if (entry >= COLON) {
    if (at > 0 && isHexOrColon(units[at - 1] as number) && isHexOrColon(units[at + 1] as number)) table.colons.push(at)
  } else if (entry >= AT) table.ats.push(at)
}

function startOfRun(units: Uint16Array, digit: number): number {
  let at = digit
  while (at > 0 && isAlnumCode(units[at - 1] as number)) at--
  return at
}

function endOfRun(units: Uint16Array, digit: number): number {
  let at = digit
  // The zeros after the text end its last run.
  while (isAlnumCode(units[at] as number)) at++
  return at
}

/** A letter or digit, or anything beyond Latin-1: a capital right after it does not start a word. */
function isWordUnit(unit: number): boolean {
  const entry = CLASSES[unit] as number
  return entry >= DIGIT || (entry >= WORD && entry < NOTED)
}

/** True for `0-9 A-Z a-z`. */
export function isAlnumCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90)
}

export function isDigitCode(code: number): boolean {
  return code >= 48 && code <= 57
}

function isHexOrColon(code: number): boolean {
  return (code >= 48 && code <= 58) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102)
}

function allClasses(): Uint8Array {
  const classes = new Uint8Array(SYMBOLS)
  const note = (from: number, to: number, kind: number): void => {
    for (let unit = from; unit <= to; unit++) classes[unit] = kind | (SYMBOLS[unit] as number)
  }
  note(48, 57, DIGIT)
  note(65, 90, UPPER)
  note(97, 122, WORD)
  note(64, 64, AT)
  note(58, 58, COLON)
  note(0xc0, 0xffff, WORD)
  const wide = String.fromCharCode(...Array.from({ length: CAPITALS_END - 0xc0 }, (_, at) => 0xc0 + at))
  for (const { index } of wide.matchAll(/\p{Lu}/gu)) note(0xc0 + index, 0xc0 + index, UPPER)
  return classes
}
