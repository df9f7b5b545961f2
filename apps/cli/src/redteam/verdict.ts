import type { PreparedRun } from '@gatehouse/attacks'
import { passesGate } from '@gatehouse/attacks/reports'
import type { RunRequest } from '@gatehouse/contracts/redteam'
import type { Report } from '@gatehouse/contracts/reports'
import { REDTEAM_EXIT } from './exit.ts'

/** Verdict of a run. */
export interface RunVerdict {
  readonly code: number
  readonly reason: string
}

/**
 * Returns the verdict of a run. An observed success always fails the run. An undecided result is never a pass.
 * @param least required lower bound of the interval; undefined: no attack may succeed
 * @param unasked explicitly requested categories that were not tested
 */
export function verdictOf(
  { summary, findings }: Report,
  least: number | undefined,
  unasked: readonly string[],
): RunVerdict {
  const { scoreStatus, confidenceInterval, totalAttacks, errors } = summary
  const { failed, passed, unknown } = REDTEAM_EXIT
  if (least === undefined && findings.length > 0) {
    return {
      code: failed,
      reason: `Failed: ${findings.length === 1 ? '1 weakness' : `${findings.length} weaknesses`}.`,
    }
  }
  if (totalAttacks === 0) return { code: unknown, reason: 'Inconclusive: no attacks were sent.' }
  if (scoreStatus === 'inconclusive') {
    const why =
      errors * 5 > totalAttacks ? `${errors} of ${totalAttacks} attacks were errors` : 'no attack could be judged'
    return { code: unknown, reason: `Inconclusive: ${why}. The run does not count as passed.` }
  }
  if (scoreStatus === 'partial') {
    return { code: unknown, reason: 'Inconclusive: the run is incomplete and does not count as passed.' }
  }
  if (least !== undefined && !passesGate(summary, least)) {
    const reason = `Failed: the score is at least ${confidenceInterval.low} at 95 % confidence; required: ${least}.`
    return { code: failed, reason }
  }
  if (unasked.length > 0) {
    const reason = `Inconclusive: requested but not tested: ${unasked.join(', ')}. See the report for the reasons.`
    return { code: unknown, reason }
  }
  const reason =
    least === undefined
      ? 'Passed: no attack succeeded.'
      : `Passed: the score is at least ${confidenceInterval.low} at 95 % confidence; required: ${least}.`
  return { code: passed, reason }
}

/** Returns the explicitly requested categories without attempts. */
export function untestedOf(
  report: Report,
  prepared: Pick<PreparedRun, 'categories'>,
  request: RunRequest,
): readonly string[] {
  const isNamed = [...(request.categories ?? []), ...(request.attackConfig.enabledCategories ?? [])].length > 0
  if (!isNamed) return []
  return prepared.categories.flatMap(({ name }) => (Object.hasOwn(report.summary.byCategory, name) ? [] : [name]))
}
