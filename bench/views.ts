/**
 * Measures the cost of text views by kind of text: nanoseconds per KB, the ratio to one `normalize('NFKC')` and `toLowerCase()` of the
 * same text in the same run, and the share of short pieces with a separate view of each name. Run with `node --conditions=gatehouse
 * bench/views.ts`.
 */
import { makeViews } from '../packages/guards/src/text/views.ts'

const ENGLISH =
  'The committee met on Tuesday to discuss the budget for the coming year, and after a long debate it agreed to ' +
  'raise the allowance for books. Nobody was entirely happy with the outcome, but most felt it was fair. I am told ' +
  'that a summary will be sent round by the end of the week! '
const SMART = ENGLISH.replaceAll("'", '’').replaceAll('. ', '… “quoted” – ')
const RUSSIAN =
  'Комитет собрался во вторник, чтобы обсудить бюджет на следующий год, и после долгих споров решил увеличить расходы. '
const HINDI = 'समिति की बैठक मंगलवार को हुई और उसने अगले वर्ष के बजट पर चर्चा की। सभी सदस्य उपस्थित थे। '
const CHINESE = '委员会星期二开会讨论明年的预算，经过长时间的辩论，决定增加图书经费。大家都不完全满意。'
const EMOJI = 'Great work 👩‍💻🎉 see you 👍🏽 tomorrow 🇩🇪 ❤️ '
const base64 = (text: string): string => Buffer.from(text).toString('base64')

const FRENCH =
  'Le comité s’est réuni mardi pour discuter du budget de l’année prochaine, et après un long débat il a décidé ' +
  'd’augmenter les dépenses. Personne n’était entièrement satisfait. '
const GERMAN =
  'Der Ausschuss traf sich am Dienstag, um über den Haushalt für das kommende Jahr zu sprechen. Nach langer Debatte ' +
  'beschloß er, mehr Geld für Bücher auszugeben; völlig glücklich war darüber niemand. '
const BUSINESS =
  'In Q3 the B2B plan grew 12% to $4.2M, see www.example.com/reports or the 2nd sheet (v2.1, 12 MB). The H1 forecast ' +
  'of 10k seats at 5pm on 2026-03-14 was off by 3x... Ask jane@example.com about ISO27001, the A4 print and the mp3. '
const MARKDOWN =
  '## Set-up\n\n1. Run `npm install` and read the [guide](https://example.com/docs/guide#set-up).\n2. Add `"key": 1` ' +
  'to **config.json**, then see [issue 42](https://example.com/issues/42).\n\n| name | size |\n|---|---|\n| a | 10 |\n'
const LOG =
  '2026-03-14T10:45:30.123Z INFO [worker-3] request 3f2b8c1e-46f4-49c4-b72d-90a8e29b41d4 GET /v1/items/42 200 13ms ' +
  '10.0.12.7 "Mozilla/5.0 (X11; Linux x86_64)"\n'

const KINDS: Readonly<Record<string, string>> = {
  english: ENGLISH,
  'english, numbers': `${ENGLISH}On 2026-03-14 at 10:45 the 3rd invoice of $1,250.00 was paid to account 4021-7788. `,
  code: 'const total = items.filter((item) => item.price > 10).map((item) => item.price * 1.19).reduce((a, b) => a + b)\n',
  json: '{"id":42,"name":"Widget","tags":["a","b"],"note":"line\\nbreak","url":"https://example.com/a/b?x=1&y=2"}\n',
  business: BUSINESS,
  markdown: MARKDOWN,
  log: LOG,
  'smart quotes': SMART,
  'one accent': `${ENGLISH.repeat(4)}They met at the café. `,
  french: FRENCH,
  german: GERMAN,
  russian: RUSSIAN,
  hindi: HINDI,
  chinese: CHINESE,
  emoji: EMOJI,
  homoglyphs: ENGLISH.replaceAll('a', 'а').replaceAll('o', 'о'),
  'zero widths': ENGLISH.replaceAll(/(?<=\w)(?=\w)/g, '\u200b'),
  'combining marks': ENGLISH.replaceAll(/\w/g, '$&\u0301'),
  zalgo: ENGLISH.replaceAll(/\w/g, '$&\u0300\u0301\u0302\u0303\u0316\u0317'),
  leet: ENGLISH.replaceAll('e', '3').replaceAll('o', '0'),
  spaced: Array.from(ENGLISH).join(' '),
  base64: `${base64(ENGLISH)} `,
  'base64 of noise': `${Buffer.from(Array.from({ length: 300 }, (_, i) => (i * 7919 + (i >> 2) * 31) & 255)).toString('base64')}\n`,
  'percent escapes': encodeURIComponent(ENGLISH),
  entities: Array.from(ENGLISH, (character) => `&#${character.charCodeAt(0)};`).join(''),
  hex: `${Buffer.from(ENGLISH).toString('hex')} `,
  rot13: ENGLISH.replaceAll(/[a-z]/gi, (c) =>
    String.fromCharCode(c.charCodeAt(0) + (c.toLowerCase() < 'n' ? 13 : -13)),
  ),
  'all %': '%',
  'all &': '&',
  'all A': 'A',
  'all backslash': '\\',
  'all zero width': '\u200b',
  'all marks': '\u0301',
  'all tags': '\u{e0041}',
  'all 1': '1',
  'codes, never valid': '12 34 56 7g ',
}

const NAMES = ['normal', 'plain', 'decoded'] as const
let sink = 0

/** Returns the lowest of several timings, in nanoseconds per call: other load only adds time. */
function timed(action: () => number, length: number): number {
  const rounds = Math.max(1, Math.min(1000, Math.floor(500_000 / length)))
  const timings: number[] = []
  for (let n = 0; n < 7; n++) {
    const begin = process.hrtime.bigint()
    for (let round = 0; round < rounds; round++) sink += action()
    timings.push(Number(process.hrtime.bigint() - begin) / rounds)
  }
  return timings.sort((a, b) => a - b)[0]!
}

function filled(sample: string, length: number): string {
  // A flat string, as a parsed request body is.
  return Buffer.from(sample.repeat(Math.ceil(length / sample.length)).slice(0, length), 'utf16le').toString('utf16le')
}

function viewed(text: string): number {
  return makeViews(text).views(NAMES).length
}

const PIECES = 20
const PIECE_UNITS = 400

/** Of pieces of the text, the percentage with a view of this name. */
function share(text: string, name: 'normal' | 'plain' | 'decoded'): string {
  let count = 0
  for (let n = 0; n < PIECES; n++) {
    const piece = text.slice(n * PIECE_UNITS, (n + 1) * PIECE_UNITS)
    if (
      makeViews(piece)
        .views([name])
        .some((view) => view.name === name)
    )
      count++
  }
  return `${Math.round((100 * count) / PIECES)}%`
}

function line(cells: readonly string[]): void {
  process.stdout.write(`${cells.map((cell, i) => (i === 0 ? cell.padEnd(20) : cell.padStart(11))).join('')}\n`)
}

line(['text', 'ns/KB @1KB', 'x NFKC', 'views', 'ns/KB 100KB', 'ms @1MB', 'normal', 'plain', 'decoded'])
for (const [kind, sample] of Object.entries(KINDS)) {
  const isAscii = /^[\0-\x7f]*$/.test(sample)
  const flat = (length: number): string =>
    isAscii ? Buffer.from(filled(sample, length), 'latin1').toString('latin1') : filled(sample, length)
  const small = flat(1024)
  const middle = flat(100 * 1024)
  const large = flat(1024 * 1024)
  const small_ns = timed(() => viewed(small), 1024)
  const peer_ns = timed(() => small.normalize('NFKC').toLowerCase().length, 1024)
  const middle_ns = timed(() => viewed(middle), middle.length) / 100
  const large_ms = timed(() => viewed(large), large.length) / 1e6
  const count = makeViews(small).views(NAMES).length
  line([
    kind,
    small_ns.toFixed(0),
    (small_ns / peer_ns).toFixed(1),
    String(count),
    middle_ns.toFixed(0),
    large_ms.toFixed(1),
    ...NAMES.map((name) => share(middle, name)),
  ])
}
if (sink < 0) process.stdout.write('unreachable\n')
