import { createHash } from 'node:crypto'
import type { SharedState } from '../engine/ports.ts'

/** Maximum length of a detected sequence: two alternating calls, or a cycle of four. */
const PERIOD_MAX = 4

/** Maximum number of earlier reports, and of calls per report; enough for the longest configurable loop. */
const REPORTS_MAX = 400
const CALLS_PER_REPORT_MAX = 32

/** Length of a signature's hash. The collision probability of two calls in a session is 10^-14. */
const HASH_CHARS = 16

export interface LoopRules {
  /** Number of consecutive repetitions that is a loop. */
  readonly repeats: number
  /** Maximum number of equal calls in the window, consecutive or not. */
  readonly calls_max: number
  readonly window_ms: number
}

export interface Loop {
  /** Number of calls in the repeated sequence; 0 for a single call that is too frequent in any order. */
  readonly period: number
  readonly times: number
}

interface Report {
  readonly at: number
  readonly calls: readonly string[]
}

/** Records the calls of a report and returns whether they complete a loop. */
export async function findLoop(
  state: SharedState,
  key: string,
  signatures: readonly string[],
  now: number,
  rules: LoopRules,
): Promise<Loop | undefined> {
  if (signatures.length === 0) return undefined
  const calls = signatures.map((text) => createHash('sha256').update(text).digest('base64url').slice(0, HASH_CHARS))
  const report: Report = { at: now, calls: calls.slice(-CALLS_PER_REPORT_MAX) }
  await state.appendList(key, report, REPORTS_MAX, rules.window_ms)
  const reports = (await state.readList(key)).filter(isReport).filter(({ at }) => at > now - rules.window_ms)
  const earlier = reports.flatMap((item) => item.calls).slice(0, -report.calls.length)
  return loopIn([...earlier, ...calls], calls.length, rules)
}

/** @param added  number of new calls, at the end */
export function loopIn(calls: readonly string[], added: number, { repeats, calls_max }: LoopRules): Loop | undefined {
  for (let end = calls.length - added + 1; end <= calls.length; end += 1) {
    for (let period = 1; period <= PERIOD_MAX; period += 1) {
      if (repeatsAt(calls, end, period, repeats)) return { period, times: repeats }
    }
  }
  const counts = new Map<string, number>()
  for (const call of calls) counts.set(call, (counts.get(call) ?? 0) + 1)
  for (const call of new Set(calls.slice(-added))) {
    if (counts.get(call)! > calls_max) return { period: 0, times: counts.get(call)! }
  }
  return undefined
}

function repeatsAt(calls: readonly string[], end: number, period: number, repeats: number): boolean {
  const length = period * repeats
  if (length > end) return false
  for (let at = end - length + period; at < end; at += 1) if (calls[at] !== calls[at - period]) return false
  return true
}

function isReport(value: unknown): value is Report {
  return typeof value === 'object' && value !== null && 'at' in value && 'calls' in value && Array.isArray(value.calls)
}
