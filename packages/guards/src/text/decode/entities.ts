import { beginRun, endRun, pushDecoded, type Excerpt } from './excerpt.ts'

/** Entity names that hide markup or letters; the rest of the list of HTML draws pictures. */
const NAMED: ReadonlyMap<string, string> = new Map(
  (
    'lt < gt > amp & quot " apos \' sol / bsol \\ lpar ( rpar ) lsqb [ lbrack [ rsqb ] rbrack ] lcub { lbrace { rcub } ' +
    'rbrace } colon : semi ; comma , period . excl ! quest ? num # dollar $ percnt % ast * plus + equals = lowbar _ ' +
    'commat @ grave ` hat ^ verbar | vert | dash - hyphen - lsquo \' rsquo \' ldquo " rdquo " ndash - mdash - ' +
    'hellip … copy © reg ® trade ™ euro € pound £ cent ¢ yen ¥ sect § deg ° plusmn ± times × divide ÷ szlig ß ' +
    'auml ä ouml ö uuml ü Auml Ä Ouml Ö Uuml Ü eacute é egrave è ecirc ê aacute á agrave à acirc â iacute í ' +
    'oacute ó uacute ú ntilde ñ ccedil ç aring å oslash ø aelig æ fjlig fj'
  )
    .split(' ')
    .flatMap((name, n, all) => (n % 2 === 0 ? [[name, all[n + 1]!] as const] : [])),
)
const BLANK_NAMES = new Set(['nbsp', 'NewLine', 'Tab', 'ensp', 'emsp', 'thinsp', 'NonBreakingSpace'])
const INVISIBLE_NAMES = new Set(['shy', 'zwj', 'zwnj', 'ZeroWidthSpace', 'lrm', 'rlm', 'NoBreak'])
const NAME_UNITS_MAX = 16
const DIGITS_MAX = 8

/** HTML entities: numeric with or without the semicolon, and common names. */
export function decodeEntities(excerpt: Excerpt): void {
  const { source } = excerpt
  let at = source.indexOf('&')
  while (at >= 0 && excerpt.room > 0) {
    const end = source[at + 1] === '#' ? numeric(excerpt, at) : named(excerpt, at)
    at = source.indexOf('&', end)
  }
}

function numeric(excerpt: Excerpt, at: number): number {
  const { source } = excerpt
  const hex = (source.charCodeAt(at + 2) | 0x20) === 0x78
  const first = at + (hex ? 3 : 2)
  let end = first
  // Leading zeros do not count: browsers accept any number of them.
  while (source[end] === '0') end++
  const digits = end
  while (end - digits < DIGITS_MAX && isDigit(source.charCodeAt(end), hex)) end++
  if (end === first) return first
  const point = Number.parseInt(source.slice(digits, end) || '0', hex ? 16 : 10)
  if (source[end] === ';') end++
  return point > 0x10ffff || point === 0 ? end : push(excerpt, String.fromCodePoint(point), at, end)
}

function named(excerpt: Excerpt, at: number): number {
  const { source } = excerpt
  let end = at + 1
  while (end - at <= NAME_UNITS_MAX && isNameUnit(source.charCodeAt(end))) end++
  if (source[end] !== ';') return end
  const name = source.slice(at + 1, end)
  if (INVISIBLE_NAMES.has(name)) return push(excerpt, '', at, end + 1)
  const text = BLANK_NAMES.has(name) ? ' ' : NAMED.get(name)
  return text === undefined ? end : push(excerpt, text, at, end + 1)
}

function push(excerpt: Excerpt, text: string, start: number, end: number): number {
  beginRun(excerpt, start)
  for (let i = 0; i < text.length; i++) pushDecoded(excerpt, text.charCodeAt(i), start, end)
  endRun(excerpt, end)
  return end
}

function isDigit(unit: number, hex: boolean): boolean {
  if (unit >= 0x30 && unit <= 0x39) return true
  const small = unit | 0x20
  return hex && small >= 0x61 && small <= 0x66
}

function isNameUnit(unit: number): boolean {
  const small = unit | 0x20
  return (small >= 0x61 && small <= 0x7a) || (unit >= 0x30 && unit <= 0x39)
}
