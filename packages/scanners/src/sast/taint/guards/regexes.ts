import { type Instruction, NONE } from '../ir.ts'
import { type Form, formOf } from './forms.ts'
import type { KnownValues, Spot } from './known.ts'

interface Regex {
  readonly text: string
  readonly flags: string
}

type Call = Extract<Instruction, { op: 'call' }>

const COMPILERS = /^(?:compile|RegExp|Regex|MustCompile|toRegex|regex|new|quote|CompilePOSIX|from_str)$/
const WRAPPERS = /^(?:unwrap|expect|get_or_init|toPattern|freeze|new|LazyLock|Lazy)$/

/** Ours: wrappers that a regex stands in. */
const DEPTH_MAX = 5

/** The regex that a value is, where that is written in the code. */
function regexAt(values: KnownValues, spot: Spot, language: string, depth = 0): Regex | undefined {
  const constant = values.constant(spot)
  if (constant !== undefined) return typeof constant === 'string' ? written(constant, language) : undefined
  const found = values.of(spot)
  if (found === undefined || depth > DEPTH_MAX || found.one.op !== 'call') return undefined
  const { one, at, in: inside } = found
  const first = one.arguments[0]?.value
  const within = (register: number): Regex | undefined =>
    regexAt(values, { in: inside, register, at }, language, depth + 1)
  if (WRAPPERS.test(one.method) && one.receiver !== NONE && (first === undefined || !COMPILERS.test(one.method)))
    return within(one.receiver)
  if (first === undefined) return one.method === 'toRegex' && one.receiver !== NONE ? within(one.receiver) : undefined
  if (!COMPILERS.test(one.method)) return undefined
  const made = values.of({ in: inside, register: first, at })
  if (made?.one.op === 'function') {
    const inner = values.definitions(made.one.id)
    for (const [block, { instructions, ending }] of inner.fn.blocks.entries())
      if (ending.type === 'return' && ending.value !== NONE)
        return regexAt(
          values,
          { in: inner, register: ending.value, at: { block, index: instructions.length } },
          language,
          depth + 1,
        )
    return undefined
  }
  const flags = one.arguments
    .slice(1)
    .map(({ value }) => values.constant({ in: inside, register: value, at }))
    .filter((value) => typeof value === 'string')
    .join('')
  const regex = within(first)
  return regex === undefined ? undefined : { ...regex, flags: regex.flags + flags }
}

/** `/a/i` as languages write it, or a text. */
function written(text: string, language: string): Regex {
  const isDelimited = ['javascript', 'typescript', 'tsx', 'php', 'ruby'].includes(language)
  const found = isDelimited ? /^([/#~%@!])(.*)\1([a-zA-Z]{0,8})$/s.exec(text) : undefined
  return found === null || found === undefined ? { text, flags: '' } : { text: found[2]!, flags: found[3]! }
}

/** A call that asks whether a regex matches a text. */
export interface Asked {
  readonly value: number
  readonly form: Form
}

/** Methods that match all of a text, whatever the regex says. */
const WHOLE = /^(?:fullmatch|matches|matchEntire|regex_match|matchesEntire|full_match\?|FullMatch)$/
const ANY =
  /^(?:test|match|exec|search|find|is_match|IsMatch|MatchString|match\?|preg_match|containsMatchIn|=~|Match|===)$/

/** @returns what is asked, and what it has to be like; undefined where nothing is known of it */
export function askedBy(
  values: KnownValues,
  one: Call,
  spot: Omit<Spot, 'register'>,
  language: string,
): Asked | undefined {
  const isWhole = WHOLE.test(one.method)
  if (!isWhole && !ANY.test(one.method)) return undefined
  const given = one.arguments.map(({ value }) => value)
  const at = (register: number): Spot => ({ ...spot, register })
  // `P.matcher(x).matches()`
  const matcher = one.receiver === NONE ? undefined : values.of(at(one.receiver))
  if (given.length === 0 && matcher?.one.op === 'call' && matcher.one.method === 'matcher') {
    const value = matcher.one.arguments[0]?.value
    const regex = regexAt(values, { ...matcher, register: matcher.one.receiver }, language)
    const form = formFor(regex, isWhole, language)
    return value === undefined || form === undefined ? undefined : { value, form }
  }
  const [first, second] = given
  const ways: readonly (readonly [regex: number | undefined, value: number | undefined])[] = [
    [first, second],
    [second, first],
    [one.receiver, first],
    [first, one.receiver],
  ]
  for (const [pattern, value] of ways) {
    if (pattern === undefined || value === undefined || pattern === NONE || value === NONE) continue
    if (values.constant(at(value)) !== undefined) continue
    // Python's `match` begins at the beginning by itself.
    const form = formFor(regexAt(values, at(pattern), language), isWhole, language, one.method === 'match')
    if (form !== undefined) return { value, form }
  }
  return undefined
}

/** `x =~ /a/` */
export function formOfRegex(values: KnownValues, spot: Spot, language: string): Form | undefined {
  return formFor(regexAt(values, spot, language), false, language)
}

function formFor(regex: Regex | undefined, isWhole: boolean, language: string, begins = false): Form | undefined {
  if (regex === undefined || /x/.test(regex.flags)) return undefined
  const hasLines = language === 'ruby' || /m/.test(regex.flags) || /\(\?[a-z]*m/.test(regex.text)
  const text = begins && language === 'python' && !regex.text.startsWith('^') ? `^${regex.text}` : regex.text
  return formOf(text, isWhole && language !== 'php', hasLines)
}

const REPLACES =
  /^(?:replaceAll|replace|sub|gsub|gsub!|preg_replace|Replace|replace_all|ReplaceAllString|ReplaceAllLiteralString)$/

/** What a text is made of from which a call takes all other signs: `x.replaceAll("[^a-z]", "")`. */
export function leftBy(
  values: KnownValues,
  one: Call,
  spot: Omit<Spot, 'register'>,
  language: string,
): Form | undefined {
  if (!REPLACES.test(one.method)) return undefined
  const all = [one.receiver, ...one.arguments.map(({ value }) => value)].filter((register) => register !== NONE)
  for (const [place, register] of all.entries()) {
    if (isPlainText(values.constant({ ...spot, register }), one, language)) continue
    const regex = regexAt(values, { ...spot, register }, language)
    const inside = /^\[\^((?:[^\]\\]|\\.){1,200})\][+*]?$/s.exec(regex?.text ?? '')?.[1]
    if (regex === undefined || inside === undefined) continue
    // The first alone is replaced, or what is replaced is a text and no regex.
    const isFirst =
      one.method === 'replace' && !['python', 'php', 'kotlin'].includes(language) && !/g/.test(regex.flags)
    if (isFirst) return undefined
    const left = formOf(`[${inside}]*`, true, false)
    const next = all
      .slice(place + 1)
      .map((other) => values.constant({ ...spot, register: other }))
      .find((value) => typeof value === 'string')
    if (left === undefined || typeof next !== 'string') return undefined
    return { signs: left.signs + next.replace(/[\w-]/g, ''), start: '' }
  }
  return undefined
}

/** Whether what is replaced is a text as it stands there, and no regex. */
function isPlainText(constant: unknown, { method, name }: Call, language: string): boolean {
  if (typeof constant !== 'string') return false
  if (method === 'Replace') return !/(?:^|\.)Regex\./.test(name)
  const isScript = language === 'javascript' || language === 'typescript' || language === 'tsx'
  return isScript ? !constant.startsWith('/') : method === 'replace'
}
