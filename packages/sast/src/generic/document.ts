import type { GenericOptions } from './options.ts'

/** Own limit: more tokens than a file of the maximum scanned size has words. */
export const TOKENS_MAX = 1_000_000

/**
 * A text as words and single characters, in order, with their nesting. Arrays are indexed by token number; offsets are UTF-16 code units.
 */
export interface GenericDocument {
  readonly text: string
  /** Words as compared: in lower case for case-insensitive patterns. */
  readonly words: readonly string[]
  readonly isWord: Uint8Array
  readonly start: Uint32Array
  readonly end: Uint32Array
  readonly line: Uint32Array
  /** End of the indented block that contains a token, exclusive. */
  readonly blockEnd: Uint32Array
  /** Whether a token is the first of a block that is indented deeper than the text before it. */
  readonly opensBlock: Uint8Array
  /** Partner of an opening or closing brace; -1 for unpaired braces and all other tokens. */
  readonly partner: Int32Array
  /** Index after the closing brace of the pair that contains a token; the number of tokens outside of any pair. */
  readonly pairEnd: Uint32Array
  /** Whether a word is among the tokens of a range. */
  has(word: string, from: number, to: number): boolean
}

/**
 * Tokenizes a text.
 * @returns undefined for more than {@link TOKENS_MAX} tokens
 */
export function readDocument(text: string, options: GenericOptions): GenericDocument | undefined {
  const extra = options.wordCharacters.replace(/[\\\]^-]/g, String.raw`\$&`)
  const token = new RegExp(`[A-Za-z0-9_${extra}]+|\\n|[^\\s]`, 'g')
  const words: string[] = []
  const isWord: number[] = []
  const start: number[] = []
  const end: number[] = []
  const line: number[] = []
  let lines = 0
  for (const found of withoutComments(text, options.comments).matchAll(token)) {
    const [word] = found
    if (word === '\n') {
      lines += 1
      continue
    }
    if (words.length >= TOKENS_MAX) return undefined
    words.push(options.isCaseless ? word.toLowerCase() : word)
    isWord.push(word.length > 1 || /\w/.test(word) || options.wordCharacters.includes(word) ? 1 : 0)
    start.push(found.index)
    end.push(found.index + word.length)
    line.push(lines)
  }
  const partner = partners(words, line, options)
  return {
    text,
    words,
    isWord: Uint8Array.from(isWord),
    start: Uint32Array.from(start),
    end: Uint32Array.from(end),
    line: Uint32Array.from(line),
    partner,
    pairEnd: pairEnds(partner),
    ...blocks(text, start, line, options),
    has: itemIndex(words),
  }
}

function itemIndex(words: readonly string[]): GenericDocument['has'] {
  let places: Map<string, number[]> | undefined
  return (word, from, to) => {
    if (places === undefined) {
      places = new Map()
      for (const [at, item] of words.entries()) {
        const list = places.get(item)
        if (list === undefined) places.set(item, [at])
        else list.push(at)
      }
    }
    const list = places.get(word) ?? []
    let low = 0
    let high = list.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (list[middle]! < from) low = middle + 1
      else high = middle
    }
    return low < list.length && list[low]! < to
  }
}

/** Replaces comments by spaces, so that all offsets stay valid. */
function withoutComments(text: string, style: GenericOptions['comments']): string {
  const blank = (comment: string): string => comment.replace(/[^\n]/g, ' ')
  if (style === 'none') return text
  if (style === 'shell') return text.replace(/#[^\n]*/g, blank)
  const plain = style === 'cpp' ? text.replace(/\/\/[^\n]*/g, blank) : text
  let stored = ''
  let at = 0
  for (;;) {
    const from = plain.indexOf('/*', at)
    const to = from === -1 ? -1 : plain.indexOf('*/', from + 2)
    if (to === -1) return stored + plain.slice(at)
    stored += plain.slice(at, from) + blank(plain.slice(from, to + 2))
    at = to + 2
  }
}

/** Pairs braces: for `spacegrep` only within one line, so that an unpaired brace affects only its line. */
function partners(words: readonly string[], line: readonly number[], options: GenericOptions): Int32Array {
  const partner = new Int32Array(words.length).fill(-1)
  const closing = new Map(options.braces.map(([opens, closes]) => [opens, closes]))
  const closes = new Set(closing.values())
  const isByLine = options.engine === 'spacegrep' || !options.isMultiline
  let open: number[] = []
  for (const [at, word] of words.entries()) {
    if (isByLine && at > 0 && line[at] !== line[at - 1]) open = []
    const last = open.at(-1)
    if (last !== undefined && closing.get(words[last]!) === word) {
      partner[last] = at
      partner[at] = last
      open.pop()
    } else if (closing.has(word)) open.push(at)
    // An unclosed pair is unknown.
    else if (closes.has(word)) open = []
  }
  return partner
}

function pairEnds(partner: Int32Array): Uint32Array {
  const ends = new Uint32Array(partner.length)
  const open: number[] = []
  for (let at = 0; at < partner.length; at += 1) {
    while (open.length > 0 && open.at(-1)! < at) open.pop()
    ends[at] = (open.at(-1) ?? partner.length - 1) + 1
    if (partner[at]! > at) open.push(partner[at]!)
  }
  return ends
}

/** Finds blocks: lines that are indented deeper than the line before them. */
function blocks(
  text: string,
  start: readonly number[],
  line: readonly number[],
  { engine }: GenericOptions,
): Pick<GenericDocument, 'blockEnd' | 'opensBlock'> {
  const count = start.length
  const blockEnd = new Uint32Array(count).fill(count)
  const opensBlock = new Uint8Array(count)
  if (engine === 'aliengrep') return { blockEnd, opensBlock }
  const blockOf = new Uint32Array(count)
  const ends: number[] = []
  const open: { readonly block: number; readonly indent: number }[] = []
  for (let at = 0; at < count; at += 1) {
    if (at === 0 || line[at] !== line[at - 1]) {
      const indent = indentOf(text, start[at]!)
      for (let last = open.at(-1); last !== undefined && last.indent > indent; last = open.at(-1)) {
        ends[last.block] = at
        open.pop()
      }
      if (indent > (open.at(-1)?.indent ?? -1)) {
        if (open.length > 0) opensBlock[at] = 1
        open.push({ block: ends.length, indent })
        ends.push(count)
      }
    }
    blockOf[at] = open.at(-1)!.block
  }
  for (let at = 0; at < count; at += 1) blockEnd[at] = ends[blockOf[at]!]!
  return { blockEnd, opensBlock }
}

/** Returns the column of the first word of a line; tab stops are every 8 columns. */
function indentOf(text: string, at: number): number {
  let columns = 0
  for (let from = text.lastIndexOf('\n', at - 1) + 1; from < at; from += 1) {
    columns = text[from] === '\t' ? columns - (columns % 8) + 8 : columns + 1
  }
  return at === 0 ? 0 : columns
}
