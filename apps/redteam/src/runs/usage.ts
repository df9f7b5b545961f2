import type { RunMeters } from '@gatehouse/attacks'
import type { AttackConfig, RunUsage } from '@gatehouse/contracts'
import type { Clock } from '@gatehouse/kernel'

/** How fast a run goes is what it did lately: targets grow slow, and rounds differ. */
const WINDOW_MS = 30_000
/** Less says nothing. */
const WINDOW_MS_MIN = 1_000
const SECOND_MS = 1_000
/** Money is told to the hundredth of a cent. */
const USD_PARTS = 10_000

interface Sample {
  readonly at: number
  readonly attacks: number
  readonly requests: number
}

/**
 * Tells what a run has used, and how long it still takes as fast as it goes now: until its attacks are made, or its requests are
 * used up. Both are at most: a run may end early.
 * @param total  attacks that it makes at most
 */
export function usageTeller(
  { budget = {}, requestsPerMinute }: AttackConfig,
  total: number,
  read: () => RunMeters,
  clock: Pick<Clock, 'now'>,
): () => RunUsage {
  const samples: Sample[] = []
  return () => {
    const { attacks, requests, models } = read()
    const at = clock.now()
    samples.push({ at, attacks, requests })
    while (samples.length > 2 && at - samples[0]!.at > WINDOW_MS) samples.shift()
    const planned = plannedRequests(attacks, requests, total, budget.maxRequests)
    return {
      requests,
      requestsPlanned: planned ?? null,
      maxRequests: budget.maxRequests ?? null,
      requestsPerMinute: requestsPerMinute ?? null,
      secondsLeft: planned === undefined ? null : secondsLeft(samples, planned),
      model:
        models === undefined
          ? null
          : {
              calls: models.spent.calls,
              tokens: models.spent.tokens,
              maxTokens: models.maxTokens,
              costUsd: models.spent.usd === undefined ? null : Math.round(models.spent.usd * USD_PARTS) / USD_PARTS,
              maxCostUsd: budget.maxCostUsd ?? null,
            },
    }
  }
}

function plannedRequests(attacks: number, requests: number, total: number, most: number | undefined) {
  if (attacks < 1) return undefined
  const planned = Math.max(requests, Math.round((requests / attacks) * Math.max(total, attacks)))
  return most === undefined ? planned : Math.min(planned, Math.max(most, requests))
}

function secondsLeft(samples: readonly Sample[], planned: number): number | null {
  const [first, last] = [samples[0]!, samples.at(-1)!]
  const [went_ms, sent] = [last.at - first.at, last.requests - first.requests]
  if (went_ms < WINDOW_MS_MIN || sent < 1) return null
  return Math.round(((planned - last.requests) * went_ms) / sent / SECOND_MS)
}
