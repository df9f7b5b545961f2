import { FINDING_SEVERITIES } from '@gatehouse/contracts/scans'
import { advisoryLines } from '@gatehouse/sca'
import type { CoverageGap } from '@gatehouse/scan-engine'
import { coverageOf, notRunSentence } from '@gatehouse/scan-engine/gate'
import type { ResultFinding } from '@gatehouse/scan-engine/results'
import { counted, megabytes, shown } from '../terminal.ts'
import { isOpen, type ScanReport, secondsOf, severitiesOf, suppressedIn, suppressionMarker } from './report.ts'

/** Own limit for a terminal; the other formats contain all. */
const FINDINGS_SHOWN = 1_000
const GAPS_SHOWN = 10
const LINE_CHARS_SHOWN = 120
const INDENT = ' '.repeat(10)

/** Formats open findings as a table, most severe first; terminal control characters are removed from all text. */
export function asTable(report: ScanReport): string {
  const { findings, gaps, failed, gate } = report
  const open = findings.filter(isOpen)
  const sorted = FINDING_SEVERITIES.flatMap((word) => open.filter(({ severity }) => severity === word))
  const lines = sorted.slice(0, FINDINGS_SHOWN).flatMap(linesOf)
  if (open.length > FINDINGS_SHOWN)
    lines.push(`… and ${open.length - FINDINGS_SHOWN} more; use --format json to list all.`)
  if (lines.length > 0) lines.push('')
  lines.push(shortly(report))
  const suppressed = suppressedIn(findings)
  const judged = findings.filter(
    (finding) => !isOpen(finding) && suppressionMarker(finding.metadata) === undefined,
  ).length
  if (suppressed + report.ignoreLines > 0) lines.push(suppressionLine(suppressed, report.ignoreLines))
  if (judged > 0) lines.push(`${counted(judged, 'triaged finding')} ${are(judged)} not listed.`)
  const { advisoryCoverage: coverage } = report
  if (coverage !== undefined) lines.push(...advisoryLines(coverage).map((line) => `Advisories: ${line}.`))
  if (failed.length > 0) lines.push(`Incomplete result: ${failed.join(', ')} failed.`)
  // Gaps that fail the gate are already listed among its reasons.
  const reasons = new Set(gate?.gateReasons)
  const { notRun } = coverageOf(gaps)
  const others = gaps.filter(({ detail, isOptional }) => !reasons.has(detail) && isOptional !== true)
  if (others.length > 0) lines.push('', ...coverageGapLines(others))
  if (notRun.length > 0 && gate === undefined) lines.push('', notRunSentence(notRun))
  if (gate !== undefined)
    lines.push('', `Build gate: ${gate.gateResult}`, ...gate.gateReasons.map((gateReason) => `  ${gateReason}`))
  return `${lines.join('\n')}\n`
}

function linesOf(resultFinding: ResultFinding): string[] {
  const place = `${shown(resultFinding.filePath)}:${resultFinding.startLine}${typeof resultFinding.startColumn === 'number' ? `:${resultFinding.startColumn}` : ''}`
  const news = resultFinding.isNew === undefined ? '' : resultFinding.isNew ? ' new' : ' known'
  const [first = ''] = (resultFinding.snippet ?? '').split('\n')
  return [
    `${resultFinding.severity.padEnd(INDENT.length)}${shown(resultFinding.title)}  [${shown(resultFinding.ruleId)}${news}]`,
    `${INDENT}${place}`,
    ...(first.trim() === '' ? [] : [`${INDENT}${shown(first.trim(), LINE_CHARS_SHOWN)}`]),
    ...factsOf(resultFinding).map((fact) => `${INDENT}${fact}`),
  ]
}

/** Returns facts about a finding that its location does not show. */
function factsOf({ metadata }: ResultFinding): string[] {
  const { commit, authoredAt, inHead, headPath, safeVersion, fixedVersion, reachable, verified } = metadata
  const { pathClass, originalSeverity } = metadata
  const facts: string[] = []
  if (typeof pathClass === 'string' && pathClass !== 'production') {
    facts.push(`${pathClass} code${typeof originalSeverity === 'string' ? `; ${originalSeverity} in production` : ''}`)
  }
  if (verified === 'live') facts.push('still valid according to its issuer: revoke it now')
  if (verified === 'revoked') facts.push('no longer valid according to its issuer')
  if (typeof commit === 'string') {
    const day = typeof authoredAt === 'string' ? ` on ${shown(authoredAt.slice(0, 10))}` : ''
    const now = inHead === true ? ', still in HEAD' : inHead === false ? ', not in HEAD' : ''
    const where = typeof headPath === 'string' ? ` in ${shown(headPath)}` : ''
    facts.push(`introduced in commit ${shown(commit.slice(0, 12))}${day}${now}${where}`)
  }
  const upgrade = safeVersion ?? fixedVersion
  if (typeof upgrade === 'string') {
    const use = reachable === true ? '; imported by the code' : reachable === false ? '; not imported by the code' : ''
    facts.push(`upgrade to ${shown(upgrade)} or later${use}`)
  }
  return facts
}

function suppressionLine(comments: number, lines: number): string {
  const texts = [
    ...(comments === 0 ? [] : [`${counted(comments, 'finding')} suppressed by comments`]),
    ...(lines === 0 ? [] : [`${counted(lines, 'line')} in ignore files`]),
  ]
  return `Suppressions: ${texts.join(', ')}. Use --format json to list them.`
}

/** Summarizes a scan in one line. */
export function shortly({ findings, filesScanned, scanners, startedAt, endedAt, history }: ScanReport): string {
  const open = findings.filter(isOpen)
  const subject = open.length === 0 ? 'No findings' : `${counted(open.length, 'finding')} (${severitiesOf(open)})`
  const past =
    history === undefined
      ? ''
      : ` and ${counted(history.blobs, 'file version')} from ${counted(history.commits, 'commit')} (${megabytes(history.bytes)})`
  const where = `in ${counted(filesScanned, 'file')}${past}`
  return `${subject} ${where}, ${secondsOf(startedAt, endedAt)} s, scanners: ${scanners.join(', ')}.`
}

function coverageGapLines(gaps: readonly CoverageGap[]): string[] {
  const lines = [`Not fully scanned (${gaps.length}):`]
  for (const { filePath, detail } of gaps.slice(0, GAPS_SHOWN)) {
    lines.push(`  ${filePath === undefined || filePath === '' ? '' : `${shown(filePath)}: `}${shown(detail)}`)
  }
  if (gaps.length > GAPS_SHOWN) lines.push(`  … and ${gaps.length - GAPS_SHOWN} more; use --format json to list all.`)
  return lines
}

function are(count: number): string {
  return count === 1 ? 'is' : 'are'
}
