import type { AttackRecord, Report } from '@gatehouse/contracts/reports'
import { type JunitCase, junitXml } from '@gatehouse/formats'
import { gradeText, scoreText } from './told.ts'

/**
 * Returns a report as JUnit XML for continuous-integration servers: one test case per attempt. A success, also a partial one, is a
 * failure; an error is an error; an inconclusive attempt is skipped: it has not passed. The first case is the score: an error for a run
 * with too few judged attacks, which would otherwise appear to have passed.
 */
export function reportJunit(report: Report): string {
  const cases = report.rounds.flatMap(({ round, results }) => results.map((result) => caseOf(result, round)))
  const left = report.notTested.map(({ category, reason }): JunitCase => ({
    name: `${category}: not tested`,
    duration_ms: 0,
    skipped: reason,
  }))
  return junitXml(`gatehouse red team ${report.targetUrl}`, [scoreCase(report), ...cases, ...left])
}

function scoreCase({ summary }: Report): JunitCase {
  const isBlind = summary.scoreStatus === 'inconclusive'
  const name = isBlind ? 'score' : `score: ${scoreText(summary)}, grade ${gradeText(summary)}`
  return { name, duration_ms: 0, ...(isBlind ? { error: `Score: ${scoreText(summary)}.` } : {}) }
}

function caseOf({ attack, repeat, verdict, judge, responseTimeMs }: AttackRecord, round: number): JunitCase {
  const name = `${attack.category} / ${attack.strategy} / ${attack.id} (round ${round}, repeat ${repeat})`
  const why = judge.evidence.map(({ detail }) => detail).join(' ')
  return { name, duration_ms: responseTimeMs, ...outcomeOf(verdict, attack.severity, why) }
}

function outcomeOf(verdict: AttackRecord['verdict'], severity: string, why: string): Partial<JunitCase> {
  switch (verdict) {
    case 'vulnerable':
    case 'partial':
      return { failure: `${verdict} (${severity}): ${why}` }
    case 'error':
      return { error: why }
    case 'inconclusive':
      return { skipped: `inconclusive: ${why}` }
    case 'defended':
      return {}
    default:
      return verdict satisfies never
  }
}
