import type { CoverageGap } from '../observation.ts'

/**
 * Removes repeated coverage gaps: one that several scanners report in the same words, and missing advisories that another scanner
 * of packages reports beside SCA. The first report of a gap stays, SCA's where there is one.
 */
export function distinctGaps(gaps: readonly CoverageGap[]): readonly CoverageGap[] {
  const isReportedBySca = gaps.some(({ scanner, reason }) => scanner === 'SCA' && reason === 'no_advisories')
  const distinct = new Map<string, CoverageGap>()
  for (const gap of gaps) {
    const { scanner, reason, filePath, detail } = gap
    if (isReportedBySca && reason === 'no_advisories' && scanner !== 'SCA') continue
    const words = JSON.stringify([reason, filePath ?? '', detail])
    if (!distinct.has(words)) distinct.set(words, gap)
  }
  return [...distinct.values()]
}
