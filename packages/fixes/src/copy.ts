import { Failure } from '@gatehouse/kernel'
import type { SourceTree, TreeFile } from '@gatehouse/scan-engine'

/** Returns the given files of a tree only. Threads read them in the folder of the tree. */
export function partOf(tree: SourceTree, paths: ReadonlySet<string>): SourceTree {
  return { ...tree, files: tree.files.filter(({ path }) => paths.has(path)), gaps: [] }
}

/** Returns a tree with other texts in place of some files. It exists in memory. */
export function patchedTree(tree: SourceTree, texts: ReadonlyMap<string, Uint8Array>): SourceTree {
  const { root: _root, ...rest } = tree
  const files: readonly TreeFile[] = tree.files.map((file) => {
    const bytes = texts.get(file.path)
    return bytes === undefined ? file : { path: file.path, size_bytes: bytes.length }
  })
  const isListed = (path: string): boolean => files.some((file) => file.path === path)
  return {
    ...rest,
    files,
    read: async (path, maxBytes) => {
      if (!isListed(path)) throw new Failure('not_found', `The source has no file ${path}.`)
      return texts.get(path)?.subarray(0, maxBytes) ?? tree.read(path, maxBytes)
    },
    stream: (path, signal) => {
      const bytes = texts.get(path)
      return bytes === undefined ? tree.stream(path, signal) : once(bytes)
    },
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
