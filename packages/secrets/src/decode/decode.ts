import { encodedRuns } from './runs.ts'

/** Decoded text, with the location of its encoded form. */
export interface Decoded {
  readonly text: string
  /** Range of the encoded form, `[start, end)`. */
  readonly start: number
  readonly end: number
  readonly encoding: 'base64' | 'hex' | 'percent'
}

/** Shorter runs contain no relevant secret; 32 characters are 24 bytes. */
const RUN_UNITS_MIN = 32
/** Maximum number of decoded characters per run. A base64 key that is encoded again has 5,000 characters. */
const RUN_UNITS_MAX = 64 * 1024
/** Number of leading characters that show whether a run contains text. */
const PROBE_UNITS = 48
/** Maximum amount of decoded text per window of a file. */
const DECODED_UNITS_MAX = 512 * 1024

/** Yields texts encoded in base64, hexadecimal digits or percent encoding. Runs that decode to binary data are skipped. */
export function* decodedIn(text: string): Generator<Decoded> {
  let left = DECODED_UNITS_MAX
  for (const { start, end } of encodedRuns(text, RUN_UNITS_MIN)) {
    const run = text.slice(start, Math.min(end, start + RUN_UNITS_MAX))
    const decoded = fromHex(run) ?? fromBase64(run)
    if (decoded === undefined || decoded.text.length > left) continue
    left -= decoded.text.length
    yield { ...decoded, start, end }
  }
  yield* percentEncoded(text, left)
}

type Reading = Pick<Decoded, 'text' | 'encoding'> | undefined

function fromHex(run: string): Reading {
  if (run.length % 2 !== 0 || !/^[0-9A-Fa-f]+$/.test(run)) return undefined
  const text = Buffer.from(run, 'hex').toString('latin1')
  return isText(text) ? { text, encoding: 'hex' } : undefined
}

function fromBase64(run: string): Reading {
  const body = run.replace(/^[=_-]+/, '')
  // The first characters are sufficient: base64 of text stays below 0x80, which every fourth character shows.
  if (!isText(Buffer.from(body.slice(0, PROBE_UNITS), 'base64').toString('latin1'))) return undefined
  const text = Buffer.from(body, 'base64').toString('latin1')
  return isText(text) ? { text, encoding: 'base64' } : undefined
}

/** Bytes of UTF-8 text: no control characters but blanks, few beyond ASCII. */
function isText(text: string): boolean {
  let others = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 32 ? unit !== 9 && unit !== 10 && unit !== 13 : unit === 127) return false
    if (unit > 127) others++
  }
  return others * OTHERS_SHARE <= text.length
}

const OTHERS_SHARE = 10

/** Minimum number of escapes in a range to decode. */
const ESCAPES_MIN = 2
/** Maximum distance from the start of a stretch to its first escape, … */
const LEAD_UNITS_MAX = 200
/** … and maximum distance from there to its end. */
const STRETCH_UNITS_MAX = 1_600

function* percentEncoded(text: string, budget: number): Generator<Decoded> {
  let left = budget
  let floor = 0
  for (let at = text.indexOf('%'); at !== -1 && left > 0; at = text.indexOf('%', Math.max(floor, at + 1))) {
    if (!isEscape(text, at)) continue
    const start = edge(text, at, Math.max(floor, at - LEAD_UNITS_MAX), -1)
    const end = edge(text, at, Math.min(text.length, at + STRETCH_UNITS_MAX), 1)
    floor = end
    const stretch = text.slice(start, end)
    if (stretch.split('%').length <= ESCAPES_MIN) continue
    left -= stretch.length
    const plain = stretch.replaceAll(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    yield { text: plain, start, end, encoding: 'percent' }
  }
}

/** Returns the end of the stretch around `at` in one direction: at whitespace, a quote or a bracket, or at `limit`. */
function edge(text: string, at: number, limit: number, step: 1 | -1): number {
  let place = at
  if (step === 1) while (place < limit && !isBorder(text.charCodeAt(place))) place++
  else while (place > limit && !isBorder(text.charCodeAt(place - 1))) place--
  return place
}

/** Blanks and control characters, `" ' < > ` and the backtick. */
function isBorder(unit: number): boolean {
  return unit <= 32 || unit === 34 || unit === 39 || unit === 60 || unit === 62 || unit === 96
}

function isEscape(text: string, at: number): boolean {
  return /^%[0-9A-Fa-f]{2}/.test(text.slice(at, at + 3))
}
