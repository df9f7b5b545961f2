import type { Shard } from '../../engine/scanner.ts'
import type { SourceTree, TreeFile } from '../../engine/tree.ts'
import { isWanted } from '../report/selection.ts'
import { listsOf } from './ignores.ts'

/** A shard is some seconds of work, so that threads that share a tree finish together. */
const SHARD_BYTES_MAX = 1024 * 1024
const SHARD_FILES_MAX = 150

/** Cuts what is analysed of a tree. @param isAnyText whether some rules read texts of any kind */
export function planShards(tree: SourceTree, isAnyText: boolean): readonly Shard[] {
  const beside = listsOf(tree)
  const shards: Shard[] = []
  let files: TreeFile[] = []
  let bytes = 0
  const close = (): void => {
    if (files.length > 0) shards.push({ id: `sast-${shards.length}`, files, ...(beside.length > 0 && { beside }) })
    files = []
    bytes = 0
  }
  for (const file of tree.files) {
    if (file.size_bytes === 0 || !isWanted(file.path, isAnyText)) continue
    if (files.length >= SHARD_FILES_MAX || (files.length > 0 && bytes + file.size_bytes > SHARD_BYTES_MAX)) close()
    files.push(file)
    bytes += file.size_bytes
  }
  close()
  return shards
}
