import type { AttemptRecord, Journal } from './attempt.ts'

/**
 * Writes the attempts again whose judgement changed in the final review, so that run listings match the report. Planning is not affected:
 * it used the results at the time.
 * @param before the records as the journal has them
 * @param now the same in the same order, some with another verdict
 */
export async function finalizeRun(
  before: readonly AttemptRecord[],
  now: readonly AttemptRecord[],
  journal: Journal,
  signal: AbortSignal,
): Promise<void> {
  for (const [at, record] of now.entries()) {
    const { judgement, observation, inTime = { verdict: judgement.verdict, observation } } = before[at]!
    if (record.judgement.verdict === judgement.verdict) continue
    try {
      // Few are changed. oxlint-disable-next-line no-await-in-loop
      await journal.end({ ...record, inTime })
    } catch (thrown) {
      // A cancelled run may have lost its journal; the report still contains the results.
      if (!signal.aborted) throw thrown
    }
  }
}
