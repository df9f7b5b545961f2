import type { ReportedFinding } from '@gatehouse/formats'
import type { ResultFinding } from './finding.ts'

/** Converts a finding for the reports for people (CSV, HTML). */
export function reportedOf(one: ResultFinding): ReportedFinding {
  const { cweId, cveId, snippet } = one
  return {
    severity: one.severity,
    scanner: one.scanner,
    title: one.title,
    description: one.description,
    filePath: one.filePath,
    startLine: one.startLine,
    endLine: one.endLine,
    ruleId: one.ruleId,
    ...(typeof cweId === 'string' && { cweId }),
    ...(typeof cveId === 'string' && { cveId }),
    confidence: one.confidence,
    status: one.status,
    ...(typeof snippet === 'string' && { snippet }),
    ...(one.isNew !== undefined && { isNew: one.isNew }),
    fingerprint: one.fingerprint,
  }
}
