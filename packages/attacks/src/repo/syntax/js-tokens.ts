import { createUnclosed, lineCounter, type Token, TOKENS_MAX, unescaped } from './token.ts'

const NAME = /[\p{ID_Start}$_#][\p{ID_Continue}$\u200c\u200d]*/uy
const NUMBER = /\d[\w.]*/y
const MARK = /=>|\?\.(?!\d)|\.\.\.|\|\||&&|\?\?|[=!]==?|[^\s]/uy
/** Bounded length: longer regexes are rare, and an unterminated line is not scanned repeatedly. */
const REGEX = /\/(?![*/])(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.){0,200}\]){1,500}\/[a-z]{0,8}/y
/** Words after which a slash starts a regular expression, not a division. */
const BEFORE_REGEX = new Set([
  'return',
  'typeof',
  'case',
  'in',
  'of',
  'delete',
  'void',
  'throw',
  'new',
  'else',
  'do',
  'await',
])

/**
 * Tokenizes JavaScript or TypeScript, with or without JSX, in linear time. Invalid code is tokenized as far as possible: the function
 * never fails. Comments are left out.
 */
export function jsTokens(source: string): readonly Token[] {
  const tokens: Token[] = []
  const lineAt = lineCounter(source)
  const unclosed = createUnclosed()
  let at = 0
  const take = (kind: Token['kind'], text: string, end: number): void => {
    tokens.push({ kind, text, line: lineAt(at), at })
    at = end
  }
  const taken = (form: RegExp): string | undefined => {
    form.lastIndex = at
    return form.exec(source)?.[0]
  }
  while (at < source.length && tokens.length < TOKENS_MAX) {
    const unit = source[at]!
    if (/\s/.test(unit)) at += 1
    else if (source.startsWith('//', at) || (at === 0 && source.startsWith('#!'))) at = endOf(source, '\n', at)
    else if (source.startsWith('/*', at)) at = endOf(source, '*/', at + 2)
    else if (unit === '`') {
      const template = readTemplate(source, at)
      take('text', template.text, template.end)
    } else if ((unit === '"' || unit === "'") && !unclosed.has(unit, at)) {
      const text = readString(source, at)
      if (text.isClosed) take('text', text.text, text.end)
      else {
        unclosed.add(unit, text.end)
        take('mark', unit, at + 1)
      }
    } else if (unit === '/' && mayBeRegex(tokens.at(-1))) {
      const regex = taken(REGEX)
      if (regex === undefined) take('mark', unit, at + 1)
      else take('number', 'regex', at + regex.length)
    } else {
      const name = taken(NAME)
      const number = name === undefined ? taken(NUMBER) : undefined
      if (name !== undefined) take('name', name, at + name.length)
      else if (number !== undefined) take('number', number, at + number.length)
      else {
        const mark = taken(MARK) ?? unit
        take('mark', mark, at + mark.length)
      }
    }
  }
  return tokens
}

function endOf(source: string, what: string, from: number): number {
  const found = source.indexOf(what, from)
  return found < 0 ? source.length : found + what.length
}

function mayBeRegex(before: Token | undefined): boolean {
  if (before === undefined) return true
  if (before.kind === 'name') return BEFORE_REGEX.has(before.text)
  // After "<" the slash closes a JSX element.
  return before.kind === 'mark' && ![')', ']', '}', '<'].includes(before.text)
}

interface ReadText {
  readonly text: string
  readonly end: number
  readonly isClosed: boolean
}

function readString(source: string, start: number): ReadText {
  const quote = source[start]
  let text = ''
  let from = start + 1
  let at = from
  for (; at < source.length; at += 1) {
    const unit = source[at]
    if (unit === '\n') break
    if (unit === quote) return { text: text + source.slice(from, at), end: at + 1, isClosed: true }
    if (unit !== '\\') continue
    const [stands, length] = unescaped(source, at)
    text += source.slice(from, at) + stands
    from = at + length
    at = from - 1
  }
  return { text, end: at, isClosed: false }
}

/** In a template; any other number counts the braces that are open in code that is filled in. */
const IN_TEXT = -1
/** Maximum length of the code of a substitution that is used as its name. */
const HOLE_UNITS_MAX = 60

/**
 * Reads a template with everything nested in it. An unterminated template extends to the end of the file, so that no part is read twice.
 */
function readTemplate(source: string, start: number): ReadText {
  const modes: number[] = [IN_TEXT]
  const unclosed = createUnclosed()
  let text = ''
  let from = start + 1
  let at = from
  while (at < source.length) {
    const mode = modes.at(-1)!
    const unit = source[at]!
    const isOuter = modes.length === 1
    if (mode === IN_TEXT) {
      if (unit === '\\') {
        const [stands, length] = unescaped(source, at)
        if (isOuter) text += source.slice(from, at) + stands
        at += length
        if (isOuter) from = at
      } else if (unit === '`') {
        if (isOuter) return { text: text + source.slice(from, at), end: at + 1, isClosed: true }
        modes.pop()
        at += 1
      } else if (unit === '$' && source[at + 1] === '{') {
        if (isOuter) text += source.slice(from, at)
        modes.push(0)
        at += 2
        if (isOuter) from = at
      } else at += 1
      continue
    }
    if (unit === '`') modes.push(IN_TEXT)
    else if (unit === '{') modes[modes.length - 1] = mode + 1
    else if (unit === '}' && mode > 0) modes[modes.length - 1] = mode - 1
    else if (unit === '}') {
      modes.pop()
      if (modes.length === 1) {
        text += hole(source.slice(from, Math.min(at, from + 2 * HOLE_UNITS_MAX)))
        from = at + 1
      }
    } else if ((unit === '"' || unit === "'") && !unclosed.has(unit, at)) {
      const inner = readString(source, at)
      if (!inner.isClosed) unclosed.add(unit, inner.end)
      at = inner.isClosed ? inner.end - 1 : at
    }
    at += 1
  }
  return { text: modes.length === 1 ? text + source.slice(from) : text, end: source.length, isClosed: false }
}

function hole(code: string): string {
  const short = code.trim().replaceAll(/\s+/g, ' ')
  return short.length > HOLE_UNITS_MAX ? '{…}' : `{${short}}`
}
