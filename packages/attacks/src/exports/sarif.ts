import type { AttackSeverity } from '@gatehouse/contracts/redteam'
import type { AttackRecord, Report, ReportFinding } from '@gatehouse/contracts/reports'
import { sarif, type SarifResult, type SarifRule, type SarifSeverity } from '@gatehouse/formats/artifacts'
import { declareRows, scoreText } from './told.ts'

const LEVELS: Readonly<Record<AttackSeverity, SarifSeverity>> = {
  critical: 'CRITICAL',
  high: 'HIGH',
  medium: 'MEDIUM',
  low: 'LOW',
  info: 'INFO',
}

export interface SarifAbout {
  readonly tool: { readonly name: string; readonly version: string }
  /** File that represents the agent, such as the configuration of the run: some consumers show no result without a file. */
  readonly path?: string
}

/** Subject of the results: the agent, and the file that represents it. */
type Where = Pick<SarifResult, 'subject' | 'place'>

/**
 * Returns a report as SARIF 2.1.0: a result for each finding, and one of kind `open` for each category with inconclusive attacks. The
 * results refer to the agent, not to a location in a file.
 */
export function reportSarif(report: Report, { tool, path }: SarifAbout) {
  const where: Where = {
    subject: { name: report.targetUrl, kind: 'agent' },
    ...(path === undefined ? {} : { place: { path, startLine: 1, endLine: 1 } }),
  }
  const records = report.rounds.flatMap(({ results }) => results)
  const open = Map.groupBy(
    records.filter(({ verdict }) => verdict === 'inconclusive'),
    ({ attack }) => attack.category,
  )
  return sarif({
    tool,
    results: [
      ...report.findings.map((finding) => findingResult(finding, where)),
      ...[...open].map(([category, some]) => openResult(category, some, where)),
    ],
    gaps: [
      ...scoreGaps(report),
      ...report.notTested.map(({ category, reason }) => ({ message: `${category}: ${reason}` })),
    ],
    successful: report.summary.scoreStatus === 'final',
    endedAt: new Date(report.timestamp),
  })
}

/** An inconclusive run must not appear as one without results. */
function scoreGaps({ summary }: Report): readonly { readonly message: string }[] {
  if (summary.scoreStatus !== 'inconclusive') return []
  const settings = declareRows(summary).map(([setting, text]) => ({ message: `${setting}: ${text}` }))
  return [{ message: `Score: ${scoreText(summary)}.` }, ...settings]
}

function findingResult(finding: ReportFinding, where: Where): SarifResult {
  const { id, description, severity, severityReason, confidence, reproduced } = finding
  const { succeeded, judged, low } = reproduced
  const often = `The attacks succeeded in ${succeeded} of ${judged} attempts (95 % CI lower bound: ${Math.round(low * 100)} %).`
  const { proofs = [] } = finding
  const [, ...further] = finding.categories ?? []
  const proven =
    further.length === 0
      ? ''
      : ` Proofs: ${proofs.map((proof) => `${proof.category} / ${proof.strategy} / ${proof.attackId}`).join(', ')}.`
  return {
    rule: ruleOf(finding),
    message: `${description} ${severityReason} ${often}${proven}`,
    severity: LEVELS[severity],
    ...where,
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

function openResult(category: string, records: readonly AttackRecord[], where: Where): SarifResult {
  const [first] = records
  const severity = LEVELS[first?.attack.severity ?? 'info']
  const help = 'The target responded to the attacks, but no judge could determine whether they succeeded.'
  return {
    rule: {
      id: `redteam/${category}/undecided`,
      title: `${category}: inconclusive attacks`,
      help,
      severity,
      owasp: first?.owasp ?? [],
    },
    message: `${records.length} ${category} attacks are inconclusive: no judge could determine whether they succeeded or were defended.`,
    severity,
    ...where,
    kind: 'open',
    fingerprint: `undecided/${category}`,
    confidence: 0,
  }
}
