import type { ResultFinding } from '@gatehouse/scan-engine/results'
import type { NewFinding } from '@gatehouse/store/findings'

/** Stored details of a finding; only settlements write them. */
type Details = Partial<
  Pick<ResultFinding, 'description' | 'snippet' | 'startColumn' | 'endColumn' | 'cweId' | 'owasp' | 'metadata'>
>

type Row = Omit<NewFinding, 'identity'>

/** Converts a finding for all documents. @param compared  whether there was a baseline scan */
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

/** Returns whether the finding concerns a package: VEX documents contain only these. */
export function isOfPackage({ isGap, details }: Pick<Row, 'isGap' | 'details'>): boolean {
  const { metadata }: Details = details
  return !isGap && typeof metadata?.['purl'] === 'string'
}

/** Converts a coverage gap for SARIF and pages. */
export function coverageGapOf({ details, filePath }: Pick<Row, 'details' | 'filePath'>): {
  readonly message: string
  readonly path?: string
} {
  const { description = '' }: Details = details
  return { message: description, ...(filePath !== '' && { path: filePath }) }
}
