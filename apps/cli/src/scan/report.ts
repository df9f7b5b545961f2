import { FINDING_SEVERITIES, type FindingSeverity, type ScannerName } from '@gatehouse/contracts'
import { sarif, type SarifResult } from '@gatehouse/formats'
import type { CoverageGap, Fingerprinted } from '@gatehouse/scanners'

/** One scan, as all reports tell of it. */
export interface ScanReport {
  readonly name: string
  readonly commit?: string
  readonly tool: { readonly name: string; readonly version: string }
  readonly startedAt: Date
  readonly endedAt: Date
  readonly findings: readonly Fingerprinted[]
  readonly gaps: readonly CoverageGap[]
  readonly filesScanned: number
  /** The snapshot of advisories that packages were looked up in. */
  readonly advisories?: string
  readonly scanners: readonly ScannerName[]
  readonly failed: readonly ScannerName[]
  /** Whether a baseline was given, so that findings are new or known. */
  readonly compared: boolean
}

export function countsOf(findings: readonly Fingerprinted[]): Readonly<Record<FindingSeverity, number>> {
  const counts = { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0, INFO: 0 }
  for (const { observation } of findings) counts[observation.severity] += 1
  return counts
}

/** For programs: everything that is known, in the words of the service. */
export function asJson(report: ScanReport): string {
  const { name, commit, tool, startedAt, endedAt, findings, gaps, filesScanned, scanners, failed, compared } = report
  const { advisories } = report
  const body = {
    source: name,
    ...(commit === undefined ? {} : { commitSha: commit }),
    tool,
    startedAt: startedAt.toISOString(),
    completedAt: endedAt.toISOString(),
    scanners,
    ...(advisories === undefined ? {} : { advisories }),
    failedScanners: failed,
    filesScanned,
    summary: { total: findings.length, bySeverity: countsOf(findings), gaps: gaps.length },
    findings: findings.map(({ observation: { identity: _inside, ...rest }, fingerprint, known }) => ({
      ...rest,
      fingerprint,
      ...(compared ? { isNew: known === undefined } : {}),
    })),
    gaps,
  }
  return `${JSON.stringify(body, null, 2)}\n`
}

export function asSarif(report: ScanReport): string {
  const { tool, findings, gaps, failed, startedAt, endedAt, compared } = report
  const results = findings.map(({ observation: one, fingerprint, known }): SarifResult => ({
    rule: {
      id: one.ruleId,
      title: one.title,
      help: one.description,
      severity: one.severity,
      owasp: one.owasp,
      ...(one.cweId === undefined ? {} : { cweId: one.cweId }),
    },
    message: one.title,
    severity: one.severity,
    place: {
      path: one.filePath,
      startLine: one.startLine,
      endLine: one.endLine,
      ...(one.startColumn === undefined ? {} : { startColumn: one.startColumn }),
      ...(one.endColumn === undefined ? {} : { endColumn: one.endColumn }),
      ...(one.snippet === undefined ? {} : { snippet: one.snippet }),
    },
    fingerprint,
    confidence: one.confidence,
    ...(compared ? { isNew: known === undefined } : {}),
  }))
  const told = gaps.map(({ detail, filePath }) => ({
    message: detail,
    ...(filePath === undefined || filePath === '' ? {} : { path: filePath }),
  }))
  const run = { tool, results, gaps: told, successful: failed.length === 0, startedAt, endedAt }
  return `${JSON.stringify(sarif(run), null, 2)}\n`
}

const GAPS_SHOWN = 10

/** For people. */
export function asTable(report: ScanReport): string {
  const { findings, gaps, filesScanned, scanners, failed, startedAt, endedAt, compared } = report
  const lines: string[] = []
  for (const severity of FINDING_SEVERITIES) {
    for (const { observation: one, known } of findings.filter(({ observation }) => observation.severity === severity)) {
      const place = `${one.filePath}:${one.startLine}${one.startColumn === undefined ? '' : `:${one.startColumn}`}`
      const news = compared ? (known === undefined ? ' new' : ' known') : ''
      lines.push(`${severity.padEnd(9)}${one.title}  [${one.ruleId}${news}]`, `         ${place}`)
      const [first = ''] = (one.snippet ?? '').split('\n')
      if (first.trim() !== '') lines.push(`         ${first.trim().slice(0, LINE_CHARS_SHOWN)}`)
    }
  }
  if (lines.length > 0) lines.push('')
  const counts = countsOf(findings)
  const told = FINDING_SEVERITIES.filter((one) => counts[one] > 0).map((one) => `${counts[one]} ${one.toLowerCase()}`)
  const seconds = ((endedAt.getTime() - startedAt.getTime()) / 1_000).toFixed(1)
  lines.push(
    `${findings.length === 0 ? 'No findings' : `${findings.length} findings: ${told.join(', ')}`} in ${filesScanned} files, ` +
      `${seconds} s, by ${scanners.join(', ')}.`,
  )
  if (failed.length > 0) lines.push(`FAILED, so this is not a full result: ${failed.join(', ')}.`)
  if (gaps.length > 0) lines.push('', `Not scanned in full (${gaps.length}):`)
  for (const { filePath, detail } of gaps.slice(0, GAPS_SHOWN)) {
    lines.push(`  ${filePath === undefined || filePath === '' ? '' : `${filePath}: `}${detail}`)
  }
  if (gaps.length > GAPS_SHOWN) lines.push(`  … and ${gaps.length - GAPS_SHOWN} more; --format json lists all.`)
  return `${lines.join('\n')}\n`
}

const LINE_CHARS_SHOWN = 120
