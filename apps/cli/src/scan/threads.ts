import { createScanThreads, type ScanThreads, type SourceTree } from '@gatehouse/scanners'

/** Ours: a thread takes as long to start as this one takes to scan so much. */
const TREE_BYTES_MIN = 24 * 1024 * 1024

/** Threads for a tree that is worth them. @param count  as a person asked for; absent: as many as there are processors */
export function threadsFor(tree: SourceTree, count?: number): ScanThreads | undefined {
  const bytes = tree.files.reduce((sum, file) => sum + file.size_bytes, 0)
  return count === 1 || bytes < TREE_BYTES_MIN ? undefined : createScanThreads(count)
}
