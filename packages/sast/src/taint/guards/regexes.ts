import { type Instruction, NONE } from '../ir.ts'
import { type Form, formOf, formOfClass } from './forms.ts'
import type { KnownValues, Spot } from './known.ts'

interface Regex {
  readonly text: string
  readonly flags: string
}

type Call = Extract<Instruction, { op: 'call' }>

const COMPILERS = /^(?:compile|RegExp|Regex|MustCompile|toRegex|regex|new|quote|CompilePOSIX|from_str)$/
const WRAPPERS = /^(?:unwrap|expect|get_or_init|toPattern|freeze|new|LazyLock|Lazy)$/

/** Own limit: wrappers around a regex. */
const DEPTH_MAX = 5

/** Returns the regex that a value is, where it is a literal. */
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
  const valueDefinition = values.of({ in: inside, register: first, at })
  if (valueDefinition?.one.op === 'function') {
    const inner = values.definitions(valueDefinition.one.id)
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
  const flags = flagsOf(values, one.arguments.slice(1), { in: inside, at })
  const regex = within(first)
  return regex === undefined ? undefined : { ...regex, flags: regex.flags + flags }
}

/** Option names without an effect on `^` and `$`. */
const HARMLESS_FLAGS =
  /^(?:(?:re|Pattern|RegexOptions?|TimeSpan|kotlin|text|Regexp|std|regex|regex_constants|System|RegularExpressions|IGNORE_?CASE|CASE_INSENSITIVE|UNICODE(?:_CASE|_CHARACTER_CLASS)?|DOTALL|DOT_MATCHES_ALL|Singleline|ASCII|COMPILED|CultureInvariant|ExplicitCapture|ECMAScript|NonBacktracking|RightToLeft|UNIX_LINES|CANON_EQ|icase|optimize|From\w+|setOf|IgnoreCase|None|[IASU])\b|[\s|,().:&+[\]])*$/i

/** Own limit: options are shorter. */
const FLAGS_CHARS_MAX = 200

/** Returns the flags of a regex: letters or option names. An unknown option may be any flag. */
function flagsOf(values: KnownValues, inputs: Call['arguments'], spot: Omit<Spot, 'register'>): string {
  return inputs
    .map(({ value }) => {
      const constant = values.constant({ ...spot, register: value })
      if (typeof constant === 'string') return constant
      const node = spot.in.of(value, spot.at)?.one.node ?? NONE
      const text = node === NONE ? undefined : values.text(node)
      return text !== undefined && text.length <= FLAGS_CHARS_MAX && HARMLESS_FLAGS.test(text) ? '' : 'm'
    })
    .join('')
}

/** `/a/i` as languages write it, or a text. */
function written(text: string, language: string): Regex {
  const isDelimited = ['javascript', 'typescript', 'tsx', 'php', 'ruby'].includes(language)
  const found = isDelimited ? /^([/#~%@!])(.*)\1([a-zA-Z]{0,8})$/s.exec(text) : undefined
  return found === null || found === undefined ? { text, flags: '' } : { text: found[2]!, flags: found[3]! }
}

/** A call that asks whether a regex matches a text. */
export interface RegexTest {
  readonly value: number
  readonly form: Form
}

/** Methods that always match the whole text. */
const WHOLE = /^(?:fullmatch|matches|matchEntire|regex_match|matchesEntire|full_match\?|FullMatch)$/
const ANY =
  /^(?:test|match|exec|search|find|is_match|IsMatch|MatchString|match\?|preg_match|containsMatchIn|=~|Match|===|regex_search)$/

/** Functions with the text before the regex, by their names or their owners. */
const TEXT_FIRST =
  /^(?:validator\.matches|(?:[\w.]+\.)?Regex\.(?:IsMatch|Match)|(?:std\.)?regex_(?:match|search)|RE2\.\w+)$/

/** Functions whose boolean result is a fact. */
const SEARCHED = /^(?:javascript|typescript|tsx)$/

/**
 * @param isIndex whether the result is an index, not a boolean
 * @returns the checked value and its form; undefined where either is unknown
 */
export function regexTestOf(
  values: KnownValues,
  call: Call,
  spot: Omit<Spot, 'register'>,
  language: string,
  isIndex = false,
): RegexTest | undefined {
  const isWhole = WHOLE.test(call.method) && !call.name.startsWith('validator')
  if (!isWhole && !ANY.test(call.method) && call.method !== 'matches') return undefined
  if (isIndex !== (call.method === 'search' && SEARCHED.test(language))) return undefined
  const at = (register: number): Spot => ({ ...spot, register })
  // `P.matcher(x).matches()`
  const matcher = call.receiver === NONE ? undefined : values.of(at(call.receiver))
  if (call.arguments.length === 0 && matcher?.one.op === 'call' && matcher.one.method === 'matcher') {
    const value = matcher.one.arguments[0]?.value
    const regex = regexAt(values, { ...matcher, register: matcher.one.receiver }, language)
    const form = formFor(regex, isWhole, language)
    return value === undefined || form === undefined ? undefined : { value, form }
  }
  const placed = regexOperands(values, call, at, language)
  if (placed === undefined || values.constant(at(placed.value)) !== undefined) return undefined
  const regex = regexAt(values, at(placed.regex), language)
  // In PHP this argument receives the match.
  const flags = language === 'php' ? '' : flagsOf(values, call.arguments.slice(placed.taken), spot)
  // Python's `match` is anchored at the start.
  const begins = call.method === 'match' && language === 'python'
  const form = formFor(
    regex === undefined ? undefined : { ...regex, flags: regex.flags + flags },
    isWhole,
    language,
    begins,
  )
  return form === undefined ? undefined : { value: placed.value, form }
}

interface Placed {
  readonly regex: number
  readonly value: number
  /** Number of arguments; those after them are options. */
  readonly taken: number
}

/** Which register of a call is the regex, and which the text. */
function regexOperands(
  values: KnownValues,
  call: Call,
  at: (register: number) => Spot,
  language: string,
): Placed | undefined {
  const [first, second] = call.arguments.map(({ value }) => value)
  if (first === undefined) return undefined
  const name = call.name.replace(/::|\\|->/g, '.').replace(/^\./, '')
  if (second !== undefined) {
    if (TEXT_FIRST.test(name)) return { regex: second, value: first, taken: 2 }
    if (call.receiver === NONE || isModule(values, at(call.receiver))) return { regex: first, value: second, taken: 2 }
  }
  if (call.receiver === NONE) return undefined
  return isRegex(values, at(call.receiver), language)
    ? { regex: call.receiver, value: first, taken: 1 }
    : { regex: first, value: call.receiver, taken: 1 }
}

/** Whether a method belongs to a library as a whole: `re.match(…)`, `regexp.MatchString(…)`, `Pattern.matches(…)`. */
function isModule(values: KnownValues, spot: Spot): boolean {
  const op = values.of(spot)?.one.op
  return op === 'global' || op === 'import' || op === 'class'
}

/** Whether a value is a regex literal: a text that checks another text is none. */
function isRegex(values: KnownValues, spot: Spot, language: string): boolean {
  const found = values.of(spot)
  if (found === undefined) return false
  if (values.constant(spot) !== undefined) return /^(?:\/|%r)/.test(values.text(found.one.node))
  return regexAt(values, spot, language) !== undefined
}

/** `x =~ /a/` */
export function formOfRegex(values: KnownValues, spot: Spot, language: string): Form | undefined {
  return formFor(regexAt(values, spot, language), false, language)
}

/** Languages in which `$`, or `\Z`, also matches before a final line break. */
const DOLLAR_BEFORE_LINE = /^(?:python|php|java|kotlin|csharp)$/
const Z_BEFORE_LINE = /^(?:php|java|kotlin|csharp|ruby)$/

function formFor(regex: Regex | undefined, isWhole: boolean, language: string, begins = false): Form | undefined {
  if (regex === undefined || /x/.test(regex.flags)) return undefined
  const hasLines = language === 'ruby' || /m/.test(regex.flags) || /\(\?[a-z]*m/.test(regex.text)
  const text = begins && !regex.text.startsWith('^') ? `^${regex.text}` : regex.text
  const isDollar = DOLLAR_BEFORE_LINE.test(language) && !(language === 'php' && regex.flags.includes('D'))
  return formOf(text, {
    isWhole: isWhole && language !== 'php',
    hasLines,
    beforeLine: [...(isDollar ? ['$'] : []), ...(Z_BEFORE_LINE.test(language) ? ['\\Z'] : [])],
  })
}

/** Whether a text that a `case` names is a regex. */
export function isRegexText(text: string): boolean {
  return /^(?:\/.*\/[a-z]*|%r.*)$/s.test(text)
}

const REPLACES =
  /^(?:replaceAll|replace|sub|gsub|gsub!|preg_replace|Replace|replace_all|ReplaceAllString|ReplaceAllLiteralString)$/

/** Returns the form of a text after a call that removes all other characters: `x.replaceAll("[^a-z]", "")`. */
export function leftBy(
  values: KnownValues,
  call: Call,
  spot: Omit<Spot, 'register'>,
  language: string,
): Form | undefined {
  if (!REPLACES.test(call.method)) return undefined
  const all = [call.receiver, ...call.arguments.map(({ value }) => value)].filter((register) => register !== NONE)
  for (const [place, register] of all.entries()) {
    if (isPlainText(values.constant({ ...spot, register }), call, language)) continue
    const regex = regexAt(values, { ...spot, register }, language)
    const inside = /^\[\^((?:[^\]\\]|\\.){1,200})\][+*]?$/s.exec(regex?.text ?? '')?.[1]
    if (regex === undefined || inside === undefined || isFirstAlone(call, regex, language)) continue
    // A regex method takes the text and the replacement, except in Python.
    const isCalled = register === call.receiver && language !== 'python'
    const next = all[place + (isCalled ? 2 : 1)]
    const put = next === undefined ? undefined : values.constant({ ...spot, register: next })
    const left = formOfClass(inside)
    if (left === undefined || typeof put !== 'string') return undefined
    return { signs: left.signs + put.replace(/[\w-]/g, ''), start: '' }
  }
  return undefined
}

/** Whether only the first match is replaced, or a count limits the replacements. */
function isFirstAlone({ method, arguments: values, name }: Call, { flags }: Regex, language: string): boolean {
  if (language === 'ruby') return method === 'sub'
  if (language === 'python')
    return values.some((item, index) => item.name === 'count' || (item.name === undefined && index >= countAt(name)))
  if (language === 'php') return values.length > 3
  return method === 'replace' && language !== 'kotlin' && !/g/.test(flags)
}

/** Returns the index of Python's count argument: `re.sub(a, b, x, 1)`, `A.sub(b, x, 1)`. */
function countAt(name: string): number {
  return /^(?:re|regex)\.sub$/.test(name) ? 3 : 2
}

/** Whether the replaced value is a literal text, not a regex. */
function isPlainText(constant: unknown, { method, name }: Call, language: string): boolean {
  if (typeof constant !== 'string') return false
  if (method === 'Replace') return !/(?:^|\.)Regex\./.test(name)
  const isScript = language === 'javascript' || language === 'typescript' || language === 'tsx'
  return isScript ? !constant.startsWith('/') : method === 'replace'
}
