import type { ReportedFinding } from '@gatehouse/formats/artifacts'
import type { ResultFinding } from './finding.ts'

/** Converts a finding for human-readable reports (CSV, HTML). */
export function reportedOf(resultFinding: ResultFinding): ReportedFinding {
  const { cweId, cveId, snippet } = resultFinding
  return {
    severity: resultFinding.severity,
    scanner: resultFinding.scanner,
    title: resultFinding.title,
    description: resultFinding.description,
    filePath: resultFinding.filePath,
    startLine: resultFinding.startLine,
    endLine: resultFinding.endLine,
    ruleId: resultFinding.ruleId,
    ...(typeof cweId === 'string' && { cweId }),
    ...(typeof cveId === 'string' && { cveId }),
    confidence: resultFinding.confidence,
    status: resultFinding.status,
    ...(typeof snippet === 'string' && { snippet }),
    ...(resultFinding.isNew !== undefined && { isNew: resultFinding.isNew }),
    fingerprint: resultFinding.fingerprint,
  }
}
