import { posix } from 'node:path'
import ignore, { type Ignore } from 'ignore'
import type { SourceTree, TreeFile } from '../../engine/tree.ts'

/** Files whose lines name what is not to be analysed, in the folder where they lie and below. */
const LISTS: ReadonlySet<string> = new Set(['.semgrepignore', '.gatehouseignore'])
/** Larger ones are no lists of files. */
const LIST_BYTES_MAX = 256 * 1024
/** Ours: a tree with more is made to keep us busy. */
const LISTS_MAX = 1_000

/** What is read to know what is left out: the lists, and those that they may take in. */
export function listsOf({ files, beside = [] }: Pick<SourceTree, 'files' | 'beside'>): readonly TreeFile[] {
  return [...files, ...beside]
    .filter(({ path }) => /^\.[a-z]{1,40}ignore$/.test(posix.basename(path)))
    .slice(0, LISTS_MAX)
}

/** Whether a path is left out, and what is wrong with the lists. */
export interface Ignores {
  readonly test: (path: string) => boolean
  /** Sentences about lines that could not be followed. */
  readonly problems: readonly string[]
}

/**
 * Reads lists of what is left out: lines as git has them, and `:include <file>`, which takes in the lines of another list.
 * Deeper lists win over those above them.
 */
export async function readIgnores(lists: readonly TreeFile[], tree: SourceTree): Promise<Ignores> {
  const texts = new Map<string, string>()
  for (const { path, size_bytes } of lists) {
    if (size_bytes > LIST_BYTES_MAX) continue
    texts.set(path, new TextDecoder().decode(await tree.read(path, LIST_BYTES_MAX)))
  }
  const problems: string[] = []
  const rules = new Map<string, Ignore>()
  for (const [path, text] of texts) {
    if (!LISTS.has(posix.basename(path))) continue
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    const own = rules.get(folder) ?? ignore()
    rules.set(folder, own.add(linesOf(path, text, texts, problems)))
  }
  const folders = [...rules].toSorted(([a], [b]) => a.length - b.length)
  return {
    problems,
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

/** The lines of a list with those that it takes in; of these none takes in others. */
function linesOf(
  path: string,
  text: string,
  texts: ReadonlyMap<string, string>,
  problems: string[],
): readonly string[] {
  return text.split(/\r?\n/).flatMap((line) => {
    if (!line.startsWith(':')) return [line]
    const [, named] = /^:include[ \t]{1,20}(\S{1,1000})[ \t]{0,20}$/.exec(line) ?? []
    const other = named === undefined ? undefined : texts.get(posix.join(posix.dirname(path), named))
    if (other !== undefined) return other.split(/\r?\n/).filter((one) => !one.startsWith(':'))
    problems.push(`A line of ${path} is not followed: ${line.slice(0, 100)}`)
    return []
  })
}
