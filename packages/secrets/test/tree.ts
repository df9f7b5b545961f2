import { Failure } from '@gatehouse/kernel'
import type { ScanContext, SourceTree } from '@gatehouse/scan-engine'

/** Returns a tree with files in memory. */
export function treeOf(files: Readonly<Record<string, string | Uint8Array>>, pieceBytes = 64 * 1024): SourceTree {
  const bytesOf = (path: string): Uint8Array => {
    const content = files[path]
    if (content === undefined) throw new Failure('not_found', `There is no file ${path}.`)
    return typeof content === 'string' ? Buffer.from(content) : content
  }
  return {
    files: Object.keys(files)
      .sort()
      .map((path) => ({ path, size_bytes: bytesOf(path).length })),
    read: async (path, maxBytes) => bytesOf(path).subarray(0, maxBytes),
    async *stream(path) {
      const bytes = bytesOf(path)
      for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
    },
    gaps: [],
  }
}

/** Returns a context for one shard; the date is 21 November 2026. */
export function contextOf(tree: SourceTree, signal: AbortSignal = new AbortController().signal): ScanContext {
  return { tree, clock: { now: () => Date.UTC(2026, 10, 21) }, signal, progress: () => {} }
}
