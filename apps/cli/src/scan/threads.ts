import { createScanThreads, type ScanThreads } from '@gatehouse/scan-engine/threads'
import type { Scanner, SourceTree, TreeFile } from '@gatehouse/scan-engine'

/** Own limit, measured: for smaller trees, starting threads for secrets costs as much time as it saves. */
const TREE_BYTES_MIN = 64 * 1024 * 1024
/** Own limit, measured: with less code the scan ends before a second thread is ready. */
const CODE_BYTES_MIN = 1024 * 1024
const CODE_FILES_MIN = 150

/**
 * Returns threads if the tree is large enough.
 * @param count requested number; default: number of processors
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
