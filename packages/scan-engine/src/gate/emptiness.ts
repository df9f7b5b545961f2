import type { ScannerName } from '@gatehouse/contracts'
import type { CoverageGap } from '../observation.ts'

/**
 * "0 findings" of nothing says nothing: the gap of a scan in which no scanner had anything to do.
 * @param files how many there are to be looked at
 * @param shards how many scanners made of them
 * @param scanners those that were asked for
 */
export function emptiness(files: number, shards: number, scanners: readonly ScannerName[]): readonly CoverageGap[] {
  const [scanner] = scanners
  if (shards > 0 || scanner === undefined) return []
  const detail =
    files === 0
      ? 'No file was analysed: the source has no file to analyse.'
      : `No file was analysed: the source has no file for ${scanners.join(', ')}.`
  return [{ scanner, reason: 'nothing_analysed', detail }]
}
