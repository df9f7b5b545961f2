import { sourceLanguageOf } from './source-languages.ts'
import { pathClassOf } from './path-class.ts'
import type { TreeFile } from './tree.ts'

/** Data and descriptions of builds, in which no program is written. */
const NO_PROGRAM: ReadonlySet<string> = new Set(['json', 'yaml', 'hcl', 'dockerfile'])
/** A file beyond it is data in the form of code. */
const FILE_BYTES_MAX = 256 * 1024
/** Languages with a common display name. */
const SAME: Readonly<Record<string, string>> = { tsx: 'typescript', header: 'c' }

/** Returns the language with the most production code of a tree, by bytes; undefined without code. */
export function primaryLanguageOf(files: readonly TreeFile[]): string | undefined {
  const bytes = new Map<string, number>()
  for (const { path, size_bytes } of files) {
    const name = sourceLanguageOf(path)
    if (name === undefined || NO_PROGRAM.has(name) || pathClassOf(path) !== 'production') continue
    const language = SAME[name] ?? name
    bytes.set(language, (bytes.get(language) ?? 0) + Math.min(size_bytes, FILE_BYTES_MAX))
  }
  const [first] = [...bytes].toSorted(([a, some], [b, more]) => more - some || (a < b ? -1 : 1))
  return first?.[0]
}
