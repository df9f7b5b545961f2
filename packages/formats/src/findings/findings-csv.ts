import { csvLine } from '../csv/csv.ts'
import type { ReportedFinding } from './finding.ts'

/** Decisions section 2: the columns of the export, in their order. */
export const FINDING_COLUMNS = [
  'Severity',
  'Scanner',
  'Title',
  'Description',
  'File Path',
  'Start Line',
  'End Line',
  'Rule ID',
  'CWE ID',
  'CVE ID',
  'Confidence',
  'Status',
  'Snippet',
] as const

/** Yields findings as CSV lines, the header first: memory use is independent of their number. */
export function* findingsCsv(findings: Iterable<ReportedFinding>): Generator<string> {
  yield csvLine(FINDING_COLUMNS)
  for (const finding of findings) {
    yield csvLine([
      finding.severity,
      finding.scanner,
      finding.title,
      finding.description,
      finding.filePath,
      finding.startLine,
      finding.endLine,
      finding.ruleId,
      finding.cweId,
      finding.cveId,
      finding.confidence,
      finding.status,
      finding.snippet,
    ])
  }
}
