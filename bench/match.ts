/**
 * Compares the matching engine with the runtime's functions, in one run on one machine, so that the ratios are meaningful even on a busy
 * machine. Prints tables and writes nothing: `node --conditions=gatehouse bench/match.ts`.
 */
import { buildAutomaton, compileRegex, compileRegexSet } from '@gatehouse/kernel/match'

/** Duration of each measurement; the best of several rounds counts, because other load only adds time. */
const ROUND_MS = 40
const ROUNDS = 5

const KIB = 1_024
const out = (line: string) => process.stdout.write(`${line}\n`)

let seed = 7
/** A number below `limit`; the same sequence in every run. */
function draw(limit: number): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return (seed >>> 8) % limit
}

function word(least: number, most: number): string {
  let letters = ''
  for (let left = least + draw(most - least + 1); left > 0; left--) letters += 'etaoinshrdlucmfwypvbgkjqxz'[draw(26)]
  return letters
}

function prose(length: number): string {
  const common =
    'the of and to in is that it for was on are as with they be at this from have or by one had not but what all were when we there can an your which their said if do will each about how up out them then she many some so these would other into has more her two like him see time could no make than first been its who now people my made over did down only way find use may water long little very after words called just where most know'.split(
      ' ',
    )
  let text = ''
  while (text.length < length)
    text += `${draw(5) === 0 ? word(4, 11) : common[draw(common.length)]}${draw(12) === 0 ? '. ' : ' '}`
  return text.slice(0, length)
}

/** Returns the microseconds of one call. */
function time(call: () => unknown): number {
  let best = Infinity
  for (let round = 0; round < ROUNDS; round++) {
    const from = performance.now()
    let calls = 0
    do {
      call()
      calls++
    } while (performance.now() - from < ROUND_MS)
    best = Math.min(best, ((performance.now() - from) * 1_000) / calls)
  }
  return best
}

const cell = (value: number) => (value >= 100 ? value.toFixed(0) : value.toPrecision(3)).padStart(12)
const row = (label: string, values: readonly number[]) => out(label.padEnd(34) + values.map(cell).join(''))
const head = (label: string, columns: readonly string[]) =>
  out(`\n${label.padEnd(34)}${columns.map((column) => column.padStart(12)).join('')}`)

const sizes = [1, 10, 100] as const
const texts = sizes.map((size) => prose(size * KIB))
const perSize = (label: string, call: (text: string) => unknown) => {
  const each = texts.map((text) => time(() => call(text)))
  row(
    label,
    each.map((micros, i) => micros / (sizes[i] as number)),
  )
  return each
}
const ratio = (label: string, theirs: readonly number[], own: readonly number[]) =>
  row(
    label,
    theirs.map((micros, i) => micros / (own[i] as number)),
  )

function literals(): void {
  const words = Array.from({ length: 1_000 }, () => word(5, 11))
  const many = Array.from({ length: 5_000 }, () => word(5, 14))
  head(
    '1,000 words, µs per KiB',
    sizes.map((size) => `${size} KiB`),
  )
  const automaton = buildAutomaton(words)
  const folding = buildAutomaton(words, { ignoreCase: true })
  const alternation = new RegExp(words.join('|'), 'g')
  const own = perSize('automaton scan', (text) => automaton.scan(text, () => true))
  perSize('automaton scan, any case', (text) => folding.scan(text, () => true))
  perSize('automaton present', (text) => automaton.present(text))
  const big = perSize('one V8 alternation', (text) => text.match(alternation))
  const loop = perSize('indexOf, word by word', (text) => words.filter((listed) => text.indexOf(listed) !== -1))
  ratio('alternation / scan', big, own)
  ratio('indexOf / scan', loop, own)
  head('build', ['ms', 'MiB'])
  row('1,000 words', [time(() => buildAutomaton(words)) / 1_000, automaton.tableBytes / KIB / KIB])
  row('5,000 words', [time(() => buildAutomaton(many)) / 1_000, buildAutomaton(many).tableBytes / KIB / KIB])
}

/** Patterns as tenants write them. */
const ordinary = [
  '\\b\\d{3}-\\d{2}-\\d{4}\\b',
  '[\\w.+-]+@[\\w-]+\\.[\\w.]+',
  '\\b(?:\\d[ -]?){13,16}\\b',
  'AKIA[0-9A-Z]{16}',
  'ghp_[A-Za-z0-9]{36}',
  '(?:password|passwd|pwd)\\s*[=:]\\s*\\S+',
  '-----BEGIN [A-Z ]*PRIVATE KEY-----',
  'eyJ[\\w-]+\\.[\\w-]+\\.[\\w-]+',
  'xox[baprs]-[\\w-]+',
  '\\b(?:\\d{1,3}\\.){3}\\d{1,3}\\b',
  'https?://[^\\s"<>]+',
  '\\bproject[ -]?(?:atlas|zephyr)\\b',
  '\\bconfidential\\b',
  'internal use only',
  'ignore (?:all|any) (?:previous|prior) instructions',
  '<script[^>]*>',
  '\\bunion\\s+(?:all\\s+)?select\\b',
  '\\bdrop\\s+table\\b',
  '\\.\\./',
  ';\\s*rm\\s+-rf',
  '\\$\\{jndi:',
  '\\b[A-Z]{2}\\d{2}[A-Z0-9]{11,30}\\b',
  '\\b[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}\\b',
  '\\+?\\d{1,3}[ .-]?\\(?\\d{3}\\)?[ .-]?\\d{3}[ .-]?\\d{4}',
  '\\b\\d{4}-\\d{2}-\\d{2}\\b',
  '\\b(?:Mon|Tue|Wed|Thu|Fri)day\\b',
  '^\\s*#',
  'TICKET-\\d{4,6}',
  '\\bEMP\\d{6}\\b',
  '\\bMRN:?\\s*\\d{6,10}\\b',
  '[^\\x00-\\x7f]{5,}',
  '\\b(\\w+) and \\w+ing\\b',
  '"[^"]{10,200}"',
  '\\{\\{[^}]+\\}\\}',
  'data:[\\w/+-]+;base64,',
  '\\b0x[0-9a-fA-F]{40}\\b',
  '\\b[13][a-km-zA-HJ-NP-Z1-9]{25,34}\\b',
  '\\bcompetitor(?:s)?\\b',
  '(?:salary|bonus).{0,40}\\d{4,}',
  '\\bv\\d+\\.\\d+\\.\\d+\\b',
]

function regexes(): void {
  head(
    `${ordinary.length} ordinary patterns, µs per KiB`,
    sizes.map((size) => `${size} KiB`),
  )
  const mine = ordinary.map((pattern) => compileRegex(pattern))
  const theirs = ordinary.map((pattern) => new RegExp(pattern, 'u'))
  const all = ordinary.map((pattern) => new RegExp(pattern, 'gu'))
  const set = compileRegexSet(ordinary.map((pattern) => ({ pattern })))
  const test = perSize('test, one by one', (text) => mine.filter((regex) => regex.test(text)))
  const native = perSize('V8 test, one by one', (text) => theirs.filter((regex) => regex.test(text)))
  const spans = perSize('findAll, one by one', (text) => mine.map((regex) => regex.findAll(text).length))
  const matches = perSize('V8 match, one by one', (text) => all.map((regex) => text.match(regex)?.length))
  const together = perSize('set, all at once', (text) => set.matching(text))
  ratio('V8 test / test', native, test)
  ratio('V8 match / findAll', matches, spans)
  ratio('V8 test / set', native, together)
  ratio('test / set', test, together)
  head('compile', ['ms'])
  row('40 patterns', [time(() => ordinary.map((pattern) => compileRegex(pattern))) / 1_000])
  row('a set of 40', [time(() => compileRegexSet(ordinary.map((pattern) => ({ pattern })))) / 1_000])
}

function adversaries(): void {
  const lengths = [18, 22, 26]
  head(
    '(a*)*[bc] on a…a, µs',
    lengths.map((length) => `${length} letters`),
  )
  const regex = compileRegex('(a*)*[bc]')
  const backtracking = /(a*)*[bc]/u
  const once = (call: () => unknown) => {
    const from = performance.now()
    call()
    return (performance.now() - from) * 1_000
  }
  const own = lengths.map((length) => time(() => regex.findAll('a'.repeat(length))))
  const theirs = lengths.map((length) => once(() => backtracking.test('a'.repeat(length))))
  row('linear regex', own)
  row('V8', theirs)
  ratio('V8 / linear', theirs, own)
  head(
    '(.*a){20}[bc] on ax…, µs per KiB',
    sizes.map((size) => `${size} KiB`),
  )
  const hard = compileRegex('(.*a){20}[bc]')
  row(
    'linear regex',
    sizes.map((size) => time(() => hard.test('ax'.repeat(size * 512))) / size),
  )
}

literals()
regexes()
adversaries()
