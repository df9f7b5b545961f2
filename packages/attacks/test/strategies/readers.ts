import { plainLetters } from '../../src/judges/sight/foldings.ts'
import { exceptAddresses } from '../../src/strategies/shared/words.ts'

// Decodes a message like a reader who knows the encoding and follows the instructions literally.

/** Decoders by strategy; for other strategies the message is in plain text. */
export type Reader = (text: string, turns: readonly string[]) => string

const bytes = (hidden: readonly number[]): string => Buffer.from(hidden).toString('utf8')
const codes = (text: string, pattern: RegExp, base: number): number[] =>
  [...text.matchAll(pattern)].map(([, digits]) => Number.parseInt(digits!, base))
const quoted = (text: string): string[] =>
  [...text.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([one]) => JSON.parse(one) as string)
const turned = (text: string): string => Array.from(text).toReversed().join('')
const numbered = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)]
    .map(([, at, piece]) => [Number(at), piece!] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, piece]) => piece)
const lines = (text: string): string[] => text.split('\n')

function letters(text: string, change: (at: number) => number): string {
  return text.replace(/[a-z]/gi, (one) => {
    const first = one >= 'a' ? 97 : 65
    return String.fromCharCode(first + ((change(one.charCodeAt(0) - first) + 26) % 26))
  })
}

/** Splits letters at spaces and words at `gap`; other tokens are kept. */
function spelled(text: string, gap: string, letterOf: (name: string) => string | undefined): string {
  return text
    .split(gap)
    .map((word) =>
      word.includes('://')
        ? word
        : word
            .split(/ /)
            .map((item) => letterOf(item) ?? item)
            .join(''),
    )
    .join(' ')
}

const MORSE: Readonly<Record<string, string>> = Object.fromEntries(
  (
    '.- a -... b -.-. c -.. d . e ..-. f --. g .... h .. i .--- j -.- k .-.. l -- m -. n --- o .--. p --.- q .-. r ... s - t ' +
    '..- u ...- v .-- w -..- x -.-- y --.. z ..-.- _ .-.-.- . --..-- , ---... : -..-. / -.--. ( -.--.- ) .-..-. " -.-.-- ! .----. \''
  )
    .split(' ')
    .flatMap((code, at, all) => (at % 2 === 0 ? [[code, all[at + 1]!]] : [])),
)

function base32(text: string): string {
  const run = /[A-Z2-7]{8,}=*/.exec(text)![0].replaceAll('=', '')
  const bits = Array.from(run, (one) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(one).toString(2).padStart(5, '0'),
  ).join('')
  return bytes((bits.match(/[01]{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}

function ascii85(text: string): string {
  const run = text.split(/\s+/).toSorted((a, b) => b.length - a.length)[0]!
  const said: number[] = []
  for (let at = 0; at < run.length; at += 5) {
    const five = run.slice(at, at + 5)
    const value = Array.from(five.padEnd(5, 'u')).reduce((sum, one) => sum * 85 + one.charCodeAt(0) - 33, 0)
    for (let byte = 3; byte > 4 - five.length; byte -= 1) said.push(Math.floor(value / 256 ** byte) % 256)
  }
  return bytes(said)
}

function uu(text: string): string {
  const rows = lines(text.split('begin 644 message.txt\n')[1]!.split('\n`\n')[0]!)
  const six = (sign: string): number => (sign === '`' ? 0 : sign.charCodeAt(0) - 32)
  return bytes(
    rows.flatMap((row) => {
      const bits = Array.from(row.slice(1), (one) => six(one).toString(2).padStart(6, '0')).join('')
      return (bits.match(/[01]{8}/g) ?? []).slice(0, six(row[0]!)).map((eight) => Number.parseInt(eight, 2))
    }),
  )
}

function selectors(text: string): string {
  return bytes(
    Array.from(text.matchAll(/[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu), ([one]) => {
      const code = one.codePointAt(0)!
      return code < 0xe0100 ? code - 0xfe00 : code - 0xe0100 + 16
    }),
  )
}

const base64 = (text: string): string =>
  Buffer.from(/[A-Za-z0-9+/]{20,}={0,2}/.exec(text)![0], 'base64').toString('utf8')
const hex = (text: string): string =>
  Buffer.from(/(?:[0-9a-f]{2} ?){12,}/.exec(text)![0].replaceAll(' ', ''), 'hex').toString('utf8')
const unescaped = (text: string): string =>
  text.replace(/\\u([0-9a-f]{4})/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
const flat = (text: string): string =>
  lines(text)
    .map((line) => line.replace(/^(?:\/\/|#|--)? */, ''))
    .join('\n')

const BRAILLE = '⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵'
const OTHER_LETTERS = ['абцдефгхийклмнопярстувшжыз', 'αβψδεφγηιξκλμνοπχρστυωςζθϊ']
const from = (alphabet: string, text: string): string =>
  text.replace(/\P{ASCII}/gu, (one) => (alphabet.includes(one) ? String.fromCharCode(97 + alphabet.indexOf(one)) : one))

export const READERS: Readonly<Record<string, Reader>> = {
  base64,
  base32,
  ascii85,
  uuencode: uu,
  hex,
  double_encoding: (text) => hex(base64(text)),
  rot13: (text) => letters(text, (at) => at - 13),
  caesar: (text) => letters(text, (at) => at - Number(/moved on by (\d+)/.exec(text)![1])),
  atbash: (text) => letters(text, (at) => 25 - at),
  substitution_key: (text) => {
    const key = text.match(/\b[a-z]{26}\b/g)!.find((item) => item !== 'abcdefghijklmnopqrstuvwxyz')!
    return letters(text, (at) => key.indexOf(String.fromCharCode(97 + at)))
  },
  morse: (text) => spelled(text.replaceAll('\n', ' / '), ' / ', (one) => MORSE[one]),
  nato_alphabet: (text) =>
    spelled(text.replaceAll('\n', ' | '), ' | ', (one) => (/^[A-Z][a-z]{3,}$/.test(one) ? one[0] : undefined)),
  emoji_letters: (text) =>
    spelled(text.replaceAll('\n', '   '), '   ', (one) => {
      const at = (one.codePointAt(0) ?? 0) - 0x1f1e6
      return at >= 0 && at < 26 ? String.fromCharCode(97 + at) : undefined
    }),
  binary: (text) => bytes(codes(text, /\b([01]{8})\b/g, 2)),
  ascii_codes: (text) => String.fromCodePoint(...codes(text, /\b(\d+)\b/g, 10)),
  octal_codes: (text) => bytes(codes(text, /\\([0-7]{3})/g, 8)),
  quoted_printable: (text) => decodeURIComponent(/(?:=[0-9A-F]{2})+/.exec(text)![0].replaceAll('=', '%')),
  url_encoding: (text) => decodeURIComponent(/(?:%[0-9A-F]{2})+/.exec(text)![0]),
  html_entities: (text) =>
    text.replace(/&#(x?)([0-9a-f]+);/g, (_all, x: string, code: string) =>
      String.fromCodePoint(Number.parseInt(code, x === '' ? 10 : 16)),
    ),
  unicode_escapes: unescaped,
  leetspeak: (text) =>
    exceptAddresses(text, (part) => part.replace(/[4@3105$7]/g, (one) => 'aaeiosst'['4@3105$7'.indexOf(one)]!)),
  pig_latin: (text) =>
    text.replace(/([a-z]+)-([a-z]*)ay/gi, (_all, rest: string, start: string) => (start === 'y' ? rest : start + rest)),
  reversed_letters: turned,
  reversed_words: (text) =>
    lines(text)
      .map((line) => line.split(' ').toReversed().join(' '))
      .join('\n'),
  braille: (text) => from(BRAILLE, text),
  transliteration: (text) => OTHER_LETTERS.map((alphabet) => from(alphabet, text)).join('\n'),
  tag_characters: (text) =>
    unescaped(
      Array.from(text.matchAll(/[\u{E0020}-\u{E007E}]/gu), ([one]) =>
        String.fromCharCode(one.codePointAt(0)! - 0xe0000),
      ).join(''),
    ),
  variation_selectors: selectors,
  invisible_bits: (text) => {
    const bits = Array.from(text.matchAll(/[\u2062\u2064]/g), ([one]) => (one === '\u2064' ? '1' : '0')).join('')
    return bytes(bits.match(/[01]{8}/g)!.map((eight) => Number.parseInt(eight, 2)))
  },
  zero_width: (text) => text.replaceAll(/[\u200b\u200c\u200d\ufeff]/g, ''),
  invisible_separators: (text) => text.replaceAll(/[\u00ad\u2060\u2063\u180e]/g, ''),
  homoglyphs: plainLetters,
  zalgo: plainLetters,
  fullwidth: plainLetters,
  mathematical_letters: plainLetters,
  enclosed_letters: plainLetters,
  diacritics: plainLetters,
  superscript: plainLetters,
  bidi_override: (text) => text.replace(/\u202e([^\u202c]*)\u202c/g, (_all, line: string) => turned(line)),
  payload_splitting: (text) => {
    const values = new Map(
      [...text.matchAll(/^(\w+) = (".*")$/gm)].map(([, name, value]) => [name!, JSON.parse(value!) as string]),
    )
    return /^request = (.*)$/m
      .exec(text)![1]!
      .split(' + ')
      .map((name) => values.get(name))
      .join('')
  },
  chunked_turns: (_text, turns) =>
    turns.map((turn) => turn.slice(turn.indexOf('\n"') + 2, turn.lastIndexOf('"'))).join(''),
  spaced_letters: (text) => text.replace(/(\P{Z}) (?=\P{Z})/gu, '$1').replaceAll(/ {2,}/g, ' '),
  dashed_letters: (text) => text.replace(/(?<=[\p{L}\p{N}])[-_*~·|](?=[\p{L}\p{N}])/gu, ''),
  string_concatenation: (text) => quoted(text.slice(text.indexOf('request ='))).join(''),
  acrostic: (text) => [...text.matchAll(/^(\S+) \| /gm)].map(([, word]) => word).join(' '),
  masked_words: (text) => {
    const words = new Map([...text.matchAll(/^#(\d+): (.+)$/gm)].map(([, at, word]) => [at!, word!]))
    return text.replace(/\[#(\d+)\]/g, (_all, at: string) => words.get(at)!)
  },
  character_array: (text) => (JSON.parse(/^\[".*"\]$/m.exec(text)![0]) as string[]).join(''),
  interleaved_words: (text) =>
    lines(text)
      .map((line) =>
        line
          .split(' ')
          .filter((_word, at) => at % 2 === 0)
          .join(' '),
      )
      .join('\n'),
  word_column: (text) =>
    lines(text)
      .map((line) => line.replace(/^\d+\) /, ''))
      .join(' '),
  shuffled_pieces: (text) =>
    numbered(text, /^\[(\d+)\] (.*)$/gm)
      .map((item) => JSON.parse(item) as string)
      .join(''),
  code_comment: flat,
  yaml_document: flat,
  json_document: (text) => quoted(text).join('\n'),
  xml_document: (text) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  csv_table: (text) => text.replaceAll('""', '"'),
}
