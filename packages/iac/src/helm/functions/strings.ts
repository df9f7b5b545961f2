import { compileRegex } from '@gatehouse/kernel/match'
import type { GoFunction } from '../template/execute.ts'
import { ExecutionProblem, type GoValue, printed } from '../template/value.ts'
import { at, checkChars, checkedText, last, listAt, numberAt, textAt } from './arguments.ts'
import { formatted } from './printf.ts'

const lastText = (args: readonly GoValue[]): string => printed(last(args))

/** Lines after the first are moved in as well. */
function indented(args: readonly GoValue[]): string {
  const blanks = Math.max(0, numberAt(args, 0))
  const lines = textAt(args, 1).split('\n')
  checkChars(blanks * lines.length)
  return lines.map((line) => ' '.repeat(blanks) + line).join('\n')
}

/** Functions on texts. */
export const STRING_FUNCTIONS: Readonly<Record<string, GoFunction>> = {
  print: (args) => args.map(printed).join(''),
  println: (args) => `${args.map(printed).join(' ')}\n`,
  printf: (args) => checkedText(formatted(textAt(args, 0), args.slice(1))),
  quote: (args) =>
    args
      .filter((arg) => arg !== null)
      .map((arg) => JSON.stringify(printed(arg)))
      .join(' '),
  squote: (args) =>
    args
      .filter((arg) => arg !== null)
      .map((arg) => `'${printed(arg)}'`)
      .join(' '),
  cat: (args) =>
    args
      .filter((arg) => arg !== null)
      .map(printed)
      .join(' '),
  indent: (args) => indented(args),
  nindent: (args) => `\n${indented(args)}`,
  trim: (args) => textAt(args, 0).trim(),
  trimAll: (args) => trimmed(textAt(args, 1), textAt(args, 0)),
  trimall: (args) => trimmed(textAt(args, 1), textAt(args, 0)),
  trimPrefix: (args) =>
    textAt(args, 1).startsWith(textAt(args, 0)) ? textAt(args, 1).slice(textAt(args, 0).length) : textAt(args, 1),
  trimSuffix: (args) => {
    const [end, text] = [textAt(args, 0), textAt(args, 1)]
    return end !== '' && text.endsWith(end) ? text.slice(0, -end.length) : text
  },
  upper: (args) => textAt(args, 0).toUpperCase(),
  lower: (args) => textAt(args, 0).toLowerCase(),
  title: (args) => textAt(args, 0).replace(/(?<![\p{L}\p{N}])\p{L}/gu, (letter) => letter.toUpperCase()),
  untitle: (args) => textAt(args, 0).replace(/(?<![\p{L}\p{N}])\p{L}/gu, (letter) => letter.toLowerCase()),
  camelcase: (args) => splitWords(textAt(args, 0)).map(capital).join(''),
  kebabcase: (args) => splitWords(textAt(args, 0)).join('-').toLowerCase(),
  snakecase: (args) => splitWords(textAt(args, 0)).join('_').toLowerCase(),
  nospace: (args) => textAt(args, 0).replace(/\s/g, ''),
  repeat: (args) => {
    checkChars(numberAt(args, 0) * textAt(args, 1).length)
    return textAt(args, 1).repeat(Math.max(0, Math.floor(numberAt(args, 0))))
  },
  substr: (args) => {
    const [from, to] = [numberAt(args, 0), numberAt(args, 1)]
    return textAt(args, 2).slice(Math.max(0, from), to < 0 ? undefined : to)
  },
  trunc: (args) => {
    const length = numberAt(args, 0)
    return length < 0 ? textAt(args, 1).slice(length) : textAt(args, 1).slice(0, length)
  },
  abbrev: (args) => {
    const [length, text] = [numberAt(args, 0), textAt(args, 1)]
    return text.length > length ? `${text.slice(0, Math.max(0, length - 3))}...` : text
  },
  contains: (args) => textAt(args, 1).includes(textAt(args, 0)),
  hasPrefix: (args) => textAt(args, 1).startsWith(textAt(args, 0)),
  hasSuffix: (args) => textAt(args, 1).endsWith(textAt(args, 0)),
  replace: (args) => {
    const [old, by, text] = [textAt(args, 0), textAt(args, 1), textAt(args, 2)]
    if (old === '') return text
    checkChars(text.length + (text.length / old.length) * by.length)
    return text.replaceAll(old, () => by)
  },
  split: (args) =>
    new Map(
      textAt(args, 1)
        .split(textAt(args, 0))
        .map((item, index) => [`_${index}`, item]),
    ),
  splitList: (args) => (textAt(args, 1) === '' ? [''] : textAt(args, 1).split(textAt(args, 0))),
  splitn: (args) => {
    const parts = textAt(args, 2).split(textAt(args, 0))
    const count = Math.max(1, numberAt(args, 1))
    const cut =
      parts.length <= count ? parts : [...parts.slice(0, count - 1), parts.slice(count - 1).join(textAt(args, 0))]
    return new Map(cut.map((item, index) => [`_${index}`, item]))
  },
  join: (args) => {
    const list = at(args, 1)
    if (!Array.isArray(list)) return printed(list)
    checkChars(list.length * textAt(args, 0).length)
    return checkedText(list.map(printed).join(textAt(args, 0)))
  },
  sortAlpha: (args) => listAt(args, 0).map(printed).toSorted(),
  toString: (args: readonly GoValue[]) => textAt(args, 0),
  toStrings: (args) => listAt(args, 0).map(printed),
  plural: (args) => (numberAt(args, 2) === 1 ? at(args, 0) : at(args, 1)),
  wrap: (args) => textAt(args, 1),
  wrapWith: (args) => textAt(args, 2),
  html: (args) =>
    lastText(args).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&#34;'),
  js: (args) => lastText(args),
  urlquery: (args) => encodeURIComponent(lastText(args)),
  regexMatch: (args) => regexOf(textAt(args, 0)).test(textAt(args, 1)),
  regexFind: (args) => {
    const found = regexOf(textAt(args, 0)).find(textAt(args, 1))
    return found === undefined ? '' : textAt(args, 1).slice(found.start, found.end)
  },
  regexFindAll: (args) => {
    const count = numberAt(args, 2)
    const found = regexOf(textAt(args, 0)).findAll(textAt(args, 1), count < 0 ? 10_000 : count)
    return found.map(({ start, end }) => textAt(args, 1).slice(start, end))
  },
  regexReplaceAll: (args) => replacedAll(textAt(args, 0), textAt(args, 1), textAt(args, 2), true),
  regexReplaceAllLiteral: (args) => replacedAll(textAt(args, 0), textAt(args, 1), textAt(args, 2), false),
  regexSplit: (args) => {
    const text = textAt(args, 1)
    const parts: string[] = []
    let from = 0
    for (const { start, end } of regexOf(textAt(args, 0)).findAll(text, 10_000)) {
      parts.push(text.slice(from, start))
      from = end
    }
    return [...parts, text.slice(from)]
  },
  regexQuoteMeta: (args) => textAt(args, 0).replace(/[\\.+*?()|[\]{}^$]/g, '\\$&'),
}

function trimmed(text: string, cut: string): string {
  const chars = new Set(cut)
  let from = 0
  let to = text.length
  while (from < to && chars.has(text[from]!)) from += 1
  while (to > from && chars.has(text[to - 1]!)) to -= 1
  return text.slice(from, to)
}

function splitWords(text: string): readonly string[] {
  return text
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .split(/[\s_-]+/)
    .filter((item) => item !== '')
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()
}

function regexOf(source: string): ReturnType<typeof compileRegex> {
  try {
    return compileRegex(source.replaceAll('(?P<', '(?<'))
  } catch {
    throw new ExecutionProblem('The regular expression is not supported.')
  }
}

/** Replaces all matches; `$1` and `${1}` mean groups. */
function replacedAll(source: string, text: string, by: string, groups: boolean): string {
  const regex = regexOf(source)
  const hasGroups = groups && by.includes('$')
  let output = ''
  let from = 0
  const found = regex.findAll(text, hasGroups ? 200 : 10_000)
  for (const { start, end } of found) {
    const spans = hasGroups ? regex.exec(text, start)?.groups : undefined
    const filled =
      spans === undefined ? by : by.replace(/\$\{?(\d{1,2})\}?/g, (_all, number: string) => spans[Number(number)] ?? '')
    output += text.slice(from, start) + filled
    checkChars(output.length)
    from = end
  }
  return output + text.slice(from)
}
