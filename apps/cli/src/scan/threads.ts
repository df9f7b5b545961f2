import { createScanThreads, type ScanThreads } from '@gatehouse/scan-engine/threads'
import type { Scanner, SourceTree, TreeFile } from '@gatehouse/scan-engine'

/** Ours, measured: below that, threads that look for secrets take as long to start as they save. */
const TREE_BYTES_MIN = 64 * 1024 * 1024
/** Ours, measured: with less code a second thread is done getting ready when all is done. */
const CODE_BYTES_MIN = 1024 * 1024
const CODE_FILES_MIN = 150

/**
 * Threads for a tree that is worth them.
 * @param count as a person asked for; absent: as many as there are processors
 */
export function threadsFor(tree: SourceTree, scanners: readonly Scanner[], count?: number): ScanThreads | undefined {
  const analysis = scanners.find(({ recipe }) => recipe?.scanner === 'SAST_PATTERN')
  const code = analysis?.plan(tree).flatMap(({ files }) => files) ?? []
  const isMuchCode = code.length > CODE_FILES_MIN || bytesOf(code) > CODE_BYTES_MIN
  const isWorthIt = isMuchCode || bytesOf(tree.files) >= TREE_BYTES_MIN
  return count === 1 || !isWorthIt ? undefined : createScanThreads(count)
}

function bytesOf(files: readonly TreeFile[]): number {
  return files.reduce((sum, { size_bytes }) => sum + size_bytes, 0)
}
