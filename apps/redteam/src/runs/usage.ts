import type { RunMeters } from '@gatehouse/attacks'
import type { AttackConfig, RunUsage } from '@gatehouse/contracts/redteam'
import type { Clock } from '@gatehouse/kernel'

/** The speed of a run is its recent speed: targets slow down, and rounds differ. */
const WINDOW_MS = 30_000
/** A shorter window is not significant. */
const WINDOW_MS_MIN = 1_000
const SECOND_MS = 1_000
/** Amounts have a resolution of a hundredth of a cent. */
const USD_PARTS = 10_000

interface Sample {
  readonly at: number
  readonly attacks: number
  readonly requests: number
}

/**
 * Reports the resource use of a run and the remaining time at its current speed: until all attacks are done or the request limit is
 * reached. Both are upper bounds: a run may end early.
 * @param total maximum number of attacks
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
