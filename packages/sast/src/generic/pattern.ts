import { Failure } from '@gatehouse/kernel'
import type { GenericOptions } from './options.ts'

/** One element of a pattern for texts without a grammar. */
export type GenericItem =
  /** @property pair whether it opens or closes braces that are whole in the pattern */
  | { readonly type: 'word'; readonly text: string; readonly pair?: 'opens' | 'closes' }
  /** `$X`: one word. */
  | { readonly type: 'meta'; readonly name: string }
  /** `...`, `$...X`: any tokens, across this number of newlines. */
  | { readonly type: 'ellipsis'; readonly name?: string; readonly span: number }
  /** The rest is in a block that is indented deeper. */
  | { readonly type: 'indent' }
  | { readonly type: 'dedent' }
  /** This number of newlines, where newlines count. */
  | { readonly type: 'newlines'; readonly count: number }

export interface GenericPattern {
  readonly items: readonly GenericItem[]
  /** Words that every match contains. */
  readonly needs: readonly string[]
  /** Whether a metavariable occurs twice: matches then depend on earlier bindings. */
  readonly refersBack: boolean
}

const CHARS_MAX = 20_000
/** Own limit: matching recurses to the length of a pattern. */
const ITEMS_MAX = 1_000

/**
 * Parses a pattern for texts without a grammar.
 * @throws {Failure} `invalid_request` for an empty pattern or one that is too long
 */
export function readGenericPattern(text: string, options: GenericOptions): GenericPattern {
  if (text.length > CHARS_MAX)
    throw new Failure('invalid_request', `A pattern can have at most ${CHARS_MAX} characters.`)
  const lines = text
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
    .split('\n')
  const items: GenericItem[] = []
  const open: number[] = []
  let empty = 0
  for (const [at, line] of lines.entries()) {
    const words = lineItems(line, options)
    empty += 1
    if (words.length === 0) continue
    const indent = /^[ \t]*/.exec(line)![0].replaceAll('\t', '        ').length
    if (options.engine === 'spacegrep') {
      for (let last = open.at(-1); last !== undefined && last > indent; last = open.at(-1)) {
        open.pop()
        if (open.length > 0) items.push({ type: 'dedent' })
      }
      if (indent > (open.at(-1) ?? -1)) {
        if (open.length > 0) items.push({ type: 'indent' })
        open.push(indent)
      }
    } else if (!options.isMultiline && at > 0 && items.length > 0) items.push({ type: 'newlines', count: empty })
    empty = 0
    items.push(...words)
  }
  if (items.length === 0) throw new Failure('invalid_request', 'The pattern is empty.')
  if (items.length > ITEMS_MAX) throw new Failure('invalid_request', `A pattern can have at most ${ITEMS_MAX} words.`)
  const metas = items.flatMap((item) =>
    'name' in item && item.name !== undefined && item.name !== '$_' ? item.name : [],
  )
  return {
    items: paired(merged(items), options),
    needs: options.isCaseless
      ? []
      : [...new Set(items.flatMap((item) => (item.type === 'word' && /^\w+$/.test(item.text) ? item.text : [])))],
    refersBack: new Set(metas).size < metas.length,
  }
}

function lineItems(line: string, options: GenericOptions): readonly GenericItem[] {
  const extra = options.wordCharacters.replace(/[\\\]^-]/g, String.raw`\$&`)
  const token = new RegExp(
    `\\$(\\.{3,4})([A-Z_][A-Z0-9_]*)|\\$([A-Z_][A-Z0-9_]*)(?![a-z])|(\\.{3,4})(?!\\.)|[A-Za-z0-9_${extra}]+|[^\\s]`,
    'g',
  )
  return [...line.matchAll(token)].map(([all, dots, allName, name, plain]): GenericItem => {
    if (name !== undefined) return { type: 'meta', name: `$${name}` }
    if (allName !== undefined) return { type: 'ellipsis', name: `$...${allName}`, span: spanOf(dots!, options) }
    if (plain !== undefined && (plain.length === 3 || options.engine === 'aliengrep')) {
      return { type: 'ellipsis', span: spanOf(plain, options) }
    }
    return { type: 'word', text: options.isCaseless ? all.toLowerCase() : all }
  })
}

function spanOf(dots: string, { engine, maxSpan, isMultiline }: GenericOptions): number {
  if (engine === 'spacegrep') return maxSpan
  return isMultiline || dots.length === 4 ? Infinity : 0
}

/** Merges `... ...` into one ellipsis with twice the span. */
function merged(items: readonly GenericItem[]): readonly GenericItem[] {
  const result: GenericItem[] = []
  for (const item of items) {
    const last = result.at(-1)
    if (item.type === 'ellipsis' && last?.type === 'ellipsis' && item.name === undefined && last.name === undefined) {
      result[result.length - 1] = { type: 'ellipsis', span: last.span + item.span }
    } else result.push(item)
  }
  return result
}

/** Pairs the braces of a pattern, where the content between them is indented as a whole. */
function paired(items: readonly GenericItem[], { braces }: GenericOptions): readonly GenericItem[] {
  const result = [...items]
  const open: { readonly at: number; readonly opens: string; readonly closes: string; readonly depth: number }[] = []
  let depth = 0
  for (const [at, item] of items.entries()) {
    if (item.type === 'indent') depth += 1
    if (item.type === 'dedent') depth -= 1
    if (item.type !== 'word') continue
    const last = open.at(-1)
    const [, closes] = braces.find(([opens, other]) => opens === item.text && opens !== other) ?? []
    if (closes !== undefined) open.push({ at, opens: item.text, closes, depth })
    else if (last?.closes === item.text) {
      open.pop()
      if (last.depth !== depth) continue
      result[last.at] = { type: 'word', text: last.opens, pair: 'opens' }
      result[at] = { type: 'word', text: item.text, pair: 'closes' }
    }
  }
  return result
}
