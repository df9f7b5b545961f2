import { keepRanges, type KeptRange } from './blank.ts'
import { scriptRanges } from './scripts.ts'

/**
 * Extracts the code between `<%` and `%>` of a page: statements and expressions, each terminated by `;`.
 * @returns undefined for none
 */
export function scriptletCode(text: string): string | undefined {
  const ranges = scriptletRanges(text)
  return ranges.length === 0 ? undefined : keepRanges(text, ranges)
}

/**
 * Extracts the scripts of a page beside the code between `<%` and `%>`, where both are in one language. Within a script the delimiters
 * are blank, so that `f(<%- value %>)` is a call.
 * @returns undefined for none
 */
export function scriptsWithScriptlets(text: string): string | undefined {
  const scripts = scriptRanges(text).ranges
  const outside = scriptletRanges(text).filter(({ start }) => !scripts.some((script) => isWithin(start, script)))
  const ranges = [...scripts, ...outside].toSorted((a, b) => a.start - b.start)
  if (ranges.length === 0) return undefined
  const pieces: string[] = []
  let at = 0
  for (const { start, end } of scripts) {
    pieces.push(text.slice(at, start), withoutDelimiters(text.slice(start, end)))
    at = end
  }
  return keepRanges(pieces.join('') + text.slice(at), ranges)
}

function isWithin(at: number, { start, end }: KeptRange): boolean {
  return at >= start && at < end
}

function withoutDelimiters(script: string): string {
  return script
    .replace(/<%#[^%]{0,1000}%>/g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/<%[-=_]?|[-_]?%>/g, (delimiter) => ' '.repeat(delimiter.length))
}

function scriptletRanges(text: string): readonly KeptRange[] {
  const ranges: KeptRange[] = []
  for (let open = text.indexOf('<%'); open !== -1;) {
    const end = text.indexOf('%>', open + 2)
    const close = end === -1 ? text.length : end
    const [mark] = /^(?:%|#|@|--|[=!_-]{1,2})?/.exec(text.slice(open + 2, open + 4))!
    const isCode = !/^(?:%|#|@|--)/.test(mark)
    const start = Math.min(close, open + 2 + mark.length)
    // The dash before the end is a part of the delimiter.
    const until = text[close - 1] === '-' || text[close - 1] === '_' ? close - 1 : close
    if (isCode && text.slice(start, until).trim() !== '') {
      ranges.push({ start, end: until, ...(end !== -1 && { after: ';' }) })
    }
    open = text.indexOf('<%', Math.max(close, open + 2))
  }
  return ranges
}

const BLOCK = /@(?:functions|code)?\s{0,200}\{/g

/**
 * Extracts the content of `@{ … }`, `@functions { … }` and `@code { … }` of a page.
 * @returns undefined for none
 */
export function blockCode(text: string): string | undefined {
  const ranges: KeptRange[] = []
  BLOCK.lastIndex = 0
  for (let found = BLOCK.exec(text); found !== null; found = BLOCK.exec(text)) {
    const start = found.index + found[0].length
    const end = endOfBlock(text, start)
    BLOCK.lastIndex = end
    if (text.slice(start, end).trim() !== '') ranges.push({ start, end })
  }
  return ranges.length === 0 ? undefined : keepRanges(text, ranges)
}

/** Returns the end of the block that starts at `start`; braces in strings and comments do not count. */
function endOfBlock(text: string, start: number): number {
  const sign = /[{}]|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.){1,8}'|\/\/[^\n]*|\/\*/g
  sign.lastIndex = start
  let depth = 1
  for (let found = sign.exec(text); found !== null; found = sign.exec(text)) {
    if (found[0] === '/*') {
      const end = text.indexOf('*/', found.index + 2)
      if (end === -1) return text.length
      sign.lastIndex = end + 2
    } else if (found[0] === '{') depth += 1
    else if (found[0] === '}') {
      depth -= 1
      if (depth === 0) return found.index
    }
  }
  return text.length
}
