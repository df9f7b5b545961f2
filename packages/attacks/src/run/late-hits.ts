import type { Exchange, SinkHit } from '../engine/exchange.ts'
import type { Judgement } from '../engine/judge.ts'
import { observe } from '../judges/decide.ts'
import type { Attempt, AttemptRecord, Journal } from './attempt.ts'
import type { ContentPort } from './conduct.ts'

/** Wait for late requests: agents with background work access an address shortly after their answer. Own limit. */
export const LATE_HITS_MS = 2_000
/** Poll interval for late requests. Own limit. */
const LOOK_MS = 100

interface LatePorts {
  readonly content?: ContentPort
  readonly journal: Journal
  readonly signal: AbortSignal
}

/**
 * Adds requests that arrived after the end of the attempts to the records. The attempt is identified by the address alone. Planning is not
 * affected: it used the results at the time, so that a slow target gets the same attacks.
 * @param wait_ms maximum wait after the last attempt; no wait for attempts that already caused a request or have no sink, nor for
 * cancelled runs
 * @param judge the rules: a sink request needs no judge model
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
      // A cancelled run may have lost its journal; the report still contains the results.
      if (!signal.aborted) throw thrown
    }
  }
  return records.map((record) => changed.get(record) ?? record)
}

/** An attempt of an earlier process may be late as well. */
export function resumeListening(attempt: Attempt, content: ContentPort | undefined): void {
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

/** Resolves early when the run is cancelled. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  const stop = (): void => resolve()
  signal.addEventListener('abort', stop, { once: true })
  await promise
  clearTimeout(timer)
  signal.removeEventListener('abort', stop)
}
