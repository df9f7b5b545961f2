import { z } from 'zod'
import type { SharedState } from './engine/ports.ts'

/** docs/spec/guard.md "Agents: kill switch and breaker": consecutive failures that open a breaker, and its open time. */
const FAILURES = 3
const OPEN_S = 300
const OPEN_S_MAX = 86_400
const FAILURES_MAX = 1_000
const LATENCY_MS_MAX = 3_600_000

/** Own limit: a probe without a reported result is replaced by another after this time. */
const PROBE_S = 30
const PROBE_S_MAX = 3_600

/** Own limit: an unused breaker expires after this time, and so does a single failure. */
const REMEMBERED_MS = 24 * 3_600_000
/** Own limit: after a crash during the decision about a half-open breaker, the next report decides after this time. */
const DECIDING_MS = 10_000
/** Own limit: listed breakers of one tenant. */
export const BREAKERS_LISTED_MAX = 1_000

/** When a tool's breaker opens and for how long; settings of the guard `circuit_breaker`. */
export const BreakerRules = z.object({
  failure_threshold: z
    .number()
    .int()
    .min(1)
    .max(FAILURES_MAX)
    .default(FAILURES)
    .describe("Number of consecutive failed calls after which a tool's breaker opens."),
  open_seconds: z
    .number()
    .int()
    .min(1)
    .max(OPEN_S_MAX)
    .default(OPEN_S)
    .describe('How long an open breaker blocks every call before it allows one probe.'),
  latency_threshold_ms: z
    .number()
    .int()
    .min(1)
    .max(LATENCY_MS_MAX)
    .optional()
    .describe(
      'A call that takes longer counts as failed, whatever its result. If not set, slow calls do not count as failed.',
    ),
  probe_seconds: z
    .number()
    .int()
    .min(1)
    .max(PROBE_S_MAX)
    .default(PROBE_S)
    .describe('How long to wait for the report of a probe before the next probe is allowed.'),
})
export type BreakerRules = z.infer<typeof BreakerRules>

/** Result of a tool call, as its caller reports it. */
export interface ToolOutcome {
  readonly success: boolean
  readonly latency_ms?: number | undefined
}

/** Current state of a tool's breaker. Times are milliseconds since the Unix epoch. */
export interface BreakerView {
  readonly state: 'closed' | 'open' | 'half_open'
  /** Consecutive failures: the current count, or the count at opening. */
  readonly failures: number
  readonly openedAt_ms?: number
  /** Time from which one call may be a probe. */
  readonly openUntil_ms?: number
}

export interface Reported extends BreakerView {
  /** Whether this report opened or reopened the breaker; true for only one of several concurrent reports. */
  readonly opened: boolean
  /** Whether this report closed it. */
  readonly closed: boolean
}

interface Opened {
  readonly openedAt_ms: number
  readonly openUntil_ms: number
  readonly failures: number
}

/** Returns the breaker of one tool of a tenant with one read of the shared state. Omits the count while it is closed. */
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
 * Returns whether this call may be the probe of a half-open breaker. True for exactly one of several concurrent calls, on any instances,
 * until it is reported or `probe_seconds` have passed.
 */
export function tryProbe(state: SharedState, tenantId: string, tool: string, rules: BreakerRules): Promise<boolean> {
  return state.putIfAbsent(keyOf(tenantId, 'probe', tool), rules.probe_seconds * 1_000)
}

/** Releases the probe, because a later step denied this call and it will never be reported. */
export function releaseProbe(state: SharedState, tenantId: string, tool: string): Promise<void> {
  return state.delete(keyOf(tenantId, 'probe', tool))
}

/**
 * Records the result of a call. Closed: consecutive failures open the breaker, a success resets them. Open: reports belong to earlier
 * calls, and have no effect. Half-open: the first report decides, from any caller.
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

/** Closes a breaker and clears its failures. @returns whether it was open or half-open */
export async function resetBreaker(state: SharedState, tenantId: string, tool: string): Promise<boolean> {
  const was = await state.take(keyOf(tenantId, 'open', tool))
  await state.delete(keyOf(tenantId, 'failures', tool))
  await state.delete(keyOf(tenantId, 'probe', tool))
  return was !== undefined
}

/** Returns the breakers of a tenant's recently failed tools by name, at most {@link BREAKERS_LISTED_MAX}. */
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
  // The first of several concurrent reports decides. A later one must not close a reopened breaker.
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
 * Adds the tool to its tenant's list, once a day, because the list has no space for a name at each failure. A counter records the
 * addition; persistent marks are reserved for one-time events.
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

/** Returns a key; the tool's name is last, since it may contain any character. */
function keyOf(
  tenantId: string,
  subject: 'open' | 'failures' | 'probe' | 'listings' | 'decided',
  tool: string,
): string {
  return `${tenantId}:breaker:${subject}:${tool}`
}

function listKey(tenantId: string): string {
  return `${tenantId}:breakers`
}
