import {
  type AdvisoryCoverage,
  FINDING_SEVERITIES,
  type FindingSeverity,
  type GateDecisionRecord,
  type ScannerName,
} from '@gatehouse/contracts/scans'
import { findingsCsv, findingsHtml } from '@gatehouse/formats/artifacts'
import { advisoryLines } from '@gatehouse/sca'
import type { CoverageGap } from '@gatehouse/scan-engine'
import { reportedOf, type ResultFinding, sarifOf } from '@gatehouse/scan-engine/results'

/** Scan result for all report formats. */
export interface ScanReport {
  readonly name: string
  readonly commit?: string
  readonly tool: { readonly name: string; readonly version: string }
  readonly startedAt: Date
  readonly endedAt: Date
  readonly findings: readonly ResultFinding[]
  readonly gaps: readonly CoverageGap[]
  readonly filesScanned: number
  /** Number of lines in ignore files that exclude files from the scan. */
  readonly ignoreLines: number
  /** Advisory snapshot used for the lookup. */
  readonly advisories?: string
  /** Number and age of the advisories, by ecosystem of the scanned packages. */
  readonly advisoryCoverage?: AdvisoryCoverage
  /** Amount of scanned history. */
  readonly history?: { readonly commits: number; readonly blobs: number; readonly bytes: number }
  readonly scanners: readonly ScannerName[]
  readonly failed: readonly ScannerName[]
  /** Decision of the build gate, if one was requested. */
  readonly gate?: GateDecisionRecord
}

export function countsOf(findings: readonly ResultFinding[]): Readonly<Record<FindingSeverity, number>> {
  const counts = { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0, INFO: 0 }
  for (const { severity } of findings) counts[severity] += 1
  return counts
}

/** Returns the number of suppressed findings. */
export function suppressedIn(findings: readonly ResultFinding[]): number {
  return findings.filter(({ metadata }) => suppressionMarker(metadata) !== undefined).length
}

/** Returns the marker of the suppression comment. */
export function suppressionMarker({ suppression }: ResultFinding['metadata']): string | undefined {
  if (typeof suppression !== 'object' || suppression === null || !('marker' in suppression)) return undefined
  return typeof suppression.marker === 'string' ? suppression.marker : undefined
}

export function isOpen({ status }: ResultFinding): boolean {
  return status === 'OPEN' || status === 'IN_PROGRESS'
}

/** Formats all data as JSON with the service's field names. */
export function asJson(report: ScanReport): string {
  const { name, commit, tool, startedAt, endedAt, findings, gaps, filesScanned, scanners, failed } = report
  const { advisories, advisoryCoverage, history, gate, ignoreLines } = report
  const body = {
    source: name,
    ...(commit === undefined ? {} : { commitSha: commit }),
    tool,
    startedAt: startedAt.toISOString(),
    completedAt: endedAt.toISOString(),
    scanners,
    ...(advisories === undefined ? {} : { advisories }),
    ...(advisoryCoverage === undefined ? {} : { advisoryCoverage }),
    failedScanners: failed,
    filesScanned,
    ...(history === undefined ? {} : { history }),
    summary: {
      total: findings.length,
      bySeverity: countsOf(findings),
      gaps: gaps.length,
      suppressed: suppressedIn(findings),
      ignoreLines,
    },
    ...(gate === undefined ? {} : { gateResult: gate.gateResult, gateReasons: gate.gateReasons }),
    findings,
    gaps,
  }
  return `${JSON.stringify(body, null, 2)}\n`
}

export function asSarif({ tool, findings, gaps, failed, startedAt, endedAt }: ScanReport): string {
  const run = { tool, findings, gaps, successful: failed.length === 0, startedAt, endedAt }
  return `${JSON.stringify(sarifOf(run), null, 2)}\n`
}

export function asHtml(report: ScanReport): string {
  const { name, commit, tool, startedAt, endedAt, filesScanned, scanners, failed, findings, gaps, gate } = report
  const advisories = report.advisoryCoverage === undefined ? [] : advisoryLines(report.advisoryCoverage)
  return [
    ...findingsHtml({
      title: `Scan of ${name}`,
      facts: [
        ...(commit === undefined ? [] : [['Commit', commit] as const]),
        ['Scanned', `${startedAt.toISOString()}, ${secondsOf(startedAt, endedAt)} s`],
        ['Files', String(filesScanned)],
        ['Scanners', scanners.join(', ')],
        ...(advisories.length === 0 ? [] : [['Advisories', advisories.join('; ')] as const]),
        ['Created by', `${tool.name} ${tool.version}`],
      ],
      findings: findings.map(reportedOf),
      gaps: gaps.map(({ detail, filePath }) => ({
        message: detail,
        ...(filePath === undefined ? {} : { path: filePath }),
      })),
      ...(gate === undefined ? {} : { gate: { result: gate.gateResult, reasons: gate.gateReasons } }),
      ...(failed.length === 0 ? {} : { warning: `Incomplete result. Failed: ${failed.join(', ')}.` }),
    }),
  ].join('')
}

export function asCsv({ findings }: ScanReport): string {
  return [...findingsCsv(findings.map(reportedOf))].join('')
}

export function secondsOf(from: Date, to: Date): string {
  return ((to.getTime() - from.getTime()) / 1_000).toFixed(1)
}

/** Returns `2 critical, 1 low`, or an empty string. */
export function severitiesOf(findings: readonly ResultFinding[]): string {
  const counts = countsOf(findings)
  const some = FINDING_SEVERITIES.filter((item) => counts[item] > 0)
  return some.map((item) => `${counts[item]} ${item.toLowerCase()}`).join(', ')
}
