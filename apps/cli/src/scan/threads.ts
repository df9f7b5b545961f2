import { createScanThreads, type Scanner, type ScanThreads, type SourceTree } from '@gatehouse/scanners'

/** Ours, measured: below that, threads that look for secrets take as long to start as they save. */
const TREE_BYTES_MIN = 64 * 1024 * 1024
/** Code is analysed at some MB a second, so that a second shard is worth a second thread. */
const CODE_SHARDS_MIN = 2

/**
 * Threads for a tree that is worth them.
 * @param count as a person asked for; absent: as many as there are processors
 */
export function threadsFor(tree: SourceTree, scanners: readonly Scanner[], count?: number): ScanThreads | undefined {
  const bytes = tree.files.reduce((sum, file) => sum + file.size_bytes, 0)
  const code = scanners.find(({ recipe }) => recipe?.scanner === 'SAST_PATTERN')
  const isWorthIt = bytes >= TREE_BYTES_MIN || (code?.plan(tree).length ?? 0) >= CODE_SHARDS_MIN
  return count === 1 || !isWorthIt ? undefined : createScanThreads(count)
}
