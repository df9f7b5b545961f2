import type { ScannerName } from '@gatehouse/contracts/scans'
import type { CoverageGap, GapReason, MergedObservation } from '@gatehouse/scan-engine'

/** Own limit of coverage gaps reported as individual findings. */
const GAPS_MAX = 2_000
/** Names of the incomplete analyses, as subjects of titles. */
const ANALYSIS: Readonly<Record<ScannerName, string>> = {
  SECRETS_PATTERN: 'Secret detection',
  SECRETS_LLM: 'Secret detection by model',
  SAST_PATTERN: 'Static analysis',
  SAST_LLM: 'Static analysis by model',
  SCA: 'Dependency analysis',
  MALICIOUS_PKG: 'Malicious package detection',
  IAC: 'Infrastructure analysis',
  K8S: 'Kubernetes analysis',
  CONTAINER: 'Container analysis',
  ZERO_DAY: 'Zero-day analysis',
  DAST: 'Dynamic analysis',
}

const WHY: Readonly<Record<Exclude<GapReason, 'not_run'>, string>> = {
  unparsed: 'syntax not supported',
  skipped: 'input skipped',
  timed_out: 'time limit exceeded',
  too_large: 'size limit exceeded',
  unreadable: 'input not readable',
  no_advisories: 'no advisories imported',
  few_advisories: 'few advisories imported',
  not_covered: 'input not covered',
  unresolved_version: 'version not resolved',
  failed: 'scanner error',
  nothing_analysed: 'no files to analyze',
}

/** Converts coverage gaps to INFO findings. Equal gaps are merged. */
export function coverageGapObservations(gaps: readonly CoverageGap[]): readonly MergedObservation[] {
  const distinct = [...new Map(gaps.map((gap) => [JSON.stringify(gap), gap])).values()]
  const coverageGaps = distinct.slice(0, GAPS_MAX)
  const [last] = distinct.slice(GAPS_MAX)
  if (last !== undefined) {
    const detail = `${distinct.length - GAPS_MAX} further coverage gaps are not listed.`
    coverageGaps.push({ scanner: last.scanner, reason: 'skipped', detail })
  }
  return coverageGaps.map((gap): MergedObservation => observationOf(gap))
}

function observationOf(gap: CoverageGap): MergedObservation {
  const { scanner, reason, filePath, detail, ecosystems } = gap
  return {
    scanner,
    ruleId: `coverage/${reason.replaceAll('_', '-')}`,
    severity: 'INFO',
    title: titleOf(gap),
    description: detail,
    filePath: filePath ?? '',
    startLine: 1,
    endLine: 1,
    owasp: [],
    confidence: 1,
    identity: ['coverage', scanner, reason, filePath ?? '', detail],
    metadata: { reason, ...(ecosystems !== undefined && { ecosystems }) },
    seenBy: [scanner],
  }
}

/** Names the incomplete analysis and the reason; the description has the detail. */
function titleOf({ scanner, reason, isOfSource, filePath }: CoverageGap): string {
  if (reason === 'not_run') return `${ANALYSIS[scanner]} did not run: scanner not included`
  if (isOfSource === true) return `Source not scanned in full: ${WHY[reason]}`
  const why = reason === 'skipped' && filePath === undefined ? 'checks skipped' : WHY[reason]
  return `${ANALYSIS[scanner]} incomplete: ${why}`
}
