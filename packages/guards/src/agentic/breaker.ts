import { z } from 'zod'
import type { SharedState } from './engine/ports.ts'

/** docs/spec/guard.md "Agents: kill switch and breaker": consecutive failures that open a breaker, and how long it stays open. */
const FAILURES = 3
const OPEN_S = 300
const OPEN_S_MAX = 86_400
const FAILURES_MAX = 1_000
const LATENCY_MS_MAX = 3_600_000

/** Ours: a probe of which nobody reports how it went makes room for another after this time. */
const PROBE_S = 30
const PROBE_S_MAX = 3_600

/** Ours: a breaker that nobody has tried for so long is forgotten, and so is a failure that no other followed. */
const REMEMBERED_MS = 24 * 3_600_000
/** Ours: whoever decides a half-open breaker and dies in between leaves the decision to the next after this time. */
const DECIDING_MS = 10_000
/** Ours: breakers of one tenant that are listed. */
export const BREAKERS_LISTED_MAX = 1_000

/** When a tool's breaker opens and for how long; settings of the guard `circuit_breaker`. */
export const BreakerRules = z.object({
  failure_threshold: z
    .number()
    .int()
    .min(1)
    .max(FAILURES_MAX)
    .default(FAILURES)
    .describe('Consecutive failed calls after which the breaker of a tool opens.'),
  open_seconds: z
    .number()
    .int()
    .min(1)
    .max(OPEN_S_MAX)
    .default(OPEN_S)
    .describe('How long an open breaker refuses every call before it lets one through as a probe.'),
  latency_threshold_ms: z
    .number()
    .int()
    .min(1)
    .max(LATENCY_MS_MAX)
    .optional()
    .describe('A call that took longer counts as failed, whatever it answered. Absent: no call is too slow.'),
  probe_seconds: z
    .number()
    .int()
    .min(1)
    .max(PROBE_S_MAX)
    .default(PROBE_S)
    .describe('How long the report of a probe is awaited before another call may be one.'),
})
export type BreakerRules = z.infer<typeof BreakerRules>

/** How a call of a tool went, as its caller reports it. */
export interface ToolOutcome {
  readonly success: boolean
  readonly latency_ms?: number | undefined
}

/** A tool's breaker as it is now. Times are milliseconds since the Unix epoch. */
export interface BreakerView {
  readonly state: 'closed' | 'open' | 'half_open'
  /** Consecutive failures: those counted so far, or those that opened it. */
  readonly failures: number
  readonly openedAt_ms?: number
  /** From when on one call may be a probe. */
  readonly openUntil_ms?: number
}

export interface Reported extends BreakerView {
  /** Whether this report opened the breaker, or opened it again: true for one of any number of reports at once. */
  readonly opened: boolean
  /** Whether this report closed it. */
  readonly closed: boolean
}

interface Opened {
  readonly openedAt_ms: number
  readonly openUntil_ms: number
  readonly failures: number
}

/** The breaker of one tool of a tenant, without its count while it is closed: one read of the shared state. */
export async function breakerState(
  state: SharedState,
  tenantId: string,
  tool: string,
  now_ms: number,
): Promise<BreakerView> {
  const opened = readOpened(await state.get(keyOf(tenantId, 'open', tool)))
  if (opened === undefined) return { state: 'closed', failures: 0 }
  return { state: now_ms < opened.openUntil_ms ? 'open' : 'half_open', ...opened }
}

/**
 * Whether this call may be the probe of a half-open breaker: true for exactly one of any number of calls at once, on any
 * number of instances, until it is reported or `probe_seconds` are over.
 */
export function tryProbe(state: SharedState, tenantId: string, tool: string, rules: BreakerRules): Promise<boolean> {
  return state.putIfAbsent(keyOf(tenantId, 'probe', tool), rules.probe_seconds * 1_000)
}

/** Lets another call be the probe, since this one was refused by a later step and will never be reported. */
export function giveUpProbe(state: SharedState, tenantId: string, tool: string): Promise<void> {
  return state.delete(keyOf(tenantId, 'probe', tool))
}

/**
 * Takes in how a call went. Closed: failures in a row open the breaker, a success ends the row. Open: reports are those of
 * calls that were under way, and change nothing. Half-open: the first report decides, whoever made the call.
 */
export async function reportOutcome(
  state: SharedState,
  tenantId: string,
  tool: string,
  outcome: ToolOutcome,
  rules: BreakerRules,
  now_ms: number,
): Promise<Reported> {
  const before = await breakerState(state, tenantId, tool, now_ms)
  const isFailure = failed(outcome, rules)
  if (before.state === 'open') return { ...before, opened: false, closed: false }
  if (before.state === 'half_open') return decide(state, tenantId, tool, isFailure, before, rules, now_ms)
  const counter = keyOf(tenantId, 'failures', tool)
  if (!isFailure) {
    await state.delete(counter)
    return { state: 'closed', failures: 0, opened: false, closed: false }
  }
  const failures = await state.increment(counter, 1, REMEMBERED_MS)
  await list(state, tenantId, tool)
  if (failures < rules.failure_threshold) return { state: 'closed', failures, opened: false, closed: false }
  const opening = openedAt(now_ms, failures, rules)
  const isFirst = await state.putIfAbsent(keyOf(tenantId, 'open', tool), remembered_ms(rules), opening)
  await state.delete(counter)
  return { state: 'open', ...opening, opened: isFirst, closed: false }
}

/** Closes a breaker and forgets its failures. @returns whether it was open or half-open */
export async function resetBreaker(state: SharedState, tenantId: string, tool: string): Promise<boolean> {
  const was = await state.take(keyOf(tenantId, 'open', tool))
  await state.delete(keyOf(tenantId, 'failures', tool))
  await state.delete(keyOf(tenantId, 'probe', tool))
  return was !== undefined
}

/** The tools of a tenant that have failed lately and their breakers, at most {@link BREAKERS_LISTED_MAX}, by name. */
export async function listBreakers(
  state: SharedState,
  tenantId: string,
  now_ms: number,
): Promise<readonly (BreakerView & { readonly tool: string })[]> {
  const listed = await state.readList(listKey(tenantId))
  const tools = [...new Set(listed.filter((name) => typeof name === 'string'))].toSorted()
  const views = await Promise.all(
    tools.map(async (tool) => {
      const view = await breakerState(state, tenantId, tool, now_ms)
      if (view.state !== 'closed') return { tool, ...view }
      return { tool, ...view, failures: await state.increment(keyOf(tenantId, 'failures', tool), 0, REMEMBERED_MS) }
    }),
  )
  return views.filter(({ state: now, failures }) => now !== 'closed' || failures > 0)
}

async function decide(
  state: SharedState,
  tenantId: string,
  tool: string,
  isFailure: boolean,
  before: BreakerView,
  rules: BreakerRules,
  now_ms: number,
): Promise<Reported> {
  // Of reports that come together the first decides; one that came later must not close what was opened again.
  const decision = `${keyOf(tenantId, 'decided', tool)}\n${before.openedAt_ms}`
  if (!(await state.putIfAbsent(decision, DECIDING_MS))) {
    return { ...(await breakerState(state, tenantId, tool, now_ms)), opened: false, closed: false }
  }
  if (!isFailure) {
    await resetBreaker(state, tenantId, tool)
    return { state: 'closed', failures: 0, opened: false, closed: true }
  }
  const opening = openedAt(now_ms, before.failures + 1, rules)
  await state.set(keyOf(tenantId, 'open', tool), opening, remembered_ms(rules))
  await state.delete(keyOf(tenantId, 'probe', tool))
  await list(state, tenantId, tool)
  return { state: 'open', ...opening, opened: true, closed: false }
}

function failed({ success, latency_ms }: ToolOutcome, { latency_threshold_ms }: BreakerRules): boolean {
  return !success || (latency_ms !== undefined && latency_ms > (latency_threshold_ms ?? Infinity))
}

/**
 * Enters the tool in its tenant's list, once a day: the list has no room for a name at each failure. A count says whether it
 * was, not a mark that must not be forgotten: room for those is for what must happen once.
 */
async function list(state: SharedState, tenantId: string, tool: string): Promise<void> {
  if ((await state.increment(keyOf(tenantId, 'listings', tool), 1, REMEMBERED_MS)) === 1) {
    await state.appendList(listKey(tenantId), tool, BREAKERS_LISTED_MAX, 2 * REMEMBERED_MS + OPEN_S_MAX * 1_000)
  }
}

function openedAt(now_ms: number, failures: number, { open_seconds }: BreakerRules): Opened {
  return { openedAt_ms: now_ms, openUntil_ms: now_ms + open_seconds * 1_000, failures }
}

function remembered_ms({ open_seconds }: BreakerRules): number {
  return open_seconds * 1_000 + REMEMBERED_MS
}

function readOpened(value: unknown): Opened | undefined {
  // Only these functions write under the key.
  return value === undefined ? undefined : (value as Opened)
}

/** The tool's name stands last: it may hold any character. */
function keyOf(tenantId: string, what: 'open' | 'failures' | 'probe' | 'listings' | 'decided', tool: string): string {
  return `${tenantId}:breaker:${what}:${tool}`
}

function listKey(tenantId: string): string {
  return `${tenantId}:breakers`
}
