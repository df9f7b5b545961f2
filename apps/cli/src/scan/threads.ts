import { createScanThreads, type ScanThreads, type SourceTree } from '@gatehouse/scanners'

/** Ours, measured: below that, threads take as long to start as they save. */
const TREE_BYTES_MIN = 64 * 1024 * 1024

/** Threads for a tree that is worth them. @param count  as a person asked for; absent: as many as there are processors */
export function threadsFor(tree: SourceTree, count?: number): ScanThreads | undefined {
  const bytes = tree.files.reduce((sum, file) => sum + file.size_bytes, 0)
  return count === 1 || bytes < TREE_BYTES_MIN ? undefined : createScanThreads(count)
}
