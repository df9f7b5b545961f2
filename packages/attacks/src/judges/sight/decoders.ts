import { characters, hexStretches, stretches } from './spans.ts'

/** Decoder for one encoding. Linear in the text. */
export interface Decoder {
  readonly name: string
  /** Returns the decoded pieces of the text, one per line; empty when there are none. */
  readonly decode: (text: string) => string
}

/** Shorter runs may be chance. */
const RUN_UNITS_MIN = 8
/**
 * Replaces letters beyond ASCII, which no search looks for: two words with a Russian one between them must not become a single word. It is
 * a letter, so that letter-only folding keeps it.
 */
const FOREIGN = 'ʘ'
const FOREIGN_CODE = /\d{4}|\\u[0-9A-Fa-f]{4}|\\[2-3][0-7]{2}/

const BASE64 = characters('AZaz09++//__--')
const BASE32_LETTERS = characters('AZaz27')
const ASCII85 = characters('!uzz')

/** Byte encodings that models use, on request or unprompted. */
export const DECODERS: readonly Decoder[] = [
  { name: 'base64', decode: (text) => decodedRuns(stretches(text, BASE64, 8, { mark: '=', most: 2 }), fromBase64) },
  {
    name: 'base32',
    decode: (text) => decodedRuns(stretches(text, BASE32_LETTERS, 8, { mark: '=', most: 6 }), fromBase32),
  },
  { name: 'ascii85', decode: (text) => decodedRuns(stretches(text, ASCII85, 10), fromAscii85) },
  { name: 'hex', decode: (text) => decodedRuns(hexStretches(text, 6), fromHex) },
  {
    name: 'hex codes',
    decode: (text) => numbers(text, /(?:\\x|0x|%|=|\\u00|\\u\{(?:00)?|&#x|U\+00)([0-9A-Fa-f]{2})[;}]?/g, 16),
  },
  { name: 'decimal codes', decode: (text) => numbers(text, /(?<![\d.])(?:&#)?(\d{2,3})(?![\d.])/g, 10) },
  { name: 'binary', decode: (text) => decodedRuns(text.match(/[01][01 \t]{40,}/g) ?? [], fromBinary) },
  { name: 'octal codes', decode: (text) => numbers(text, /(?<!\d)\\?([01]?[0-7]{2})(?!\d)/g, 8) },
  { name: 'morse', decode: fromMorse },
  { name: 'tag characters', decode: fromTags },
  { name: 'variation selectors', decode: fromSelectors },
  { name: 'braille', decode: fromBraille },
  { name: 'emoji letters', decode: fromEmoji },
  { name: 'places in the alphabet', decode: fromLetterNumbers },
]

function decodedRuns(runs: readonly string[], read: (run: string) => string): string {
  return runs.map(read).filter(isText).join('\n')
}

/** Decodes a sequence of numbers, each the code of one character. */
function numbers(text: string, pattern: RegExp, base: number): string {
  let said = ''
  let end = 0
  for (const { 0: all, 1: digits, index } of text.matchAll(pattern)) {
    const code = Number.parseInt(digits!, base)
    if (FOREIGN_CODE.test(text.slice(end, index)) || code >= 0x80) said += FOREIGN
    if (code >= 0x20 && code < 0x7f) said += String.fromCharCode(code)
    end = index + all.length
  }
  return said.length < RUN_UNITS_MIN ? '' : said
}

function fromBase64(run: string): string {
  return Buffer.from(run, /[-_]/.test(run) ? 'base64url' : 'base64').toString('latin1')
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function fromBase32(run: string): string {
  let said = ''
  let bits = 0
  let held = 0
  for (const letter of run.replace(/=+$/, '').toUpperCase()) {
    bits = ((bits << 5) | BASE32.indexOf(letter)) & 0xfff
    held += 5
    if (held < 8) continue
    held -= 8
    said += String.fromCharCode((bits >> held) & 0xff)
  }
  return said
}

/** Five characters from `!` to `u` for four bytes; `z` for four zeros. */
function fromAscii85(run: string): string {
  const bytes: number[] = []
  let group: number[] = []
  const flush = (): void => {
    const missing = 5 - group.length
    const value = [...group, ...Array.from({ length: missing }, () => 84)].reduce((sum, digit) => sum * 85 + digit, 0)
    for (let at = 3; at >= missing; at -= 1) bytes.push(Math.floor(value / 256 ** at) % 256)
    group = []
  }
  for (let at = 0; at < run.length; at += 1) {
    if (run[at] === 'z' && group.length === 0) bytes.push(0, 0, 0, 0)
    else group.push(run.charCodeAt(at) - 0x21)
    if (group.length === 5) flush()
  }
  if (group.length > 1) flush()
  return Buffer.from(bytes).toString('latin1')
}

function fromHex(run: string): string {
  return Buffer.from(run.replace(/[^0-9A-Fa-f]/g, ''), 'hex').toString('latin1')
}

/** Decodes seven or eight digits per character, separated or contiguous. */
function fromBinary(run: string): string {
  const parts = run.trim().split(/[ \t]+/)
  const codes = parts.length > 1 ? parts : (run.match(/[01]{8}/g) ?? [])
  return String.fromCharCode(...codes.slice(0, CODES_MAX).map((code) => Number.parseInt(code, 2) & 0xff))
}

/** Maximum number of arguments of one call. */
const CODES_MAX = 10_000

const MORSE: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'a.- b-... c-.-. d-.. e. f..-. g--. h.... i.. j.--- k-.- l.-.. m-- n-. o--- p.--. q--.- r.-. s... t- u..- v...- w.-- ' +
    'x-..- y-.-- z--.. 0----- 1.---- 2..--- 3...-- 4....- 5..... 6-.... 7--... 8---.. 9----.'
  )
    .split(' ')
    .map((item) => [item.slice(1), item[0]!]),
)

function fromMorse(text: string): string {
  const said: string[] = []
  let end = 0
  for (const { 0: run, index } of text.matchAll(/(?:[.\-·•−–]{1,6}[ \t/|]{1,3}){5,}[.\-·•−–]{1,6}/g)) {
    const letters = run
      .replace(/[·•]/g, '.')
      .replace(/[−–]/g, '-')
      .split(/[ \t/|]+/)
    if (/\p{L}/u.test(text.slice(end, index))) said.push(FOREIGN)
    said.push(letters.map((letter) => MORSE[letter] ?? '').join(''))
    end = index + run.length
  }
  return said.join('\n')
}

/** Decodes Unicode tag characters, which repeat ASCII invisibly. */
function fromTags(text: string): string {
  let said = ''
  for (const [run] of text.matchAll(/[\u{E0020}-\u{E007E}]/gu))
    said += String.fromCharCode(run.codePointAt(0)! - 0xe0000)
  return said
}

/** A byte in each selector: the first sixteen have a block of their own. */
function fromSelectors(text: string): string {
  const bytes: number[] = []
  for (const [one] of text.matchAll(/[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu)) {
    const code = one.codePointAt(0)!
    bytes.push(code < 0xe0100 ? code - 0xfe00 : code - 0xe0100 + 16)
  }
  return bytes.length < RUN_UNITS_MIN ? '' : Buffer.from(bytes).toString('utf8')
}

/** The first ten letters use the upper four dots; the next two groups of ten add one dot each; w was added later. */
const BRAILLE: ReadonlyMap<string, string> = new Map(
  Array.from('⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵', (cell, at) => [cell, String.fromCharCode(97 + at)] as const),
)

function fromBraille(text: string): string {
  if (!/[\u2801-\u28ff]/.test(text)) return ''
  return text.replace(/[\u2801-\u28ff]/g, (cell) => BRAILLE.get(cell) ?? FOREIGN)
}

/** Letters of flags, and letters in filled squares and circles: Unicode folds none of them. */
const EMOJI_LETTERS = /[\u{1F1E6}-\u{1F1FF}\u{1F170}-\u{1F189}\u{1F150}-\u{1F169}]/gu

function fromEmoji(text: string): string {
  if (text.search(EMOJI_LETTERS) < 0) return ''
  return text.replace(EMOJI_LETTERS, (one) => {
    const code = one.codePointAt(0)!
    return String.fromCharCode(97 + code - (code >= 0x1f1e6 ? 0x1f1e6 : code >= 0x1f170 ? 0x1f170 : 0x1f150))
  })
}

/** 1 for a, 26 for z, with a stroke, a comma or a space between. */
function fromLetterNumbers(text: string): string {
  const said: string[] = []
  for (const [run] of text.matchAll(/(?<!\d)(?:(?:[1-9]|1\d|2[0-6])[ ,.\-–/]{1,2}){7,}(?:[1-9]|1\d|2[0-6])(?!\d)/g)) {
    said.push((run.match(/\d+/g) ?? []).map((place) => String.fromCharCode(96 + Number(place))).join(''))
  }
  return said.join('\n')
}

/** Returns whether decoded bytes are mostly readable text: other bytes are not decoded further. */
function isText(decoded: string): boolean {
  if (decoded.length < 4) return false
  let printable = 0
  for (let at = 0; at < decoded.length; at += 1) {
    const unit = decoded.charCodeAt(at)
    if ((unit >= 0x20 && unit < 0x7f) || unit === 0x0a || unit === 0x0d || unit === 0x09) printable += 1
  }
  return printable >= decoded.length * 0.8
}
