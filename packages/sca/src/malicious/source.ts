import type { SourceTree, TreeFile } from '@gatehouse/scan-engine'
import { encodingOf, toUtf8 } from '@gatehouse/scan-engine/archive'

/**
 * Larger sources are skipped. The largest published ones, compiler bundles, have about 9 MB, and a source is judged without interruption:
 * the densest of this size take 1.5 s, and a pause must begin within 2 s.
 */
export const SOURCE_BYTES_MAX = 10 * 1024 * 1024

/** The text of a source, bytes of UTF-8 as Latin-1; undefined for a binary file. */
export async function readSource(tree: SourceTree, { path }: Pick<TreeFile, 'path'>): Promise<string | undefined> {
  const bytes = await tree.read(path, SOURCE_BYTES_MAX)
  const encoding = encodingOf(bytes)
  if (encoding === 'binary') return undefined
  const utf8 =
    encoding === 'utf8' ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) : toUtf8(bytes, encoding)
  return utf8.toString('latin1')
}

/** The line of an offset, 1-based. */
export function lineOf(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1
  return line
}

/** Characters of the source that a finding shows. */
const SNIPPET_BYTES = 240

/** The code at an offset, readable: long runs without blanks are cut, for they are data or keys. */
export function snippetOf(text: string, offset: number): string {
  const lineStart = text.lastIndexOf('\n', Math.max(0, offset - 1)) + 1
  const from = Math.max(lineStart, offset - SNIPPET_BYTES / 3)
  const lineEnd = text.indexOf('\n', offset)
  const to = Math.min(lineEnd === -1 ? text.length : lineEnd, from + SNIPPET_BYTES)
  const shown = Buffer.from(text.slice(from, to), 'latin1').toString('utf8')
  // Invisible characters in the source must not be invisible in the finding.
  const seen = shown.replaceAll(/[\p{Cf}\p{Cc}\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}]/gu, '·')
  return seen.replaceAll(/[\w+/=-]{24,}/g, (run) => `${run.slice(0, 6)}…`).trim()
}
