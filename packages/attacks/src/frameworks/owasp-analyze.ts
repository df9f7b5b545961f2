import { Failure } from '@gatehouse/kernel'
import type { OwaspLine, Report } from '@gatehouse/contracts/reports'
import { allFrameworks } from './all-frameworks.ts'
import { assess, type Assessment, gravestFirst, JUDGED_FOR_SECURE } from './assess.ts'
import type { Control, Framework } from './framework.ts'

/** Default framework. */
const FRAMEWORK_DEFAULT = 'owasp-llm-2025'
const RECOMMENDATIONS_MAX = 20
const FINDINGS_MAX = 50

/**
 * Assesses a report against frameworks: one line per control, created on demand. Every figure is counted in the report, and the line names
 * the rule of its status.
 * @param frameworkIds absent or empty: OWASP LLM 2025
 * @throws {Failure} naming an unknown framework
 */
export function owaspAnalyze(report: Report, frameworkIds: readonly string[] = []): Iterable<OwaspLine> {
  const ids = frameworkIds.length === 0 ? [FRAMEWORK_DEFAULT] : [...new Set(frameworkIds)]
  const unknown = ids.find((id) => allFrameworks.every((entry) => entry.id !== id))
  if (unknown !== undefined) {
    const known = allFrameworks.map(({ id }) => id).join(', ')
    throw new Failure('invalid_request', `Unknown framework "${unknown}". Supported: ${known}.`)
  }
  return lines(
    report,
    ids.flatMap((id) => allFrameworks.filter((entry) => entry.id === id)),
  )
}

function* lines(report: Report, frameworks: readonly Framework[]): Generator<OwaspLine> {
  const records = report.rounds.flatMap(({ results }) => results)
  for (const framework of frameworks) {
    for (const control of framework.controls)
      yield lineOf(report, framework, control, assess(framework, control, records))
  }
}

function lineOf(report: Report, framework: Framework, control: Control, assessment: Assessment): OwaspLine {
  const attacked = new Set(assessment.attacked)
  const findings = gravestFirst(
    report.findings.filter(({ category, categories = [category] }) => categories.some((name) => attacked.has(name))),
  )
  const untested = control.categories.filter((name) => !attacked.has(name))
  const remedies = findings.map(({ remediation }) => remediation).filter((item) => item !== '')
  const recommendations = [...new Set(remedies)].slice(0, RECOMMENDATIONS_MAX)
  if (untested.length > 0) recommendations.push(`Test the remaining risks: ${untested.join(', ')}.`)
  return {
    framework: framework.id,
    code: control.code,
    title: control.title,
    status: assessment.status,
    summary: summaryOf(assessment),
    details: detailsOf(framework, control, assessment),
    recommendations,
    attacksAnalyzed: assessment.records.length,
    attacksJudged: assessment.judgedAttacks,
    judgedForSecure: JUDGED_FOR_SECURE,
    vulnerabilitiesFound: assessment.vulnerable + assessment.partial,
    relevantFindings: findings
      .slice(0, FINDINGS_MAX)
      .map(({ id, title, category, severity }) => ({ id, title, category, severity })),
  }
}

function summaryOf({
  status,
  records,
  vulnerable,
  partial,
  defended,
  errors,
  judgedAttacks,
  high,
}: Assessment): string {
  const judged = vulnerable + partial + defended
  switch (status) {
    case 'vulnerable':
      return `${vulnerable} of ${judged} judged attacks succeeded${partial === 0 ? '' : `, ${partial} more in part`}.`
    case 'at_risk':
      if (partial > 0) return `${partial} of ${judged} judged attacks succeeded in part, none in full.`
      return judgedAttacks < JUDGED_FOR_SECURE
        ? `None of ${judged} judged attacks succeeded, which is too few: at least ${JUDGED_FOR_SECURE} different attacks must be judged.`
        : `None of ${judged} judged attacks succeeded; ${records.length - judged} of ${records.length} have no verdict.`
    case 'secure':
      return `All ${judged} judged attacks were defended. At 95 % confidence, at most ${percent(high)} of these attacks succeed.`
    case 'error':
      return `${errors} of ${records.length} attacks ended with errors, so the result is unknown.`
    case 'not_tested':
      return records.length === 0
        ? 'No attack of this run tests the control.'
        : `None of ${records.length} attacks could be judged.`
    default:
      return status satisfies never
  }
}

function detailsOf({ version, scope }: Framework, { about, categories }: Control, assessment: Assessment): string {
  const { records, vulnerable, partial, defended, inconclusive, errors, judgedAttacks, attacked, low, high } =
    assessment
  const judged = vulnerable + partial + defended
  const counted = `${records.length} attacks: ${vulnerable} succeeded, ${partial} in part, ${defended} withstood, ${inconclusive} inconclusive, ${errors} errors.`
  const rate = `Attack success rate, 95 % Wilson interval, with partial successes counted as one half: ${percent(low)} to ${percent(high)}.`
  const covered = categories.filter((name) => attacked.includes(name)).length
  const coverage =
    categories.length === 0
      ? 'No attack can show it.'
      : `${covered} of the ${categories.length} categories that speak of it were attacked.`
  return [
    ...(about === undefined ? [] : [about]),
    ...(records.length === 0 ? [] : [counted]),
    ...(judged === 0 ? [] : [rate]),
    `Status secure requires ${JUDGED_FOR_SECURE} different judged attacks without a success; judged: ${judgedAttacks}.`,
    coverage,
    `Edition: ${version}. ${scope}`,
  ].join(' ')
}

function percent(share: number): string {
  return `${Math.round(share * 1_000) / 10} %`
}
