import type { ResultFinding } from '@gatehouse/scan-engine/results'
import type { NewFinding } from '@gatehouse/store'

/** What stands in a finding's details; only settlements write them. */
type Details = Partial<
  Pick<ResultFinding, 'description' | 'snippet' | 'startColumn' | 'endColumn' | 'cweId' | 'owasp' | 'metadata'>
>

type Row = Omit<NewFinding, 'identity'>

/** A finding of the service as all documents tell of it. @param compared  whether there was a scan to compare with */
export function resultFinding(row: Row, compared: boolean): ResultFinding {
  const details: Details = row.details
  return {
    scanner: row.scanner,
    ruleId: row.ruleId,
    severity: row.severity,
    title: row.title,
    description: details.description ?? '',
    filePath: row.filePath,
    startLine: row.startLine,
    endLine: row.endLine,
    startColumn: details.startColumn,
    endColumn: details.endColumn,
    snippet: details.snippet,
    cweId: details.cweId,
    cveId: row.cveId,
    owasp: details.owasp ?? [],
    confidence: row.confidence,
    fingerprint: row.fingerprint,
    ...(compared && { isNew: row.isNew }),
    status: row.status,
    statusNote: row.statusNote,
    metadata: details.metadata ?? {},
  }
}

/** Whether it is about a package: only of those VEX documents tell. */
export function isOfPackage({ isGap, details }: Pick<Row, 'isGap' | 'details'>): boolean {
  const { metadata }: Details = details
  return !isGap && typeof metadata?.['purl'] === 'string'
}

/** A part of the source that nobody could judge, as SARIF and pages tell of it. */
export function gapOf({ details, filePath }: Pick<Row, 'details' | 'filePath'>): {
  readonly message: string
  readonly path?: string
} {
  const { description = '' }: Details = details
  return { message: description, ...(filePath !== '' && { path: filePath }) }
}
