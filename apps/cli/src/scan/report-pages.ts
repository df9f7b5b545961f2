import { findingsCsv, findingsHtml, type ReportedFinding } from '@gatehouse/formats'
import type { Fingerprinted } from '@gatehouse/scanners'
import type { ScanReport } from './report.ts'

/** For a browser, alone. */
export function asHtml(report: ScanReport): string {
  const { name, commit, tool, startedAt, endedAt, filesScanned, scanners, failed, gaps } = report
  const seconds = ((endedAt.getTime() - startedAt.getTime()) / 1_000).toFixed(1)
  return [
    ...findingsHtml({
      title: `Scan of ${name}`,
      facts: [
        ...(commit === undefined ? [] : [['Commit', commit] as const]),
        ['Scanned', `${startedAt.toISOString()}, ${seconds} s`],
        ['Files', String(filesScanned)],
        ['Scanners', scanners.join(', ')],
        ['Made by', `${tool.name} ${tool.version}`],
      ],
      findings: reported(report),
      gaps: gaps.map(({ detail, filePath }) => ({
        message: detail,
        ...(filePath === undefined ? {} : { path: filePath }),
      })),
      ...(failed.length === 0 ? {} : { warning: `This is not a full result. Failed: ${failed.join(', ')}.` }),
    }),
  ].join('')
}

/** For a spreadsheet. */
export function asCsv(report: ScanReport): string {
  return [...findingsCsv(reported(report))].join('')
}

function reported({ findings, compared }: ScanReport): readonly ReportedFinding[] {
  return findings.map(({ observation: one, fingerprint, known }: Fingerprinted) => ({
    severity: one.severity,
    scanner: one.scanner,
    title: one.title,
    description: one.description,
    filePath: one.filePath,
    startLine: one.startLine,
    endLine: one.endLine,
    ruleId: one.ruleId,
    ...(one.cweId === undefined ? {} : { cweId: one.cweId }),
    ...(one.cveId === undefined ? {} : { cveId: one.cveId }),
    confidence: one.confidence,
    status: 'OPEN',
    ...(one.snippet === undefined ? {} : { snippet: one.snippet }),
    ...(compared ? { isNew: known === undefined } : {}),
    fingerprint,
  }))
}
