import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import ignore, { type Ignore } from 'ignore'
import type { SourceTree, TreeFile } from '@gatehouse/scan-engine'

/** Ignore files: their lines exclude paths in their folder and below. */
const LISTS: ReadonlySet<string> = new Set(['.semgrepignore', '.gatehouseignore'])
/** A larger file is no ignore file. */
const LIST_BYTES_MAX = 256 * 1024
/** Own limit: a tree with more ignore files is an attack on the scanner. */
const LISTS_MAX = 1_000
const LINES_MAX = 10_000
/** 128 bits. */
const KEY_CHARS = 32
const LINE_UNITS_MAX = 1_000

/** Returns the ignore files and the files that they may include. */
export function listsOf({ files, beside = [] }: Pick<SourceTree, 'files' | 'beside'>): readonly TreeFile[] {
  return [...files, ...beside]
    .filter(({ path }) => /^\.[a-z]{1,40}ignore$/.test(posix.basename(path)))
    .slice(0, LISTS_MAX)
}

/** A line of a list that leaves files out. */
export interface IgnoreLine {
  /** Identifies the line, independent of its position in the file. */
  readonly key: string
  /** The list. */
  readonly filePath: string
  readonly line: number
  readonly text: string
}

/** Trusted lines, by their keys; lines that re-include files always apply. */
export type IgnoreTrust = { readonly only: readonly string[] } | { readonly except: readonly string[] }

/** Decides whether a path is excluded, and collects problems of ignore files. */
export interface Ignores {
  readonly test: (path: string) => boolean
  /** All excluding lines, including untrusted ones. At most {@link LINES_MAX}; further lines do not apply. */
  readonly lines: readonly IgnoreLine[]
  /** Sentences about lines that could not be followed. */
  readonly problems: readonly string[]
}

/**
 * Reads ignore files: lines in git's syntax, and `:include <file>` for the lines of another file. Deeper files override those above them.
 * @param trust default: every line applies
 */
export async function readIgnores(
  lists: readonly TreeFile[],
  tree: Pick<SourceTree, 'read'>,
  trust: IgnoreTrust = { except: [] },
): Promise<Ignores> {
  const counts = trustedBy(trust)
  const texts = new Map<string, string>()
  for (const { path, size_bytes } of lists) {
    if (size_bytes > LIST_BYTES_MAX) continue
    texts.set(path, new TextDecoder().decode(await tree.read(path, LIST_BYTES_MAX)))
  }
  const problems: string[] = []
  const lines: IgnoreLine[] = []
  const rules = new Map<string, Ignore>()
  for (const [path, text] of texts) {
    if (!LISTS.has(posix.basename(path))) continue
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    const own = rules.get(folder) ?? ignore()
    const counting: string[] = []
    for (const { from, line, text: message } of linesOf(path, text, texts, problems)) {
      const known = ignoreLine(from, line, message)
      if (known === undefined) counting.push(message)
      else if (lines.length < LINES_MAX) {
        lines.push(known)
        if (counts(known.key)) counting.push(message)
      }
    }
    rules.set(folder, own.add(counting))
  }
  const folders = [...rules].toSorted(([a], [b]) => a.length - b.length)
  return {
    problems,
    lines,
    test: (path) => {
      let isLeft = false
      for (const [folder, own] of folders) {
        if (!path.startsWith(folder)) continue
        const { ignored, unignored } = own.test(path.slice(folder.length))
        isLeft = ignored || (isLeft && !unignored)
      }
      return isLeft
    },
  }
}

/** Returns an excluding line; undefined for comments and for lines that re-include files. */
function ignoreLine(filePath: string, line: number, text: string): IgnoreLine | undefined {
  const pattern = text.trim()
  if (pattern === '' || pattern.startsWith('#') || pattern.startsWith('!')) return undefined
  const key = createHash('sha256')
    .update(JSON.stringify(['ignore', filePath, pattern]))
    .digest('hex')
  return { key: key.slice(0, KEY_CHARS), filePath, line, text: pattern.slice(0, LINE_UNITS_MAX).toWellFormed() }
}

function trustedBy(trust: IgnoreTrust): (key: string) => boolean {
  if ('only' in trust) {
    const only = new Set(trust.only)
    return (key) => only.has(key)
  }
  const except = new Set(trust.except)
  return (key) => !except.has(key)
}

interface ListLine {
  /** Ignore file that contains the line. */
  readonly from: string
  readonly line: number
  readonly text: string
}

/** Returns the lines of a file with those that it includes; included files cannot include others. */
function linesOf(
  path: string,
  text: string,
  texts: ReadonlyMap<string, string>,
  problems: string[],
): readonly ListLine[] {
  const numbered = (from: string, of: string): ListLine[] =>
    of.split(/\r?\n/).map((item, at) => ({ from, line: at + 1, text: item }))
  return numbered(path, text).flatMap((item) => {
    if (!item.text.startsWith(':')) return [item]
    const [, named] = /^:include[ \t]{1,20}(\S{1,1000})[ \t]{0,20}$/.exec(item.text) ?? []
    const from = named === undefined ? undefined : posix.join(posix.dirname(path), named)
    const other = from === undefined ? undefined : texts.get(from)
    if (from !== undefined && other !== undefined) {
      return numbered(from, other).filter((line) => !line.text.startsWith(':'))
    }
    problems.push(`Unsupported line in ${path}: ${item.text.slice(0, 100)}`)
    return []
  })
}

/** The lines of all ignore files of a tree. */
export async function ignoreLinesIn(tree: SourceTree): Promise<readonly IgnoreLine[]> {
  const { lines } = await readIgnores(listsOf(tree), tree)
  return [...new Map(lines.map((line) => [line.key, line])).values()]
}
