import { type ComparedAttack, compareRuns, type Comparison } from '@gatehouse/attacks/reports'
import type { Report, ReportFinding } from '@gatehouse/contracts/reports'
import type { Io } from '../command.ts'
import { counted, shown } from '../terminal.ts'
import type { CompareOptions } from './compare-options.ts'
import { REDTEAM_EXIT } from './exit.ts'
import { readReport } from './read-report.ts'

/** Own limit for a terminal; --json contains all. */
const ATTACKS_SHOWN = 50

/** Comparison of weaknesses, independent of their attacks. */
interface Weaknesses {
  readonly fixed: readonly ReportFinding[]
  readonly new: readonly ReportFinding[]
}

/**
 * Prints the differences between two reports.
 * @returns the exit code
 * @throws {Failure} `invalid_request` if one of them is unreadable
 */
export function compareReports(
  before: string,
  after: string,
  { failOn, json }: CompareOptions,
  io: Pick<Io, 'cwd' | 'stdout'>,
): number {
  const [old, now] = [readReport(before, io), readReport(after, io)]
  const comparison = compareRuns(old, now)
  const findings = weaknessesOf(old, now)
  if (json === true) {
    const reported = { ...comparison, findings: { fixed: findings.fixed.map(named), new: findings.new.map(named) } }
    io.stdout.write(`${JSON.stringify(reported, null, 2)}\n`)
  } else io.stdout.write(comparedText(comparison, findings))
  const isWorse = comparison.isWorse || findings.new.length > 0
  if (failOn === 'worse' && isWorse) return REDTEAM_EXIT.failed
  if (failOn === 'regressed' && (isWorse || comparison.all.regressed > 0)) return REDTEAM_EXIT.failed
  const isOpen = comparison.all.paired === 0 || [old, now].some(({ summary }) => summary.scoreStatus !== 'final')
  return isOpen ? REDTEAM_EXIT.unknown : REDTEAM_EXIT.passed
}

/**
 * A weakness is fixed if the later run did not find it and judged attacks of all categories that had found it. It is new if the earlier run
 * did not find it and judged attacks of at least one category that finds it now.
 */
function weaknessesOf(old: Report, now: Report): Weaknesses {
  const [before, after] = [new Set(old.findings.flatMap(idsOf)), new Set(now.findings.flatMap(idsOf))]
  const isIn = (ids: ReadonlySet<string>, finding: ReportFinding): boolean => idsOf(finding).some((id) => ids.has(id))
  return {
    fixed: old.findings.filter((item) => !isIn(after, item) && categoriesOf(item).every((name) => isJudged(now, name))),
    new: now.findings.filter((item) => !isIn(before, item) && categoriesOf(item).some((name) => isJudged(old, name))),
  }
}

/** Reports of earlier versions have one finding per category, with the former ids. */
function idsOf({ id, formerIds = [] }: ReportFinding): readonly string[] {
  return [id, ...formerIds]
}

function categoriesOf({ category, categories = [category] }: ReportFinding): readonly string[] {
  return categories
}

function isJudged({ summary }: Report, category: string): boolean {
  return Object.hasOwn(summary.byCategory, category) && summary.byCategory[category]!.interval !== null
}

function named({ id, category, severity, title }: ReportFinding): object {
  return { id, category, severity, title }
}

function comparedText(comparison: Comparison, findings: Weaknesses): string {
  const { all, attacks, before, after, words } = comparison
  const lines = [`Score: ${before.score} before, ${after.score} after.`, ...words.map((word) => shown(word)), '']
  lines.push(
    `${all.fixed} fixed  ${all.regressed} regressed  ${all.new} new  ${all.gone} gone  ${all.flaky} flaky  ` +
      `${all.undecided} undecided  ${all.unchanged} unchanged`,
  )
  if (findings.new.length > 0) lines.push('', 'New weaknesses:', ...findings.new.map(findingLine))
  if (findings.fixed.length > 0) lines.push('', 'Fixed weaknesses:', ...findings.fixed.map(findingLine))
  const comparedAttacks = attacks.filter(({ change }) => change === 'regressed' || change === 'flaky')
  const more = comparedAttacks.length - ATTACKS_SHOWN
  if (comparedAttacks.length > 0) lines.push('', ...comparedAttacks.slice(0, ATTACKS_SHOWN).map(attackLine))
  if (more > 0) lines.push(`… and ${counted(more, 'attack')} more; use --json to list all.`)
  return `${lines.join('\n')}\n`
}

function findingLine({ severity, title, id }: ReportFinding): string {
  return `  ${severity.toUpperCase().padEnd(10)}${shown(title)}  [${shown(id)}]`
}

function attackLine({ change, category, strategy, attackId, before, after }: ComparedAttack): string {
  const of = (tally: ComparedAttack['before']): string =>
    tally === null ? 'not sent' : `${tally.succeeded} of ${tally.judged}`
  const where = `${shown(category)} / ${shown(strategy)}`
  return `${change.padEnd(11)}${where}  ${of(before)} → ${of(after)}  ${shown(attackId)}`
}
