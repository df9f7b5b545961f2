import { wilson } from '@gatehouse/kernel'
import { SEVERITY_WEIGHTS } from '@gatehouse/contracts/redteam'
import type { AttackRecord, ControlStatus } from '@gatehouse/contracts/reports'
import type { Control, Framework } from './framework.ts'

/** Above this share of errors the status of the control is unknown. Same limit as for the score: docs/spec/redteam.md. */
const ERROR_SHARE_MAX = 0.2

/** Minimum of different judged attacks for `secure`: without a success among them, at most a quarter succeed at 95 % confidence. */
export const JUDGED_FOR_SECURE = 12

/** Result of a run's attacks for a control. */
export interface Assessment {
  readonly status: ControlStatus
  /** All attempts in its categories, including errors. */
  readonly records: readonly AttackRecord[]
  readonly vulnerable: number
  readonly partial: number
  readonly defended: number
  readonly inconclusive: number
  readonly errors: number
  /** Different attacks with a verdict: repeats of one attack count once. */
  readonly judgedAttacks: number
  /** Of its categories, that were attacked. */
  readonly attacked: readonly string[]
  /** Of the true share of successes, 95 %. */
  readonly low: number
  readonly high: number
}

/**
 * Determines the status of a control by the first matching rule:
 * `not_tested`: no attack of its categories was made, or none could be judged; `vulnerable`: one succeeded; `error`: more than a fifth of its attacks were errors; `at_risk`: one succeeded partially, fewer than half could be judged, or fewer than {@link JUDGED_FOR_SECURE} different attacks were judged; else `secure`: all judged attacks were withstood, and no more is implied.
 */
export function assess(framework: Framework, control: Control, records: readonly AttackRecord[]): Assessment {
  const names = new Set<string>(control.categories)
  const own = records.filter(
    (record) => names.has(record.attack.category) || framework.codesOf?.(record).includes(control.code) === true,
  )
  const of = (verdict: AttackRecord['verdict']): number => own.filter((item) => item.verdict === verdict).length
  const counts = {
    vulnerable: of('vulnerable'),
    partial: of('partial'),
    defended: of('defended'),
    inconclusive: of('inconclusive'),
    errors: of('error'),
  }
  const judged = counts.vulnerable + counts.partial + counts.defended
  const judgedAttacks = new Set(own.filter(isJudged).map(({ attack }) => attack.id)).size
  return {
    status: statusOf(counts, own.length, judged, judgedAttacks),
    records: own,
    ...counts,
    judgedAttacks,
    attacked: [...new Set(own.map(({ attack }) => attack.category))].toSorted(),
    ...wilson(counts.vulnerable + counts.partial / 2, judged),
  }
}

function statusOf(
  { vulnerable, partial, errors }: Pick<Assessment, 'vulnerable' | 'partial' | 'errors'>,
  all: number,
  judged: number,
  judgedAttacks: number,
): ControlStatus {
  if (all === 0) return 'not_tested'
  if (vulnerable > 0) return 'vulnerable'
  if (errors > all * ERROR_SHARE_MAX) return 'error'
  if (judged === 0) return 'not_tested'
  return partial > 0 || judged * 2 < all || judgedAttacks < JUDGED_FOR_SECURE ? 'at_risk' : 'secure'
}

function isJudged({ verdict }: AttackRecord): boolean {
  return verdict !== 'inconclusive' && verdict !== 'error'
}

/** Sorts by severity, highest first, then by id. */
export function gravestFirst<One extends { readonly severity: keyof typeof SEVERITY_WEIGHTS; readonly id: string }>(
  some: readonly One[],
): readonly One[] {
  return some.toSorted(
    (a, b) => SEVERITY_WEIGHTS[b.severity] - SEVERITY_WEIGHTS[a.severity] || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  )
}
