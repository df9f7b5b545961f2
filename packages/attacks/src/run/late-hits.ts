import type { Exchange, SinkHit } from '../engine/exchange.ts'
import type { Judgement } from '../engine/judge.ts'
import { observe } from '../judges/decide.ts'
import type { Attempt, AttemptRecord, Journal } from './attempt.ts'
import type { ContentPort } from './conduct.ts'

/** Agents that work on in the background turn to an address a moment after they have answered. Ours. */
export const LATE_HITS_MS = 2_000
/** How often it is looked whether all have come. Ours. */
const LOOK_MS = 100

interface LatePorts {
  readonly content?: ContentPort
  readonly journal: Journal
  readonly signal: AbortSignal
}

/**
 * Records as they are once those requests count that came after the attempts were over. Which attempt one belongs to is told by
 * its address alone. What was planned from the records stays: it went by what was seen in time, so that a target that is late
 * gets the same attacks.
 * @param wait_ms  after the last attempt, at most; nobody waits for an attempt that has already led there, or does not want to,
 *   nor where the run is cancelled
 * @param judge  the rules: a request that has come needs nobody's opinion
 */
export async function withLateHits(
  records: readonly AttemptRecord[],
  wait_ms: number,
  { content, journal, signal }: LatePorts,
  judge: (exchange: Exchange) => Judgement,
): Promise<readonly AttemptRecord[]> {
  const late = content?.late
  const waiting = records.filter(isWaiting)
  if (late === undefined || waiting.length === 0) return records
  const found = new Map<AttemptRecord, SinkHit[]>()
  const until = performance.now() + wait_ms
  for (;;) {
    for (const record of waiting) {
      const hits = late(record.attempt)
      if (hits.length > 0) found.set(record, [...(found.get(record) ?? []), ...hits])
    }
    const left_ms = until - performance.now()
    if (found.size === waiting.length || left_ms <= 0 || signal.aborted) break
    await pause(Math.min(LOOK_MS, left_ms), signal)
  }
  const changed = new Map<AttemptRecord, AttemptRecord>()
  for (const [record, hits] of found) {
    const told = withHits(record, hits, judge)
    changed.set(record, told)
    try {
      await journal.end(told)
    } catch (thrown) {
      // Who cancels a run may have taken its journal away; what was seen stands in the report all the same.
      if (!signal.aborted) throw thrown
    }
  }
  return records.map((record) => changed.get(record) ?? record)
}

/** An attempt of an earlier process may be late as well. */
export function listenAgain(attempt: Attempt, content: ContentPort | undefined): void {
  if (content?.late === undefined || !wantsSink(attempt)) return
  content.serve(attempt)
  content.withdraw(attempt)
}

function withHits(
  record: AttemptRecord,
  hits: readonly SinkHit[],
  judge: (exchange: Exchange) => Judgement,
): AttemptRecord {
  const { exchange, judgement, observation } = record
  const inTime = record.inTime ?? { verdict: judgement.verdict, observation }
  const seen = { ...exchange, hits: [...exchange.hits, ...hits.map((hit) => ({ ...hit, isLate: true as const }))] }
  const now = judge(seen)
  return { ...record, exchange: seen, judgement: now, observation: observe(seen, now), inTime }
}

function isWaiting({ attempt, judgement }: AttemptRecord): boolean {
  return wantsSink(attempt) && judgement.verdict !== 'vulnerable'
}

function wantsSink({ kind, attack }: Attempt): boolean {
  return kind !== 'benign' && attack.oracles.some((oracle) => oracle.kind === 'sink')
}

/** Ends early, without a word, when the run is cancelled. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  const stop = (): void => resolve()
  signal.addEventListener('abort', stop, { once: true })
  await promise
  clearTimeout(timer)
  signal.removeEventListener('abort', stop)
}
