/** Languages with rewrites. */
export type CodeLanguage = 'python' | 'javascript' | 'java' | 'go' | 'php' | 'ruby' | 'csharp' | 'rust'

const LANGUAGES: readonly (readonly [path: RegExp, language: CodeLanguage])[] = [
  [/\.pyw?$/, 'python'],
  [/\.[cm]?[jt]sx?$/, 'javascript'],
  [/\.java$/, 'java'],
  [/\.go$/, 'go'],
  [/\.php$/, 'php'],
  [/\.rb$/, 'ruby'],
  [/\.cs$/, 'csharp'],
  [/\.rs$/, 'rust'],
]

export function languageOf(path: string): CodeLanguage | undefined {
  return LANGUAGES.find(([name]) => name.test(path))?.[1]
}

/** Offsets of a piece of code. */
export interface CodeRange {
  readonly start: number
  readonly end: number
}

/** Returns the offset after the string literal that starts at a quote. */
export function stringEnd(text: string, at: number): number {
  const quote = text[at]!
  const mark = text.startsWith(quote.repeat(3), at) && quote !== '`' ? quote.repeat(3) : quote
  let end = at + mark.length
  while (end < text.length && !text.startsWith(mark, end)) {
    if (mark.length === 1 && quote !== '`' && text[end] === '\n') return end
    end += text[end] === '\\' ? 2 : 1
  }
  return Math.min(end + mark.length, text.length)
}

const OPEN = '([{'
const CLOSE = ')]}'

/** Splits a range of code at a separator outside of strings and brackets. Undefined for unbalanced brackets. */
export function splitAt(text: string, { start, end }: CodeRange, separator: string): readonly CodeRange[] | undefined {
  const found: CodeRange[] = []
  let [depth, from] = [0, start]
  for (let at = start; at < end; at += 1) {
    const sign = text[at]!
    if (sign === '"' || sign === "'" || sign === '`') at = stringEnd(text, at) - 1
    else if (OPEN.includes(sign)) depth += 1
    else if (CLOSE.includes(sign)) depth -= 1
    else if (depth === 0 && sign === separator && !isPartOfOther(text, at)) {
      found.push(trimmed(text, { start: from, end: at }))
      from = at + 1
    }
    if (depth < 0) return undefined
  }
  return depth === 0 ? [...found, trimmed(text, { start: from, end })] : undefined
}

/** `++`, `+=` and the dots of numbers and members are no operators between texts. */
function isPartOfOther(text: string, at: number): boolean {
  const sign = text[at]!
  if (sign === '+') return text[at + 1] === '+' || text[at + 1] === '=' || text[at - 1] === '+'
  return sign === '.' && (text[at + 1] === '=' || text[at + 1] === '.' || text[at - 1] === '.')
}

function trimmed(text: string, { start, end }: CodeRange): CodeRange {
  let [from, to] = [start, end]
  while (from < to && /\s/.test(text[from]!)) from += 1
  while (to > from && /\s/.test(text[to - 1]!)) to -= 1
  return { start: from, end: to }
}

/** Own limit: characters of a call. */
const CALL_CHARS_MAX = 4_000

/** A call: its arguments between its parentheses. */
export interface Call {
  readonly open: number
  /** Offset of the closing parenthesis. */
  readonly close: number
  readonly args: readonly CodeRange[]
}

/** Returns the call whose parenthesis is at an offset. */
export function callAt(text: string, open: number): Call | undefined {
  let depth = 0
  const last = Math.min(text.length, open + CALL_CHARS_MAX)
  for (let at = open; at < last; at += 1) {
    const sign = text[at]!
    if (sign === '"' || sign === "'" || sign === '`') at = stringEnd(text, at) - 1
    else if (OPEN.includes(sign)) depth += 1
    else if (CLOSE.includes(sign)) {
      depth -= 1
      if (depth > 0) continue
      const inside = { start: open + 1, end: at }
      const args = text.slice(open + 1, at).trim() === '' ? [] : splitAt(text, inside, ',')
      return args === undefined ? undefined : { open, close: at, args: args.filter((one) => one.end > one.start) }
    }
  }
  return undefined
}

/** Returns the call that has an argument at an offset: the nearest open parenthesis before it. */
export function callAround(text: string, offset: number): Call | undefined {
  const from = Math.max(0, offset - CALL_CHARS_MAX)
  for (let at = offset - 1; at >= from; at -= 1) {
    if (text[at] !== '(') continue
    const call = callAt(text, at)
    if (
      call !== undefined &&
      call.close >= offset &&
      call.args.some(({ start, end }) => start <= offset && offset <= end)
    ) {
      return call
    }
  }
  return undefined
}

export function codeOf(text: string, { start, end }: CodeRange): string {
  return text.slice(start, end)
}

/** Name of the called function before a parenthesis: `db.query`. */
export function calleeOf(text: string, { open }: Call): string {
  return /[\w$.:>-]*$/.exec(text.slice(Math.max(0, open - 200), open))?.[0] ?? ''
}
