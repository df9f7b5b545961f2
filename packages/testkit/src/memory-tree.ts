import type { SourceTree } from '@gatehouse/scan-engine'

/** Creates a source tree in memory. */
export function memoryTree(files: Readonly<Record<string, string | Uint8Array>>): SourceTree {
  const bytes = new Map(
    Object.entries(files).map(([path, content]) => [
      path,
      typeof content === 'string' ? new TextEncoder().encode(content) : content,
    ]),
  )
  const read = (path: string): Uint8Array => {
    const found = bytes.get(path)
    if (found === undefined) throw new Error(`The tree has no file ${path}.`)
    return found
  }
  return {
    files: [...bytes]
      .map(([path, { length }]) => ({ path, size_bytes: length }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
    read: async (path, max) => read(path).subarray(0, max),
    async *stream(path) {
      yield read(path)
    },
    gaps: [],
  }
}
