import type { ScannerName } from '@gatehouse/contracts/scans'
import type { CoverageGap, GapReason } from '../observation.ts'

/** Placeholder for the scanners of a scan until {@link attributedGaps} replaces it. */
const ANY: ScannerName = 'SECRETS_PATTERN'

/** Returns a gap of the source itself, which concerns all scanners. */
export function sourceGap(reason: GapReason, detail: string, filePath?: string): CoverageGap {
  return { scanner: ANY, isOfSource: true, reason, detail, ...(filePath !== undefined && { filePath }) }
}

/**
 * Assigns gaps to running scanners: a gap of the source is assigned to the first of them, since a scan does not report scanners outside of
 * its type.
 * @param scanners scanners that run
 */
export function attributedGaps(gaps: readonly CoverageGap[], scanners: readonly ScannerName[]): readonly CoverageGap[] {
  const [first] = scanners
  if (first === undefined) return gaps
  return gaps.map((gap) => (gap.isOfSource === true ? { ...gap, scanner: first } : gap))
}
