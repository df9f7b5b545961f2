import { type CompactTree, ERROR, EXTRA, lineStarts, MISSING, NAMED, positionOf } from './compact-tree.ts'
import type { Grammar, WasmGrammar } from './grammar.ts'
import type { Kinds } from './kinds.ts'
import { Growing } from './growing.ts'

/** Maximum number of progress callbacks of a parser: about 20 times the need of a megabyte of valid code. */
const ROUNDS_MAX = 400_000

/** A region that the grammar does not read, in lines from 1. */
export interface Unread {
  readonly fromLine: number
  readonly toLine: number
}

export interface Parsed {
  readonly tree: CompactTree
  /** Sorted by location; the code around them was parsed. */
  readonly unread: readonly Unread[]
}

/**
 * Parses a text and copies the tree out of the parser in one pass.
 * @param comments kinds of comment nodes
 * @returns undefined for a text that exceeds a limit
 */
export function parseText(text: string, grammar: Grammar, comments: ReadonlySet<string>): Parsed | undefined {
  if (!('parser' in grammar)) return grammar.parse(text)
  const { rewriting } = grammar
  if (rewriting === undefined) return parsedAround(text, text, grammar, comments)
  const written = rewriting.before(text)
  let parsed = parsedAround(written, text, grammar, comments)
  if (written !== text && parsed !== undefined && parsed.unread.length > 0) {
    // The transformed text may be the part that cannot be parsed.
    const plain = parsedAround(text, text, grammar, comments)
    if (plain !== undefined && plain.unread.length < parsed.unread.length) parsed = plain
  }
  if (parsed !== undefined) rewriting.after(parsed.tree)
  return parsed
}

/** Own limit: lines that are skipped so that the code after them can be parsed. */
const LEFT_OUT_MAX = 3

/** Whether an unparsed region contains lines after its syntax error. */
export function isSwallowing({ fromLine, toLine }: Unread): boolean {
  return toLine > fromLine
}

/** Returns the number of lines after syntax errors. */
function swallowedIn(unread: readonly Unread[]): number {
  return unread.reduce((lines, { fromLine, toLine }) => lines + toLine - fromLine, 0)
}

/**
 * Parses around errors. A syntax error may hide the lines after it from all rules: the line is skipped if more can be parsed without it.
 * It stays in the list of unparsed regions.
 */
function parsedAround(
  written: string,
  text: string,
  grammar: WasmGrammar,
  comments: ReadonlySet<string>,
): Parsed | undefined {
  let best = parseAs(written, text, grammar, comments)
  let rest = written
  const leftOut: Unread[] = []
  while (best !== undefined && leftOut.length < LEFT_OUT_MAX) {
    const region = best.unread.find(isSwallowing)
    if (region === undefined) break
    rest = withoutLine(rest, region.fromLine)
    const other = parseAs(rest, text, grammar, comments)
    if (other === undefined || swallowedIn(other.unread) >= swallowedIn(best.unread)) break
    leftOut.push({ fromLine: region.fromLine, toLine: region.fromLine })
    best = other
  }
  if (best === undefined || leftOut.length === 0) return best
  return { ...best, unread: [...best.unread, ...leftOut].sort((one, two) => one.fromLine - two.fromLine) }
}

/** @param line from 1 */
function withoutLine(text: string, line: number): string {
  const starts = lineStarts(text)
  const [start, end] = [starts[line - 1]!, starts[line] ?? text.length]
  return text.slice(0, start) + text.slice(start, end).replace(/[^\r\n]/g, ' ') + text.slice(end)
}

/** @param written text for the parser; @param text text of the tree, with the same length */
function parseAs(
  written: string,
  text: string,
  grammar: WasmGrammar,
  comments: ReadonlySet<string>,
): Parsed | undefined {
  let rounds = 0
  // Malformed text can take quadratic time: counting callbacks makes the limit independent of the machine.
  const progressCallback = (): boolean => (rounds += 1) > ROUNDS_MAX
  const parsed = grammar.parser.parse(written, null, { progressCallback })
  if (parsed === null) {
    grammar.parser.reset()
    return undefined
  }
  try {
    const open = grammar.calls.open(parsed)
    try {
      return copy(text, open.tree, grammar, comments)
    } finally {
      grammar.calls.close(open)
    }
  } finally {
    parsed.delete()
  }
}

const known = new WeakMap<Kinds, Map<string, Uint8Array>>()

/** Returns the flags of each kind, by its number. */
function flagsFor(kinds: Kinds, comments: ReadonlySet<string>): Uint8Array {
  const byComments = known.get(kinds) ?? new Map<string, Uint8Array>()
  known.set(kinds, byComments)
  const key = [...comments].join(' ')
  let flags = byComments.get(key)
  if (flags === undefined) {
    flags = Uint8Array.from({ length: kinds.count }, (_, kind) => {
      const isComment = kinds.isNamed(kind) && comments.has(kinds.name(kind))
      return (kinds.isNamed(kind) ? NAMED : 0) | (kind === 0 ? ERROR : 0) | (isComment ? EXTRA : 0)
    })
    byComments.set(key, flags)
  }
  return flags
}

function copy(
  text: string,
  tree: number,
  { kinds, ours, calls }: WasmGrammar,
  comments: ReadonlySet<string>,
): Parsed | undefined {
  const flagsOf = flagsFor(kinds, comments)
  const arrays = new Growing(text.length)
  const unread: Unread[] = []
  let lines: Uint32Array | undefined
  let parent = -1
  for (;;) {
    const kind = ours[calls.kind(tree)]!
    const start = calls.start(tree)
    const end = calls.end(tree)
    let flags = flagsOf[kind]!
    // A missing node has length zero.
    if (start === end && calls.isMissing(tree) === 1) flags |= MISSING
    const node = arrays.add(kind, start, end, parent, calls.field(tree), flags)
    if (node === -1) return undefined
    if ((flags & (ERROR | MISSING)) !== 0) {
      lines ??= lineStarts(text)
      unread.push({ fromLine: positionOf(lines, start).line, toLine: positionOf(lines, Math.max(start, end - 1)).line })
    }
    if (calls.toFirstChild(tree) === 1) {
      parent = node
      continue
    }
    arrays.close(node)
    while (calls.toNextSibling(tree) !== 1) {
      if (calls.toParent(tree) !== 1) return { tree: { text, kinds, ...arrays.done() }, unread }
      arrays.close(parent)
      parent = arrays.parentOf(parent)
    }
  }
}
