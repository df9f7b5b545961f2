import type { ScannerName } from '@gatehouse/contracts/scans'
import type { CoverageGap } from '../observation.ts'

/**
 * Returns the gap of a scan without any work: "0 findings" would be meaningless.
 * @param files number of files to scan
 * @param shards number of shards that the scanners planned
 * @param scanners requested scanners
 */
export function emptiness(files: number, shards: number, scanners: readonly ScannerName[]): readonly CoverageGap[] {
  const [scanner] = scanners
  if (shards > 0 || scanner === undefined) return []
  const detail =
    files === 0
      ? 'No file was analyzed: the source has no files to analyze.'
      : `No file was analyzed: the source has no file for ${scanners.join(', ')}.`
  return [{ scanner, reason: 'nothing_analysed', detail }]
}
