import type { AttackRecord, AttackSeverity, Report, ReportFinding } from '@gatehouse/contracts'
import { sarif, type SarifResult, type SarifRule, type SarifSeverity } from '@gatehouse/formats'

const LEVELS: Readonly<Record<AttackSeverity, SarifSeverity>> = {
  critical: 'CRITICAL',
  high: 'HIGH',
  medium: 'MEDIUM',
  low: 'LOW',
  info: 'INFO',
}

export interface SarifTool {
  readonly name: string
  readonly version: string
}

/**
 * A report as SARIF 2.1.0: a result for each finding, and one of kind `open` for each category of which some attacks could not be
 * judged. They are about the agent and stand in no file.
 */
export function reportSarif(report: Report, tool: SarifTool) {
  const records = report.rounds.flatMap(({ results }) => results)
  const open = Map.groupBy(
    records.filter(({ verdict }) => verdict === 'inconclusive'),
    ({ attack }) => attack.category,
  )
  return sarif({
    tool,
    results: [
      ...report.findings.map((one) => findingResult(one, report.targetUrl)),
      ...[...open].map(([category, some]) => openResult(category, some, report.targetUrl)),
    ],
    gaps: report.notTested.map(({ category, reason }) => ({ message: `${category}: ${reason}` })),
    successful: report.summary.scoreStatus === 'final',
    endedAt: new Date(report.timestamp),
  })
}

function findingResult(finding: ReportFinding, target: string): SarifResult {
  const { id, description, severity, severityReason, confidence, reproduced } = finding
  const { succeeded, judged, low } = reproduced
  const often = `Its attacks succeeded in ${succeeded} of ${judged} tries; with 95 % certainty in ${Math.round(low * 100)} % or more.`
  return {
    rule: ruleOf(finding),
    message: `${description} ${severityReason} ${often}`,
    severity: LEVELS[severity],
    subject: { name: target, kind: 'agent' },
    fingerprint: id,
    confidence,
  }
}

function ruleOf({
  category,
  evidence,
  title,
  description,
  remediation,
  severity,
  owasp,
  asi,
  atlas,
}: ReportFinding): SarifRule {
  return {
    id: `redteam/${category}/${evidence}`,
    title,
    help: remediation === '' ? description : `${description}\n\n${remediation}`,
    severity: LEVELS[severity],
    owasp: [...owasp, ...asi, ...atlas],
  }
}

function openResult(category: string, records: readonly AttackRecord[], target: string): SarifResult {
  const [first] = records
  const severity = LEVELS[first?.attack.severity ?? 'info']
  const help = 'Attacks were made and answered, and no judge could tell whether they succeeded.'
  return {
    rule: {
      id: `redteam/${category}/undecided`,
      title: `${category}: undecided`,
      help,
      severity,
      owasp: first?.owasp ?? [],
    },
    message: `${records.length} attacks of ${category} could not be judged: neither found nor withstood.`,
    severity,
    subject: { name: target, kind: 'agent' },
    kind: 'open',
    fingerprint: `undecided/${category}`,
    confidence: 0,
  }
}
