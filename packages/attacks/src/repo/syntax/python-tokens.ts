import { createUnclosed, lineCounter, type Token, TOKENS_MAX, unescaped } from './token.ts'

const NAME = /[\p{ID_Start}_][\p{ID_Continue}]*/uy
const NUMBER = /\d[\w.]*/y
const MARK = /->|:=|\*\*|\.\.\.|[=!<>]=|[^\s]/uy
const QUOTE = /([rbuft]{0,2})("""|'''|"|')/iy
/** At column 0 these start a new statement, even after an unclosed bracket. */
const ANEW = /(?:def|class|async def|from|import|@)\b/y
const TAB = 8

/**
 * Tokenizes Python in linear time. Invalid code is tokenized as far as possible. Comments are left out; a `line` token precedes each line
 * outside of brackets.
 */
export function pythonTokens(source: string): readonly Token[] {
  const tokens: Token[] = []
  const lineAt = lineCounter(source)
  const unclosed = createUnclosed()
  let at = 0
  let depth = 0
  const take = (kind: Token['kind'], text: string, end: number, more: { indent?: number } = {}): void => {
    tokens.push({ kind, text, line: lineAt(at), at, ...more })
    at = end
  }
  const taken = (form: RegExp): string | undefined => {
    form.lastIndex = at
    return form.exec(source)?.[0]
  }
  let begun = -1
  while (at < source.length && tokens.length < TOKENS_MAX) {
    if (at !== begun && (at === 0 || source[at - 1] === '\n')) beginLine()
    else if (/\s/.test(source[at]!)) at += 1
    else readOne()
  }
  return tokens

  function beginLine(): void {
    begun = at
    const indent = indentAt(source, at)
    const isBlank = /[\n\r#]/.test(source[indent.end] ?? '\n')
    if (!isBlank && depth > 0 && indent.columns === 0 && taken(ANEW) !== undefined) depth = 0
    if (!isBlank && depth === 0) take('line', '', indent.end, { indent: indent.columns })
    at = indent.end
  }

  function readOne(): void {
    const unit = source[at]!
    if (unit === '#') {
      at = lineEnd(source, at)
      return
    }
    if (unit === '\\' && /^\r?\n/.test(source.slice(at + 1, at + 3))) {
      // Line continuation: no new logical line.
      at += source[at + 1] === '\r' ? 3 : 2
      begun = at
      return
    }
    QUOTE.lastIndex = at
    const quoted = QUOTE.exec(source)
    if (quoted !== null && !unclosed.has(quoted[2]!, at)) {
      const text = readString(source, at + quoted[0].length, quoted[2]!, /r/i.test(quoted[1]!))
      if (text.isClosed) return take('text', text.text, text.end)
      unclosed.add(quoted[2]!, text.end)
    }
    const name = taken(NAME)
    if (name !== undefined) return take('name', name, at + name.length)
    const number = taken(NUMBER)
    if (number !== undefined) return take('number', number, at + number.length)
    const mark = taken(MARK) ?? unit
    if (mark === '(' || mark === '[' || mark === '{') depth += 1
    if (mark === ')' || mark === ']' || mark === '}') depth = Math.max(0, depth - 1)
    take('mark', mark, at + mark.length)
  }
}

function lineEnd(source: string, from: number): number {
  const end = source.indexOf('\n', from)
  return end < 0 ? source.length : end
}

function indentAt(source: string, start: number): { readonly columns: number; readonly end: number } {
  let columns = 0
  let at = start
  for (; source[at] === ' ' || source[at] === '\t'; at += 1) columns += source[at] === '\t' ? TAB : 1
  return { columns, end: at }
}

function readString(
  source: string,
  start: number,
  quote: string,
  isRaw: boolean,
): { readonly text: string; readonly end: number; readonly isClosed: boolean } {
  let text = ''
  let from = start
  let at = start
  for (; at < source.length; at += 1) {
    if (source.startsWith(quote, at)) {
      return { text: text + source.slice(from, at), end: at + quote.length, isClosed: true }
    }
    if (source[at] === '\n' && quote.length === 1) break
    if (source[at] !== '\\') continue
    if (isRaw) {
      at += 1
      continue
    }
    const [stands, length] = unescaped(source, at)
    text += source.slice(from, at) + stands
    from = at + length
    at = from - 1
  }
  return { text, end: at, isClosed: false }
}
