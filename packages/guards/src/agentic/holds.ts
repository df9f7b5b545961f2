import { uuidv7 } from '@gatehouse/kernel'
import { z } from 'zod'
import { ATTACK_SCOPES } from './attack-scopes.ts'
import type { SharedState } from './engine/ports.ts'

/** Own limit: listed lockouts of one tenant. */
export const HOLDS_LISTED_MAX = 500
/** Own limit: maximum duration of a lockout, so that no list expires before its entries. */
export const HOLD_SECONDS_MAX = 86_400

/** Stored data of a lockout besides its end: its target, start and reason. */
const Listed = z.object({
  id: z.string(),
  scope: z.enum(ATTACK_SCOPES),
  agentKey: z.string().optional(),
  sessionId: z.string().optional(),
  userId: z.string().optional(),
  /** Whether only calls without session and user are affected. */
  unnamedOnly: z.boolean(),
  /** Guards that denied the decisive attempt; empty if two counters together were decisive. */
  guardrails: z.array(z.string()),
  /** The request of that attempt, as the audit log has it. */
  requestId: z.string().optional(),
  blocks: z.number(),
  window_seconds: z.number(),
  since_ms: z.number(),
  until_ms: z.number(),
  /** The locked place, and its attempt counters. */
  key: z.string(),
  counts: z.array(z.string()),
})
type Listed = z.infer<typeof Listed>

/** A temporary lockout. Times are milliseconds since the Unix epoch. */
export type Lockout = Readonly<Omit<Listed, 'key' | 'counts'>>

/** Data of a new lockout. */
export type NewLockout = Omit<Listed, 'id'>

/** Starts and lists a lockout until `until_ms`. Further calls are denied from now on. */
export async function lockOut(state: SharedState, tenantId: string, newLockout: NewLockout): Promise<void> {
  const { key, since_ms, until_ms } = newLockout
  // Write the lockout before listing it: an unlisted lockout still applies.
  await state.set(strictKey(tenantId, key), until_ms, until_ms - since_ms)
  const listed: Listed = { id: uuidv7(since_ms), ...newLockout }
  await state.appendList(listKey(tenantId), listed, HOLDS_LISTED_MAX, HOLD_SECONDS_MAX * 1_000)
}

/** Returns the end of a place's lockout; undefined for none. One read. */
export async function lockedOutUntil_ms(
  state: SharedState,
  tenantId: string,
  key: string,
): Promise<number | undefined> {
  const until_ms = await state.get(strictKey(tenantId, key))
  return typeof until_ms === 'number' ? until_ms : undefined
}

/** Returns the number of attempts at a place. */
export function attempts(state: SharedState, tenantId: string, key: string, ttl_ms: number, by = 0): Promise<number> {
  return state.increment(countKey(tenantId, key), by, ttl_ms)
}

/**
 * Lists the active lockouts of a tenant, newest first.
 * @returns `isWhole`: false with too many recent lockouts to list the oldest ones; these expire
 */
export async function listHolds(
  state: SharedState,
  tenantId: string,
  now_ms: number,
): Promise<{ readonly holds: readonly Lockout[]; readonly isWhole: boolean }> {
  const listed = await readListed(state, tenantId)
  const holds = await Promise.all(
    listed.map(async (item) => ((await isInForce(state, tenantId, item, now_ms)) ? item : undefined)),
  )
  const oldest = listed[0]
  return {
    holds: newestOfEach(holds.filter((item) => item !== undefined)).map(shown),
    isWhole: listed.length < HOLDS_LISTED_MAX || oldest === undefined || oldest.until_ms <= now_ms,
  }
}

/**
 * Ends a lockout and resets its attempt counters.
 * @returns the lockout and whether this call ended it (true for one of any number of concurrent calls); undefined for an unlisted one
 */
export async function liftHold(
  state: SharedState,
  tenantId: string,
  id: string,
  now_ms: number,
): Promise<{ readonly hold: Lockout; readonly wasHeld: boolean } | undefined> {
  const item = (await readListed(state, tenantId)).find((listed) => listed.id === id)
  if (item === undefined) return undefined
  if (!(await isInForce(state, tenantId, item, now_ms))) return { hold: shown(item), wasHeld: false }
  // Counters first: otherwise the next attempt would exceed an old count.
  await Promise.all(item.counts.map((key) => state.delete(countKey(tenantId, key))))
  const strict = strictKey(tenantId, item.key)
  const claimed = await state.take(strict)
  if (claimed === item.until_ms) return { hold: shown(item), wasHeld: true }
  // A lockout that started in between is a different one, and stays.
  if (typeof claimed === 'number' && claimed > now_ms) await state.set(strict, claimed, claimed - now_ms)
  return { hold: shown(item), wasHeld: false }
}

async function readListed(state: SharedState, tenantId: string): Promise<readonly Listed[]> {
  const values = await state.readList(listKey(tenantId))
  return values.flatMap((value) => {
    const { success, data } = Listed.safeParse(value)
    return success ? [data] : []
  })
}

async function isInForce(state: SharedState, tenantId: string, listed: Listed, now_ms: number): Promise<boolean> {
  return listed.until_ms > now_ms && (await lockedOutUntil_ms(state, tenantId, listed.key)) === listed.until_ms
}

/** Returns the newest lockout of each place, newest first: two concurrent calls may list the same lockout twice. */
function newestOfEach(holds: readonly Listed[]): readonly Listed[] {
  const byKey = new Map(holds.map((item) => [item.key, item]))
  return [...byKey.values()].toSorted((a, b) => b.since_ms - a.since_ms || (a.id < b.id ? 1 : -1))
}

function shown({ key: _key, counts: _counts, ...hold_ }: Listed): Lockout {
  return hold_
}

function strictKey(tenantId: string, key: string): string {
  return `${tenantId}:attack:strict:${key}`
}

function countKey(tenantId: string, key: string): string {
  return `${tenantId}:attack:count:${key}`
}

function listKey(tenantId: string): string {
  return `${tenantId}:attack:holds`
}
