import type { GenericOptions } from './options.ts'

/** Ours: more than a file of the largest size that is scanned has of words. */
export const TOKENS_MAX = 1_000_000

/**
 * A text as words and single characters, in their order, with what stands within what. Arrays by the number of the token;
 * offsets are UTF-16 code units.
 */
export interface GenericDocument {
  readonly text: string
  /** As they are compared: in lower case where case says nothing. */
  readonly words: readonly string[]
  readonly isWord: Uint8Array
  readonly start: Uint32Array
  readonly end: Uint32Array
  readonly line: Uint32Array
  /** After the last token of the block that a token stands in, by how far lines are indented. */
  readonly blockEnd: Uint32Array
  /** Whether a token is the first of a block that is indented deeper than what is before it. */
  readonly opensBlock: Uint8Array
  /** Of a brace that is closed, and of one that closes, the other one; -1 for all else. */
  readonly partner: Int32Array
  /** After the brace that closes the pair that a token stands in; the number of tokens where it stands in none. */
  readonly pairEnd: Uint32Array
  /** Whether a word stands among the tokens from one on to another. */
  has(word: string, from: number, to: number): boolean
}

/**
 * Reads a text.
 * @returns undefined where it has more than {@link TOKENS_MAX} tokens
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
    has: placesOf(words),
  }
}

function placesOf(words: readonly string[]): GenericDocument['has'] {
  let places: Map<string, number[]> | undefined
  return (word, from, to) => {
    if (places === undefined) {
      places = new Map()
      for (const [at, one] of words.entries()) {
        const list = places.get(one)
        if (list === undefined) places.set(one, [at])
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

/** Comments become spaces, so that all else stays where it is. */
function withoutComments(text: string, style: GenericOptions['comments']): string {
  const blank = (comment: string): string => comment.replace(/[^\n]/g, ' ')
  if (style === 'none') return text
  if (style === 'shell') return text.replace(/#[^\n]*/g, blank)
  const plain = style === 'cpp' ? text.replace(/\/\/[^\n]*/g, blank) : text
  let kept = ''
  let at = 0
  for (;;) {
    const from = plain.indexOf('/*', at)
    const to = from === -1 ? -1 : plain.indexOf('*/', from + 2)
    if (to === -1) return kept + plain.slice(at)
    kept += plain.slice(at, from) + blank(plain.slice(from, to + 2))
    at = to + 2
  }
}

/** Braces that belong together: of `spacegrep` those on one line alone, so that one too many spoils no more than its line. */
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
    // Of a pair that is not closed nothing is known.
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

/** Lines that are indented deeper than the one before them are a block. */
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

/** Columns before the first word of a line; a tab goes on to the next eighth. */
function indentOf(text: string, at: number): number {
  let columns = 0
  for (let from = text.lastIndexOf('\n', at - 1) + 1; from < at; from += 1) {
    columns = text[from] === '\t' ? columns - (columns % 8) + 8 : columns + 1
  }
  return at === 0 ? 0 : columns
}
