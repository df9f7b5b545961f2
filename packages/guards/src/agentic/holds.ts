import { uuidv7 } from '@gatehouse/kernel'
import { z } from 'zod'
import { ATTACK_SCOPES } from './attack-scopes.ts'
import type { SharedState } from './engine/ports.ts'

/** Ours: holds of one tenant that are listed. */
export const HOLDS_LISTED_MAX = 500
/** Ours: the longest hold that can be set, so that no list ends before what it names. */
export const HOLD_SECONDS_MAX = 86_400

/** What a hold is remembered by beside the time at which it ends: who is held, and since when and why. */
const Listed = z.object({
  id: z.string(),
  scope: z.enum(ATTACK_SCOPES),
  agentKey: z.string().optional(),
  sessionId: z.string().optional(),
  userId: z.string().optional(),
  /** Whether calls alone are meant that name neither session nor user. */
  unnamedOnly: z.boolean(),
  /** Guards that refused the attempt that was enough; none where two counts were enough together. */
  guardrails: z.array(z.string()),
  /** The request of that attempt, as the audit log has it. */
  requestId: z.string().optional(),
  blocks: z.number(),
  window_seconds: z.number(),
  since_ms: z.number(),
  until_ms: z.number(),
  /** The place that is held, and those at which attempts are counted for it. */
  key: z.string(),
  counts: z.array(z.string()),
})
type Listed = z.infer<typeof Listed>

/** Somebody who is held stricter for a while. Times are milliseconds since the Unix epoch. */
export type Hold = Readonly<Omit<Listed, 'key' | 'counts'>>

/** What is said of a hold when it begins. */
export type NewHold = Omit<Listed, 'id'>

/** Holds somebody until `until_ms`, and lists it. What ran before is held from now on. */
export async function hold(state: SharedState, tenantId: string, begun: NewHold): Promise<void> {
  const { key, since_ms, until_ms } = begun
  // First what holds: one that is not listed still holds.
  await state.set(strictKey(tenantId, key), until_ms, until_ms - since_ms)
  const listed: Listed = { id: uuidv7(since_ms), ...begun }
  await state.appendList(listKey(tenantId), listed, HOLDS_LISTED_MAX, HOLD_SECONDS_MAX * 1_000)
}

/** When the hold of a place ends; undefined where there is none. One read. */
export async function heldUntil_ms(state: SharedState, tenantId: string, key: string): Promise<number | undefined> {
  const until_ms = await state.get(strictKey(tenantId, key))
  return typeof until_ms === 'number' ? until_ms : undefined
}

/** Reads how much was attempted at a place. */
export function attempts(state: SharedState, tenantId: string, key: string, ttl_ms: number, by = 0): Promise<number> {
  return state.increment(countKey(tenantId, key), by, ttl_ms)
}

/**
 * Those whom a tenant holds now, newest first.
 * @returns `isWhole`: false where so many were held lately that the oldest are not listed; they end by themselves
 */
export async function listHolds(
  state: SharedState,
  tenantId: string,
  now_ms: number,
): Promise<{ readonly holds: readonly Hold[]; readonly isWhole: boolean }> {
  const listed = await readListed(state, tenantId)
  const holds = await Promise.all(
    listed.map(async (one) => ((await isInForce(state, tenantId, one, now_ms)) ? one : undefined)),
  )
  const oldest = listed[0]
  return {
    holds: newestOfEach(holds.filter((one) => one !== undefined)).map(shown),
    isWhole: listed.length < HOLDS_LISTED_MAX || oldest === undefined || oldest.until_ms <= now_ms,
  }
}

/**
 * Ends a hold, and forgets the attempts that led to it: the next one is the first again.
 * @returns the hold and whether this call ended it (true for one of any number at once); undefined where none such is listed
 */
export async function liftHold(
  state: SharedState,
  tenantId: string,
  id: string,
  now_ms: number,
): Promise<{ readonly hold: Hold; readonly wasHeld: boolean } | undefined> {
  const one = (await readListed(state, tenantId)).find((listed) => listed.id === id)
  if (one === undefined) return undefined
  if (!(await isInForce(state, tenantId, one, now_ms))) return { hold: shown(one), wasHeld: false }
  // First the counts: with them alone the next attempt would be one too many of many, and hold nobody.
  await Promise.all(one.counts.map((key) => state.delete(countKey(tenantId, key))))
  const strict = strictKey(tenantId, one.key)
  const taken = await state.take(strict)
  if (taken === one.until_ms) return { hold: shown(one), wasHeld: true }
  // One that began in between is another, and nobody has asked to end it.
  if (typeof taken === 'number' && taken > now_ms) await state.set(strict, taken, taken - now_ms)
  return { hold: shown(one), wasHeld: false }
}

async function readListed(state: SharedState, tenantId: string): Promise<readonly Listed[]> {
  const values = await state.readList(listKey(tenantId))
  return values.flatMap((value) => {
    const { success, data } = Listed.safeParse(value)
    return success ? [data] : []
  })
}

async function isInForce(state: SharedState, tenantId: string, one: Listed, now_ms: number): Promise<boolean> {
  return one.until_ms > now_ms && (await heldUntil_ms(state, tenantId, one.key)) === one.until_ms
}

/** Newest first, one of each place: two calls that began the same hold in the same moment have listed it twice. */
function newestOfEach(holds: readonly Listed[]): readonly Listed[] {
  const byKey = new Map(holds.map((one) => [one.key, one]))
  return [...byKey.values()].toSorted((a, b) => b.since_ms - a.since_ms || (a.id < b.id ? 1 : -1))
}

function shown({ key: _key, counts: _counts, ...hold_ }: Listed): Hold {
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
