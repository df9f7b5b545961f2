import type { ScannerName } from '@gatehouse/contracts'
import type { CoverageGap, GapReason, MergedObservation } from '@gatehouse/scanners'

/** Gaps that become findings one by one. */
const GAPS_MAX = 2_000
/** Of a title: what fits on a line of a list, in UTF-16 units. */
const TITLE_UNITS_MAX = 200

/** What a scanner would have told of the part that it could not judge. */
const WANTED: Readonly<Record<ScannerName, string>> = {
  SECRETS_PATTERN: 'secrets',
  SECRETS_LLM: 'secrets by a model',
  SAST_PATTERN: 'weaknesses of the code',
  SAST_LLM: 'weaknesses of the code by a model',
  SCA: 'vulnerable packages',
  MALICIOUS_PKG: 'malicious packages',
  IAC: 'mistakes in the infrastructure',
  K8S: 'mistakes in the cluster',
  CONTAINER: 'weaknesses of images',
  ZERO_DAY: 'unknown weaknesses',
  DAST: 'weaknesses of the running application',
}

const WHY: Readonly<Record<GapReason, string>> = {
  unparsed: 'it could not be understood',
  skipped: 'it was left out',
  timed_out: 'it took too long',
  too_large: 'it is too large',
  unreadable: 'it could not be read',
  no_advisories: 'no advisories were at hand',
  not_covered: 'it is of a kind that is not covered',
  unresolved_version: 'a version is not settled',
  failed: 'the search failed',
  nothing_analysed: 'no file was analysed',
  not_run: 'the scanner did not run',
}

/** Each part that nobody could judge as a finding of severity INFO. Equal ones are one. */
export function gapObservations(gaps: readonly CoverageGap[]): readonly MergedObservation[] {
  const distinct = [...new Map(gaps.map((one) => [JSON.stringify(one), one])).values()]
  const told = distinct.slice(0, GAPS_MAX)
  const [last] = distinct.slice(GAPS_MAX)
  if (last !== undefined) {
    const detail = `${distinct.length - GAPS_MAX} more parts of the source were not judged.`
    told.push({ scanner: last.scanner, reason: 'skipped', detail })
  }
  return told.map((gap): MergedObservation => observationOf(gap))
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

/** Of a file what it was not searched for and why; where the whole scan is meant the sentence itself says it. */
function titleOf({ scanner, reason, filePath, detail }: CoverageGap): string {
  if (filePath !== undefined) return `Not searched for ${WANTED[scanner]}: ${WHY[reason]}`
  return detail.length <= TITLE_UNITS_MAX ? detail : `${detail.slice(0, TITLE_UNITS_MAX - 1).toWellFormed()}…`
}
