import { keepRanges, type KeptRange } from './blank.ts'

/** Types of scripts that browsers and frameworks run. */
const RUN =
  /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma|live|j)script(?:;.*)?|text\/(?:babel|jsx|typescript|ts)|ts|tsx)$/i
const TYPED = /^(?:ts|tsx|typescript|text\/typescript)$/i
/** Terminates a statement and a line comment without a new line in the file. */
const END = '\u2028;'
/** Own limit: longer tags do not occur in pages. */
const TAG_CHARS_MAX = 10_000

/**
 * Extracts the scripts of a page at their offsets. Scripts in comments and data blocks do not count.
 * @returns undefined for none
 */
export function scriptCode(text: string): { readonly text: string; readonly isTyped: boolean } | undefined {
  const { ranges, isTyped } = scriptRanges(text)
  return ranges.length === 0 ? undefined : { text: keepRanges(text, ranges), isTyped }
}

/** The scripts of a page, in order. */
export function scriptRanges(text: string): { readonly ranges: readonly KeptRange[]; readonly isTyped: boolean } {
  const ranges: KeptRange[] = []
  let isTyped = false
  const next = /<!--|<script(?=[\s/>])/gi
  const close = /<\/script(?=[\s/>])/gi
  for (let found = next.exec(text); found !== null; found = next.exec(text)) {
    if (found[0] === '<!--') {
      const end = text.indexOf('-->', found.index)
      if (end !== -1) next.lastIndex = end
      continue
    }
    const tag = tagAt(text, next.lastIndex)
    if (tag === undefined) continue
    close.lastIndex = tag.end
    const end = close.exec(text)?.index ?? text.length
    next.lastIndex = Math.max(end, tag.end)
    const { type = '', lang = '' } = tag
    if (!RUN.test(type)) continue
    if (TYPED.test(type) || TYPED.test(lang)) isTyped = true
    if (text.slice(tag.end, end).trim() === '') continue
    ranges.push({ start: tag.end, end, ...(end < text.length && { after: END }) })
  }
  return { ranges, isTyped }
}

/** Returns the attributes of a tag, from the end of its name, and the start of its content. */
function tagAt(
  text: string,
  start: number,
): { readonly end: number; readonly type?: string; readonly lang?: string } | undefined {
  let quote = ''
  for (let at = start; at < text.length && at - start < TAG_CHARS_MAX; at += 1) {
    const sign = text[at]!
    if (quote !== '') {
      if (sign === quote) quote = ''
    } else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '>') {
      const attributes = text.slice(start, at)
      const type = valueOf(attributes, 'type')
      const lang = valueOf(attributes, 'lang')
      return { end: at + 1, ...(type !== undefined && { type }), ...(lang !== undefined && { lang }) }
    }
  }
  return undefined
}

function valueOf(attributes: string, name: string): string | undefined {
  const [, quoted, single, bare] =
    new RegExp(`(?:^|\\s)${name}\\s{0,20}=\\s{0,20}(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes) ?? []
  return (quoted ?? single ?? bare)?.trim()
}
