import type { Shard, SourceTree, TreeFile } from '@gatehouse/scan-engine'
import { languageOf } from '../languages/all.ts'
import { installedFoldersIn } from '../report/installed.ts'
import { isWanted } from '../report/selection.ts'
import { listsOf } from './ignores.ts'

/** A shard takes some seconds, and some tenths of a second at the end, so that threads that share a tree finish at the same time. */
const SHARD_BYTES_MAX = 1024 * 1024
const SHARD_BYTES_MIN = 128 * 1024
/** A shard's share of the remaining work: enough shards for all threads, with some spare. */
const SHARE = 1 / 8
/** Own value, measured: cost of a small file besides its bytes. */
const FILE_BYTES = 4 * 1024

/** Splits the files of a tree into shards. @param isAnyText whether some rules read texts of any kind */
export function planShards(tree: SourceTree, isAnyText: boolean): readonly Shard[] {
  const lists = listsOf(tree)
  const extra = lists.length > 0 ? { beside: lists } : {}
  const folderOf = installedFoldersIn(tree)
  const wanted = tree.files.filter(
    ({ path, size_bytes }) => size_bytes > 0 && isWanted(path, isAnyText) && folderOf(path) === undefined,
  )
  let left = wanted.reduce((sum, file) => sum + costOf(file), 0)
  const shards: Shard[] = []
  let files: TreeFile[] = []
  let capacity = capacityOf(left)
  const close = (): void => {
    if (files.length > 0) shards.push({ id: `sast-${shards.length}`, files, ...extra })
    files = []
    capacity = capacityOf(left)
  }
  for (const file of wanted) {
    const cost = costOf(file)
    if (cost > capacity) close()
    files.push(file)
    capacity -= cost
    left -= cost
  }
  close()
  // Excluded code is listed at the end of a scan, which needs at least one shard.
  const isLeftOut = tree.files.some(({ path }) => languageOf(path) !== undefined && folderOf(path) !== undefined)
  if (shards.length === 0 && isLeftOut) shards.push({ id: 'sast-0', files: [], ...extra })
  return shards
}

function costOf({ size_bytes }: TreeFile): number {
  return size_bytes + FILE_BYTES
}

function capacityOf(left: number): number {
  return Math.min(SHARD_BYTES_MAX, Math.max(SHARD_BYTES_MIN, left * SHARE))
}
