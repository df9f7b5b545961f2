import { sarif, type SarifResult, type SarifRun } from '@gatehouse/formats/artifacts'
import { formerRuleIds } from './former-rule-ids.ts'
import type { CoverageGap } from '../observation.ts'
import type { ResultFinding } from './finding.ts'
import { flowOf } from './flow-of.ts'

/** Input of a scan's SARIF log. */
export interface SarifInput extends Pick<SarifRun, 'tool' | 'successful' | 'startedAt' | 'endedAt'> {
  readonly findings: readonly ResultFinding[]
  readonly gaps: readonly Pick<CoverageGap, 'detail' | 'filePath'>[]
}

/** Statuses of findings that are done with: SARIF calls them suppressed. */
const SUPPRESSED: ReadonlySet<string> = new Set(['RESOLVED', 'FALSE_POSITIVE', 'ACCEPTED_RISK'])

/** Findings and gaps of a scan as a SARIF 2.1.0 log. */
export function sarifOf({ findings, gaps, ...run }: SarifInput): ReturnType<typeof sarif> {
  const reported = gaps.map(({ detail, filePath }) => ({
    message: detail,
    ...(filePath !== undefined && filePath !== '' && { path: filePath }),
  }))
  return sarif({ ...run, results: findings.map(sarifResultOf), gaps: reported })
}

/** Converts one finding to a SARIF result. */
export function sarifResultOf(resultFinding: ResultFinding): SarifResult {
  const { startColumn, endColumn, snippet, cweId, statusNote, metadata } = resultFinding
  const { fix, references, pathClass } = metadata
  const flow = flowOf(metadata)
  const page: unknown = Array.isArray(references) ? references[0] : undefined
  return {
    rule: {
      id: resultFinding.ruleId,
      formerIds: formerRuleIds(resultFinding),
      title: resultFinding.title,
      help: resultFinding.description,
      severity: resultFinding.severity,
      owasp: resultFinding.owasp,
      ...(typeof cweId === 'string' && { cweId }),
      ...(typeof page === 'string' && URL.canParse(page) && { page }),
    },
    message: resultFinding.title,
    severity: resultFinding.severity,
    place: {
      path: resultFinding.filePath,
      startLine: resultFinding.startLine,
      endLine: resultFinding.endLine,
      ...(typeof startColumn === 'number' && { startColumn }),
      ...(typeof endColumn === 'number' && { endColumn }),
      ...(typeof snippet === 'string' && { snippet }),
    },
    fingerprint: resultFinding.fingerprint,
    confidence: resultFinding.confidence,
    ...(flow.length > 0 && { flow }),
    // Without columns the replaced range is unknown.
    ...(typeof fix === 'string' && typeof startColumn === 'number' && typeof endColumn === 'number' && { fix }),
    ...(resultFinding.isNew !== undefined && { isNew: resultFinding.isNew }),
    ...(typeof pathClass === 'string' && { pathClass }),
    ...(SUPPRESSED.has(resultFinding.status) && {
      suppressed: { status: resultFinding.status, justification: statusNote ?? resultFinding.status },
    }),
  }
}
