import { compileRegex, type LinearRegex } from '@gatehouse/kernel/match'
import { EvaluationProblem, listOfValue, numberOfValue, textOfValue, type Value } from '../value.ts'
import { argument, checkedLength, type Functions } from './function.ts'

const text = (args: readonly Value[], at: number): string => textOfValue(argument(args, at))
const number = (args: readonly Value[], at: number): number => numberOfValue(argument(args, at))

/** String functions; all their arguments are known. */
export const STRING_FUNCTIONS: Functions = {
  chomp: (args) => text(args, 0).replace(/(?:\r?\n){1,1000}$/, ''),
  endswith: (args) => text(args, 0).endsWith(text(args, 1)),
  startswith: (args) => text(args, 0).startsWith(text(args, 1)),
  strcontains: (args) => text(args, 0).includes(text(args, 1)),
  lower: (args) => text(args, 0).toLowerCase(),
  upper: (args) => text(args, 0).toUpperCase(),
  title: (args) => text(args, 0).replace(/(?<![\p{L}\p{N}_])\p{L}/gu, (letter) => letter.toUpperCase()),
  strrev: (args) => Array.from(text(args, 0)).toReversed().join(''),
  trimspace: (args) => text(args, 0).trim(),
  trimprefix: (args) =>
    text(args, 0).startsWith(text(args, 1)) ? text(args, 0).slice(text(args, 1).length) : text(args, 0),
  trimsuffix: (args) =>
    text(args, 1) !== '' && text(args, 0).endsWith(text(args, 1))
      ? text(args, 0).slice(0, -text(args, 1).length)
      : text(args, 0),
  trim: (args) => trimmed(text(args, 0), text(args, 1)),
  substr: (args) => {
    const chars = Array.from(text(args, 0))
    const from = number(args, 1) < 0 ? chars.length + number(args, 1) : number(args, 1)
    const length = number(args, 2)
    return chars.slice(from, length < 0 ? undefined : from + length).join('')
  },
  split: (args) => {
    const whole = text(args, 1)
    checkedLength(whole.length)
    return whole === '' ? [''] : whole.split(text(args, 0))
  },
  indent: (args) => {
    const blanks = number(args, 0)
    const whole = text(args, 1)
    const lines = whole.split('\n')
    checkedLength(whole.length + lines.length * blanks)
    return lines.join(`\n${' '.repeat(Math.max(0, blanks))}`)
  },
  replace: (args) => replaced(text(args, 0), text(args, 1), text(args, 2)),
  regex: (args) => {
    const regex = regexOf(text(args, 0))
    const [found] = regex.findAll(text(args, 1), 1)
    if (found === undefined) throw new EvaluationProblem('The regular expression does not match.')
    return matched(regex, text(args, 0), text(args, 1), found)
  },
  regexall: (args) => {
    const regex = regexOf(text(args, 0))
    return regex.findAll(text(args, 1), 200).map((found) => matched(regex, text(args, 0), text(args, 1), found))
  },
  formatlist: (args) => {
    const lists = args
      .slice(1)
      .filter((arg) => Array.isArray(arg))
      .map((arg) => listOfValue(arg))
    const count = Math.max(1, ...lists.map((list) => list.length))
    return Array.from({ length: count }, (_, at) =>
      formatted(
        text(args, 0),
        args.slice(1).map((arg) => (Array.isArray(arg) ? (listOfValue(arg)[at] ?? null) : arg)),
      ),
    )
  },
}

function trimmed(whole: string, cut: string): string {
  const chars = new Set(cut)
  let from = 0
  let to = whole.length
  while (from < to && chars.has(whole[from]!)) from += 1
  while (to > from && chars.has(whole[to - 1]!)) to -= 1
  return whole.slice(from, to)
}

function regexOf(source: string): LinearRegex {
  try {
    return compileRegex(source.replaceAll('(?P<', '(?<'))
  } catch {
    throw new EvaluationProblem('The regular expression is not supported.')
  }
}

function replaced(whole: string, wanted: string, by: string): string {
  const isRegex = wanted.length > 1 && wanted.startsWith('/') && wanted.endsWith('/')
  if (!isRegex) {
    if (wanted === '') return whole
    checkedLength(whole.length + (whole.length / wanted.length) * by.length)
    return whole.replaceAll(wanted, () => by)
  }
  const regex = regexOf(wanted.slice(1, -1))
  let made = ''
  let at = 0
  for (const { start, end } of regex.findAll(whole, 10_000)) {
    if (/\$[\w{]/.test(by)) throw new EvaluationProblem('Group references in a replacement are not supported.')
    made += whole.slice(at, start) + by
    checkedLength(made.length)
    at = end
  }
  return made + whole.slice(at)
}

/** Returns the text without groups, and the texts of the groups otherwise. @throws {EvaluationProblem} for a regex with named groups */
function matched(regex: LinearRegex, source: string, whole: string, found: { start: number; end: number }): Value {
  const plain = source.replace(/\\.|\[[^\]]{0,200}\]/g, '')
  if (plain.includes('(?P<') || plain.includes('(?<')) throw new EvaluationProblem('Named groups are not supported.')
  if (!/\((?!\?)/.test(plain)) return whole.slice(found.start, found.end)
  const groups = regex.exec(whole, found.start)?.spans.slice(1) ?? []
  return groups.map((group) => (group === undefined ? null : whole.slice(group.start, group.end)))
}

/** `%s`, `%d`, `%v`, `%q`, `%05.2f`, `%%`, `%[1]s`. @throws {EvaluationProblem} for others */
export function formatted(format: string, args: readonly Value[]): string {
  let next = 0
  let made = ''
  let at = 0
  for (const match of format.matchAll(/%(?:\[(\d{1,3})\])?([-+ #0]{0,4})(\d{1,3})?(?:\.(\d{1,2}))?([a-zA-Z%])/g)) {
    const [all, index, flags, width, precision, verb] = match
    made += format.slice(at, match.index)
    at = match.index + all.length
    if (verb === '%') {
      made += '%'
      continue
    }
    if (index !== undefined) next = Number(index) - 1
    made += padded(formatVerb(verb!, argument(args, next), precision), flags!, Number(width ?? 0))
    next += 1
    checkedLength(made.length)
  }
  return made + format.slice(at)
}

function formatVerb(verb: string, value: Value, precision: string | undefined): string {
  if (verb === 's' || verb === 'v') return value === null ? 'null' : textOfValue(value)
  if (verb === 'q') return JSON.stringify(textOfValue(value))
  if (verb === 'd') return String(Math.trunc(numberOfValue(value)))
  if (verb === 'f') return numberOfValue(value).toFixed(Number(precision ?? 6))
  if (verb === 'x') return Math.trunc(numberOfValue(value)).toString(16)
  if (verb === 't') return textOfValue(value)
  throw new EvaluationProblem('The format is not supported.')
}

function padded(given: string, flags: string, width: number): string {
  if (flags.includes('-')) return given.padEnd(width)
  return given.padStart(width, flags.includes('0') ? '0' : ' ')
}
