/**
 * One pass over the text that finds everything a scanner can start from, so that prose without digits, `@` or
 * colons costs nothing more. Positions are UTF-16 code units.
 */
export interface TokenTable {
  /** Number of alphanumeric ASCII runs that hold at least one digit. */
  readonly count: number
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  /** Positions of `@`. */
  readonly ats: readonly number[]
  /** Positions of colons between two characters that are hexadecimal or colons: IPv6 and MAC addresses. */
  readonly colons: readonly number[]
  /** Positions of capital letters that start a word. */
  readonly capitals: readonly number[]
}

const OTHER = 0
const AT = 1
const COLON = 2
/** From here on: letters and digits. */
const DIGIT = 3
const LOWER = 4
const UPPER = 5

const CLASS = asciiClasses()

export function scanTokens(text: string): TokenTable {
  const starts: number[] = []
  const ends: number[] = []
  const ats: number[] = []
  const colons: number[] = []
  const capitals: number[] = []
  const length = text.length
  let afterWide = false
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at)
    const kind = code < 128 ? (CLASS[code] as number) : OTHER
    if (kind >= DIGIT) {
      if (kind === UPPER && !afterWide) capitals.push(at)
      const start = at
      const digits = skipRun(text, at)
      at = (digits < 0 ? -digits : digits) - 1
      if (digits > 0) {
        starts.push(start)
        ends.push(at + 1)
      }
      // A letter outside ASCII right after goes on with the word.
      afterWide = true
      continue
    }
    if (code >= 0xc0) {
      if (!afterWide && isWideUpper(text, at, code)) capitals.push(at)
      afterWide = true
      continue
    }
    afterWide = false
    if (kind === AT) ats.push(at)
    else if (kind === COLON && isHexOrColon(text, at - 1) && isHexOrColon(text, at + 1)) colons.push(at)
  }
  return { count: starts.length, starts, ends, ats, colons, capitals }
}

/** The end of the alphanumeric run that starts at `start`; negative where the run holds no digit. */
function skipRun(text: string, start: number): number {
  const length = text.length
  let hasDigit = false
  let at = start
  for (; at < length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 128) break
    const kind = CLASS[code] as number
    if (kind < DIGIT) break
    if (kind === DIGIT) hasDigit = true
  }
  return hasDigit ? at : -at
}

/** True for `0-9 A-Z a-z`. */
export function isAlnumCode(code: number): boolean {
  if (code >= 128 || !(code >= 0)) return false
  return (CLASS[code] as number) >= DIGIT
}

export function isDigitCode(code: number): boolean {
  return code >= 48 && code <= 57
}

const WIDE_UPPER = /^\p{Lu}/u

/** A letter outside ASCII takes part in words; ideographs and other caseless scripts never start a capital. */
function isWideUpper(text: string, at: number, code: number): boolean {
  // Past U+052F capitals are rare (Armenian, Georgian, Greek Extended): the slow test is then cheap enough overall.
  if (code >= 0x2e80) return false
  return WIDE_UPPER.test(text.charAt(at))
}

function isHexOrColon(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return (code >= 48 && code <= 58) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102)
}

function asciiClasses(): Uint8Array {
  const table = new Uint8Array(128)
  for (let code = 48; code <= 57; code++) table[code] = DIGIT
  for (let code = 65; code <= 90; code++) table[code] = UPPER
  for (let code = 97; code <= 122; code++) table[code] = LOWER
  table[64] = AT
  table[58] = COLON
  return table
}
