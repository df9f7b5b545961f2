import type { CoverageGap } from '../observation.ts'

/**
 * Removes duplicate coverage gaps: equal gaps of several scanners, and missing advisories that another package scanner reports in addition
 * to SCA. The first report is kept, SCA's if there is one.
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
