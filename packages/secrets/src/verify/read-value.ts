import type { Observation, SourceTree } from '@gatehouse/scan-engine'
import { strongDigestOf } from '../identity.ts'
import { textWindow } from '../read/windows.ts'

/** Larger files are searched in pieces; they are not read a second time. */
const FILE_BYTES_MAX = 16 * 1024 * 1024

/**
 * Returns a reader for the values of findings from their files: findings do not contain values. It returns undefined for a removed value,
 * an encoded one, one in an archive, or one that a plain digest does not identify.
 */
export function valueReader(
  tree: Pick<SourceTree, 'read' | 'files'>,
): (observation: Observation) => Promise<string | undefined> {
  const sizes = new Map(tree.files.map(({ path, size_bytes }) => [path, size_bytes]))
  // Findings of one file are consecutive, so that the last file is cached.
  let current: { readonly path: string; readonly text: string } | undefined
  return async ({ filePath, startLine, endLine, startColumn, endColumn, identity, metadata }) => {
    if ((sizes.get(filePath) ?? Infinity) > FILE_BYTES_MAX) return undefined
    if (metadata['encodings'] !== undefined || metadata['archiveEntry'] !== undefined) return undefined
    if (startColumn === undefined || endColumn === undefined || startLine !== endLine) return undefined
    if (current?.path !== filePath) {
      const bytes = await tree.read(filePath, FILE_BYTES_MAX).catch(() => undefined)
      if (bytes === undefined) return undefined
      current = { path: filePath, text: textWindow(bytes).text }
    }
    // Columns count UTF-16 code units.
    const value = Buffer.from(lineOf(current.text, startLine), 'latin1')
      .toString('utf8')
      .slice(startColumn - 1, endColumn)
    return strongDigestOf(value) === identity.at(-1) ? value : undefined
  }
}

function lineOf(text: string, line: number): string {
  let from = 0
  for (let count = 1; count < line; count += 1) {
    const end = text.indexOf('\n', from)
    if (end === -1) return ''
    from = end + 1
  }
  const end = text.indexOf('\n', from)
  return text.slice(from, end === -1 ? undefined : end)
}
