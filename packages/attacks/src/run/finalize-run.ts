import type { AttemptRecord, Journal } from './attempt.ts'

/**
 * Writes once more what has become of attempts that were judged again when all were over, so that whoever lists the run is told
 * what its report says. What was planned from them stays: it went by what was known in time.
 * @param before  the records as the journal has them
 * @param now  the same in the same order, some with another verdict
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
      // Who cancels a run may have taken its journal away; what was seen stands in the report all the same.
      if (!signal.aborted) throw thrown
    }
  }
}
