/** Maximum length of generated short texts: hostile input that may break or stall a guard. */

/** Most texts are messages; a few are long, so that anything worse than linear shows. */
const SHORT_CHARS_MAX = 2_000
const LONG_CHARS_MAX = 120_000
const LONG_SHARE = 0.04

/** Pieces that stress parsers, decoders and patterns in large numbers. */
const PIECES: readonly string[] = [
  'a',
  'aA',
  '0',
  '1234 5678 ',
  ' ',
  '\n',
  '\r\n\t',
  '\0',
  '\u001b[31m',
  '(',
  '((',
  '[[',
  '{"a":',
  '[](',
  '![x](',
  '<a href="',
  '<!--',
  '<![CDATA[',
  '&amp;',
  '&#x41;',
  '&#9999999999;',
  '%25',
  '%u0041',
  '\\u0041',
  '\\x41',
  '../',
  "' OR 1=1 --",
  '${',
  '{{',
  '$(',
  '`',
  '"',
  "''",
  '==',
  'QUFB',
  'ZGF0YTo=',
  '4141',
  '0x41 ',
  'http://',
  'https://a.b/?q=',
  'xn--',
  '@',
  'a@b.',
  'user@example.com ',
  '+49 30 ',
  '12-',
  '1.',
  ':',
  '::',
  'DE89',
  '4111 1111 ',
  'ey',
  '.ey',
  '-----BEGIN ',
  'ignore all previous ',
  'system: ',
  '<|im_start|>',
  '[INST]',
  'password=',
  'sk-',
  'AKIA',
  'Mr ',
  'Dr. ',
  'und ',
  '\u200b',
  '\u200d',
  '\u202e',
  '\ufeff',
  '\u0301',
  '\u{e0041}',
  '\u{1f600}',
  '\u{1f468}\u200d\u{1f469}',
  '\ud83d',
  '\udc00',
  'é',
  'ß',
  'İ',
  'ﷺ',
  'Ａ',
  'а',
  '你',
  'あ',
  'ไ',
  'ع',
  'ſ',
  '𝕒',
  '①',
  'l33t ',
  'i g n o r e ',
]

export interface TextSource {
  /** Returns the next text, with a short description of its generation. */
  next(): { readonly text: string; readonly made: string }
}

/**
 * @param random  numbers in [0, 1)
 * @param seeds  texts to change a little: the examples of the guards, which reach deep into them
 */
export function createTexts(random: () => number, seeds: readonly string[]): TextSource {
  const below = (max: number): number => Math.floor(random() * max)
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)]!
  const size = (): number => (random() < LONG_SHARE ? below(LONG_CHARS_MAX) : below(SHORT_CHARS_MAX))

  const repeated = (): string => {
    const piece = Array.from({ length: 1 + below(3) }, () => pick(PIECES)).join('')
    return piece.repeat(Math.max(1, Math.floor(size() / piece.length)))
  }
  const mixed = (): string => {
    const wanted = size()
    const vocabulary = Array.from({ length: 2 + below(12) }, () => pick(PIECES))
    const parts: string[] = []
    for (let length = 0; length < wanted;) {
      const part = pick(vocabulary)
      parts.push(part)
      length += part.length
    }
    return parts.join('')
  }
  const units = (): string => {
    const top = pick([0x80, 0x100, 0x800, 0x3100, 0x10000])
    return Array.from({ length: below(SHORT_CHARS_MAX) }, () => String.fromCharCode(below(top))).join('')
  }
  const mutated = (): string => {
    let text = pick(seeds)
    for (let change = below(6); change >= 0; change -= 1) text = changed(text)
    return text
  }
  const changed = (text: string): string => {
    const at = below(text.length + 1)
    const to = at + below(12)
    const kind = below(8)
    if (kind === 0) return text.slice(0, at) + pick(PIECES) + text.slice(at)
    if (kind === 1) return text.slice(0, at) + text.slice(to)
    if (kind === 2) return text.slice(0, at) + pick(PIECES).repeat(1 + below(200)) + text.slice(at)
    if (kind === 3) return text + pick(seeds)
    if (kind === 4) return text.toUpperCase()
    if (kind === 5) return Array.from(text).join(pick([' ', '\u200b', '.', '\u0301']))
    if (kind === 6) return `${Buffer.from(text).toString(pick(['base64', 'hex']))} ${text.slice(0, at)}`
    return encodeURIComponent(text.toWellFormed()).slice(0, SHORT_CHARS_MAX)
  }

  const makers = { repeated, mixed, units, mutated }
  const names = ['repeated', 'mixed', 'units', 'mutated', 'mutated'] as const
  return {
    next() {
      const output = pick(names)
      return { text: makers[output]().slice(0, LONG_CHARS_MAX), made: output }
    },
  }
}
