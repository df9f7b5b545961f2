import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@gatehouse/http'
import { type CircuitBreaker, Failure, type Passage } from '@gatehouse/kernel'
import { retryDelay_ms } from '@gatehouse/models'
import { attempt, type AttemptParts, type Outcome, reasonOf } from './attempt.ts'
import type { BreakerOf } from './breakers.ts'
import type { UpstreamAnswer, UpstreamRequest } from './model-upstreams.ts'
import { UpstreamUnavailable } from './upstream-unavailable.ts'
import type { Upstream } from './upstream.ts'

export interface SendParts extends AttemptParts {
  readonly breakerOf: BreakerOf
  /** From 0 up to 1. */
  readonly random: () => number
  readonly log: Pick<Logger, 'warn'>
}

/** Own limit: attempts of one request, over all upstreams. */
const ATTEMPTS_MAX = 8
/** Own limit of the total wait for a waiting client. An upstream that requests a longer delay is not retried. */
const RETRY_WAIT_MS_MAX = 5_000

type Failed = Exclude<Outcome, { readonly answer: UpstreamAnswer }>

/**
 * Calls the upstreams in turn until one responds. Recoverable upstreams are retried after a delay, after all others.
 * @param candidates in order of preference; not empty
 */
export async function sendTo(
  candidates: readonly Upstream[],
  request: UpstreamRequest & { readonly tenantId: string },
  parts: SendParts,
): Promise<UpstreamAnswer> {
  const { tenantId } = request
  let failed: Failed | undefined
  let attempts = 0
  let waiting = candidates
  for (let round = 1; ; round += 1) {
    const second: { readonly upstream: Upstream; readonly retryAfter_ms: number }[] = []
    for (const upstream of waiting) {
      const passage = enter(parts.breakerOf(tenantId, upstream), upstream)
      if (passage instanceof Failure) {
        failed = soonest(failed, skipped(passage))
        continue
      }
      if (attempts === ATTEMPTS_MAX) {
        passage.abandon()
        break
      }
      attempts += 1
      const outcome = await attempt(upstream, request, passage, parts)
      if ('answer' in outcome) {
        // An unknown model is a weaker reason than a failure of the upstream that serves the model.
        if (outcome.answer.status !== 404 || failed === undefined) return outcome.answer
        continue
      }
      const reason = reasonOf(outcome.failure)
      parts.log.warn({ tenant_id: tenantId, upstream: upstream.name, reason, attempts }, 'an upstream failed')
      failed = worst(failed, outcome)
      const { mayRecover, retryAfter_ms } = outcome
      const waits = mayRecover && round <= upstream.retries && retryAfter_ms <= RETRY_WAIT_MS_MAX
      if (waits) second.push({ upstream, retryAfter_ms })
    }
    if (second.length === 0 || attempts === ATTEMPTS_MAX) return failedAnswer(failed, attempts)
    const floor_ms = Math.max(...second.map(({ retryAfter_ms }) => retryAfter_ms))
    const delay_ms = Math.min(RETRY_WAIT_MS_MAX, retryDelay_ms(round, parts.random(), floor_ms))
    await pause(delay_ms, request.signal)
    waiting = second.map(({ upstream }) => upstream)
  }
}

/** @throws the abort reason of the signal */
async function pause(delay_ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(delay_ms, undefined, { signal })
  } catch {
    throw signal.reason
  }
}

/** Returns the failure to report, preferring a failure with a response. */
function worst(before: Failed | undefined, now: Failed): Failed {
  return now.said === undefined && before?.said !== undefined ? before : now
}

/** Official clients make three attempts, each with all attempts of the gateway, so that failures after retries are marked as final. */
function failedAnswer(failed: Failed | undefined, attempts: number): UpstreamAnswer {
  if (failed?.said !== undefined) {
    return attempts <= 1
      ? failed.said
      : { ...failed.said, headers: { ...failed.said.headers, 'x-should-retry': 'false' } }
  }
  throw new UpstreamUnavailable(failed?.failure ?? new Failure('model_unavailable', 'No upstream answered.'), attempts)
}

/** Returns the shortest delay of the upstreams that are paused. */
function soonest(before: Failed | undefined, now: Failed): Failed {
  const left_s = before?.failure.retryAfter_s
  if (before === undefined) return now
  return left_s !== undefined && (now.failure.retryAfter_s ?? left_s) < left_s ? now : before
}

function skipped(failure: Failure): Failed {
  return { said: undefined, failure, mayRecover: false, retryAfter_ms: 0 }
}

function enter(breaker: CircuitBreaker, { name }: Upstream): Passage | Failure {
  try {
    return breaker.enter(
      (predicate, retryAfter_s) =>
        new Failure('model_unavailable', `The upstream "${name}" ${predicate}`, { retryAfter_s }),
    )
  } catch (thrown) {
    if (thrown instanceof Failure) return thrown
    throw thrown
  }
}
