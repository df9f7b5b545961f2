import type { Language } from '../languages/language.ts'

/** Prefix of placeholder names for pattern syntax that no grammar supports; no program uses it. */
export const META = '__GHM_'
export const ALL = '__GHA_'
export const TYPED = '__GHT_'
export const ELLIPSIS = '__GHE'
export const DEEP = '__GHD'
/** Prefix of the head of any loop. */
export const ANY_LOOP = '__GHL'
const FRAME = '__GHF'

/** A pattern written as a file of its language. */
export interface Written {
  readonly text: string
  /** Start of the pattern in the generated file. */
  readonly start: number
  readonly end: number
}

export interface TypedMeta {
  readonly name: string
  readonly type: string
}

/** Yields the ways to write a pattern as a file, with the typed metavariables in it. */
export function writePattern(
  pattern: string,
  language: Language,
): { readonly candidates: Iterable<Written>; readonly typed: readonly TypedMeta[] } {
  const typed: TypedMeta[] = []
  const loop = language.loops === undefined ? '$&' : `for (${ANY_LOOP};;)`
  const body = withTypes(pattern.trim(), typed, language).replace(/\bfor\s{0,9}\(\s{0,9}\.\.\.\s{0,9}\)/g, loop)
  const isFirst = (word: string): boolean =>
    body.startsWith(word) && !(WORD.test(word.at(-1)!) && WORD.test(body[word.length] ?? ' '))
  const pieces = language.pieces.filter(({ word }) => isFirst(word)).map(({ frame }) => frame)
  return { candidates: framed(body, [...pieces, ...language.frames], language), typed }
}

/** The first one is nearly always sufficient. */
function* framed(body: string, frames: readonly string[], language: Language): Generator<Written> {
  const texts: string[] = []
  const seen = new Set<string>()
  for (const frame of frames) {
    const named = frame.replace(/(?<![\w$])_(?!\w)/g, FRAME)
    const start = named.indexOf('@')
    for (const [at, ellipsis] of language.ellipses.entries()) {
      const own = (texts[at] ??= write(body, ellipsis, language))
      const text = named.replace('@', () => own)
      if (seen.has(text)) continue
      seen.add(text)
      yield { text, start, end: start + own.length }
    }
  }
}

const WORD = /[\w$]/

/** `${...}` in a string: any code part. */
const HOLE = /^([$#]?\{)\s{0,9}\.\.\.\s{0,9}\}/

/** Replaces `($X : T)` and `(T $X)` by one name each, except directly after a call or declaration. */
function withTypes(pattern: string, typed: TypedMeta[], { sigil, hasArrowMembers }: Language): string {
  const declared = hasArrowMembers === true ? /^\s*(?:=>|\{|:)/ : /^\s*(?:=>|->|\{|:)/
  const replace = (all: string, name: string, type: string, at: number): string => {
    const before = pattern.slice(0, at).trimEnd()
    const word = /(\w+)$/.exec(before)?.[1]
    const isCalled = word !== undefined && !/^(?:return|if|while|in|and|or|not|await|yield|throw|case)$/.test(word)
    if (isCalled || declared.test(pattern.slice(at + all.length))) return all
    return `${sigil}${TYPED}${typed.push({ name, type }) - 1}`
  }
  const withColon = pattern.replace(
    /\(\s*\$([A-Z_][A-Z0-9_]*)\s*:\s*([\w.*[\]&:<>?]{1,200})\s*\)/g,
    (all: string, name: string, type: string, at: number) => replace(all, name, type, at),
  )
  if (withColon !== pattern) return withColon
  return pattern.replace(
    /\(\s*([A-Za-z_][\w.:]{0,200}(?:<[^()<>]{0,100}>)?(?:\[\])?)(?:\s+|\s{1,9}\*{1,3})\$([A-Z_][A-Z0-9_]*)\s*\)/g,
    (all: string, type: string, name: string, at: number) => replace(all, name, type, at),
  )
}

type Spelling = NonNullable<Language['spellings']>[number]
type Ellipsis = Language['ellipses'][number]

/** Replaces metavariables and ellipses by names. Quoted strings keep their ellipses for a later step. */
function write(pattern: string, ellipsis: Ellipsis, language: Language): string {
  const open: number[] = []
  let [written, quote] = ['', '']
  let [deeps, at] = [0, 0]
  while (at < pattern.length) {
    const rest = pattern.slice(at, at + 100)
    const special = pattern[at] === '$' ? specialAt(rest, language) : undefined
    if (special !== undefined) {
      const isWhole = quote !== '' && pattern.startsWith(quote, at + special.length) && written.endsWith(quote)
      const place = isWhole ? 'whole' : quote === '' ? 'code' : 'string'
      written += spelled(special.name, written, place, language)
      at += special.length
      continue
    }
    const char = pattern[at]!
    if (quote !== '') {
      const piece = tokenAt(rest, language)
      if (piece !== undefined) {
        written += piece.text
        at += piece.length
        continue
      }
      if (pattern.startsWith(quote, at)) {
        written += quote
        at += quote.length
        quote = ''
        continue
      }
    } else if (char === '"' || char === "'" || char === '`') {
      quote = pattern.startsWith(char.repeat(3), at) ? char.repeat(3) : char
      written += quote
      at += quote.length
      continue
    } else if (rest.startsWith('<...') && !rest.startsWith('<...>')) {
      written += language.name === 'bash' ? `$(${DEEP};` : `${DEEP}(`
      deeps += 1
      at += 4
      continue
    } else if (rest.startsWith('...>') && deeps > 0) {
      written += ')'
      deeps -= 1
      at += 4
      continue
    } else if (rest.startsWith('...') && !isSpread(pattern, at)) {
      const isPair = language.name === 'java' && hasNamedArguments(pattern, open.at(-1))
      written += filled(isPair ? '_ = _' : ellipsis[roleOf(pattern, at, open, language)])
      at += 3
      continue
    } else if ('([{'.includes(char)) open.push(at)
    else if (')]}'.includes(char)) open.pop()
    written += char
    at += 1
  }
  return written
}

/** Returns an escaped character in a string, or any code part of it; undefined for all other text. */
function tokenAt(rest: string, language: Language): { readonly text: string; readonly length: number } | undefined {
  if (rest.startsWith('\\')) return { text: rest.slice(0, 2), length: 2 }
  const hole = language.strings.code.length > 0 ? HOLE.exec(rest) : null
  if (hole === null) return undefined
  return { text: `${hole[1]!}${language.name === 'python' ? '...' : ELLIPSIS}}`, length: hole[0].length }
}

/** Returns a valid spelling of a placeholder name. @param where whether it is a whole string, in a string, or in code */
function spelled(name: string, before: string, where: Spelling['where'], { sigil, spellings }: Language): string {
  if (sigil !== '') return (needsSigil(name, before) ? sigil : '') + name
  const row = spellings?.find((spelling) => spelling.where === where && spelling.after.test(before))
  return row === undefined ? name : row.prefix + name + (row.suffix ?? '')
}

/** Whether a name means a variable, not a class, a function or a member. */
function needsSigil(name: string, before: string): boolean {
  if (!name.startsWith(META) || before.endsWith('"') || before.endsWith("'")) return false
  return !/(?:\b(?:class|function|interface|trait|new|extends|implements|use|namespace|instanceof|const|catch \()\s{1,20}|catch\s{0,9}\(|->|::|\\)$/.test(
    before,
  )
}

function filled(filler: string): string {
  return filler.replace(/(?<!\w)_(?!\w)/g, ELLIPSIS)
}

/** Variables of PHP that are written as metavariables are. */
const SUPERGLOBAL = /^\$(?:_(?:GET|POST|REQUEST|COOKIE|SERVER|ENV|SESSION|FILES))(?!\w)/

function specialAt(rest: string, language: Language): { readonly name: string; readonly length: number } | undefined {
  if (language.name === 'php' && SUPERGLOBAL.test(rest)) return undefined
  const all = /^\$\.\.\.([A-Z_][A-Z0-9_]*)/.exec(rest)
  if (all !== null) return { name: `${ALL}${all[1]}`, length: all[0].length }
  const meta = /^\$(?!__GH)([A-Z_][A-Z0-9_]*)(?![a-z])/.exec(rest)
  return meta === null ? undefined : { name: `${META}${meta[1]}`, length: meta[0].length }
}

/** Whether three dots are the language's own: they touch a name. */
function isSpread(pattern: string, at: number): boolean {
  return WORD.test(pattern[at - 1] ?? ' ') || WORD.test(pattern[at + 3] ?? ' ')
}

function roleOf(pattern: string, at: number, open: readonly number[], language: Language): keyof Ellipsis {
  const before = pattern.slice(0, at).trimEnd()
  const after = pattern.slice(at + 3).trimStart()
  if (before.endsWith('.') && after.startsWith('.')) return 'member'
  const inner = open.at(-1)
  // Values of a list, not statements of a body.
  if (inner !== undefined && pattern[inner] === '{' && /[\]=]$/.test(pattern.slice(0, inner).trimEnd()))
    return 'argument'
  if (inner !== undefined && pattern[inner] === '(')
    return isParameterList(pattern, inner, language) ? 'parameter' : 'argument'
  if (inner !== undefined && pattern[inner] === '[') return 'argument'
  if (before.endsWith(',') || after.startsWith(',') || /[=+\-*/%<>!&|?]$/.test(before)) return 'argument'
  if (/\b(?:return|in|await|yield|throw)$/.test(before) || after.startsWith(';')) return 'argument'
  return 'statement'
}

/** Whether parentheses contain the parameters of a function declaration: a body follows. */
function isParameterList(pattern: string, open: number, { declares, sigil }: Language): boolean {
  const before = pattern.slice(0, open).trimEnd()
  if (declares !== undefined) return declares.test(before)
  if (sigil === '' && /\bcatch$/.test(before)) return true
  if (/\bfunc(?:\s{1,9}\$?\w{1,99}|\s{1,9}\([^()]{0,200}\)\s{0,9}\$?\w{1,99})?$/.test(before)) return true
  if (
    !/[\w>]$/.test(before) ||
    /\bnew\s{1,9}[\w$.]{1,99}(?:<[^<>]{0,100}>)?$/.test(before) ||
    /\b(?:if|for|while|switch|catch|try|synchronized|with|using|lock|fixed|foreach)$/.test(before)
  )
    return false
  let depth = 0
  for (let at = open; at < pattern.length; at += 1) {
    if (pattern[at] === '(') depth += 1
    if (pattern[at] === ')') depth -= 1
    if (depth === 0) return /^\s{0,99}(?:\{|throws\b|use\b)/.test(pattern.slice(at + 1))
  }
  return false
}

/** Whether parentheses contain the arguments of an annotation with names: then all arguments have names. */
function hasNamedArguments(pattern: string, open: number | undefined): boolean {
  if (open === undefined || !/@[\w.$]{1,200}\s{0,9}$/.test(pattern.slice(0, open))) return false
  let depth = 0
  for (let at = open; at < pattern.length; at += 1) {
    if ('([{'.includes(pattern[at]!)) depth += 1
    if (')]}'.includes(pattern[at]!)) depth -= 1
    if (depth === 0) return false
    if (depth === 1 && pattern[at] === '=') return true
  }
  return false
}
