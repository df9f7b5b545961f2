import { randomInt } from 'node:crypto'
import { uuidv7 } from '@gatehouse/kernel'
import type { SharedState } from '../engine/ports.ts'
import { SESSION_TTL_MS } from './keys.ts'

/** Own limit of concurrent decisions per session. An agent's turn needs few. */
export const PLACES_MAX = 32
/**
 * Own limit: time after which the slot of an unfinished call expires, which only happens after a process crash. A decision takes seconds,
 * even with a model, and a finished call releases its slot.
 */
export const PLACE_MS = 60_000

/** A call during its decision. It gets its number after its slot, so that a call without a number may be earlier. */
interface PendingCall {
  readonly i: string
  readonly t: string
  readonly n?: number
}

/** A call that has entered its session. */
export interface CallPosition {
  /**
   * The last allowed tool call, and the tools of undecided calls; `''` for the start of the session. A transition rule must allow each of
   * them.
   */
  readonly previous: readonly string[]
  /** False with too many undecided calls to list. */
  readonly isKnown: boolean
  /** Releases the slot, and records whether this call ran. */
  leave(mayRun: boolean): Promise<void>
}

/**
 * Enters a call into its session before the decision, and returns the previous tools. Of two concurrent calls, on any instances, at least
 * one sees the other, and only the later one if their numbers are known. Each call takes a slot, then a number, and then reads the others
 * (Lamport's bakery algorithm). Denied calls are not recorded.
 * @param ordered whether an order applies to the tool. An unordered tool is admitted without a free slot, and then ordered tools have
 * unknown predecessors until `PLACE_MS` has passed
 */
export async function enter(state: SharedState, key: string, tool: string, ordered: boolean): Promise<CallPosition> {
  const id = uuidv7()
  const at = await reservePosition(state, key, { i: id, t: tool })
  if (at === undefined && !ordered) await state.set(keyOf(key, 'crowded'), true, PLACE_MS)
  const number = await state.increment(keyOf(key, 'numbers'), 1, SESSION_TTL_MS)
  if (at !== undefined) await state.set(keyOf(key, at), { i: id, t: tool, n: number } satisfies PendingCall, PLACE_MS)
  // The last call is read after the slots, because a call that releases its slot is already the last one.
  const places = await Promise.all(PLACES.map((place) => state.get(keyOf(key, place))))
  const [last, crowded] = await Promise.all([state.get(keyOf(key, 'last')), state.get(keyOf(key, 'crowded'))])
  const earlier = places
    .filter((current): current is PendingCall => current !== undefined && (current as PendingCall).i !== id)
    // Numbers restart after a day: the first of them has unknown predecessors.
    .filter(({ n }) => n === undefined || n < number || number === 1)
    .toSorted((a, b) => (b.n ?? number) - (a.n ?? number))
    .map((pendingCall) => pendingCall.t)
  return {
    previous: [...earlier, typeof last === 'string' ? last : ''],
    isKnown: !ordered || (at !== undefined && crowded === undefined),
    async leave(mayRun) {
      if (mayRun) await state.set(keyOf(key, 'last'), tool, SESSION_TTL_MS)
      if (at === undefined) return
      // After `PLACE_MS` it may be another's.
      const pendingCall = (await state.get(keyOf(key, at))) as PendingCall | undefined
      if (pendingCall?.i === id) await state.delete(keyOf(key, at))
    },
  }
}

const PLACES: readonly number[] = Array.from({ length: PLACES_MAX }, (_, place) => place)

/** @returns undefined without a free slot */
async function reservePosition(state: SharedState, key: string, pendingCall: PendingCall): Promise<number | undefined> {
  const from = randomInt(PLACES_MAX)
  for (const step of PLACES) {
    const place = (from + step) % PLACES_MAX
    // oxlint-disable-next-line no-await-in-loop -- most often the first is free
    if (await state.putIfAbsent(keyOf(key, place), PLACE_MS, pendingCall)) return place
  }
  return undefined
}

/** Returns a session key. It is JSON, and so ends in a bracket: the text after it cannot be part of another name. */
function keyOf(key: string, part: number | string): string {
  return `${key}:${part}`
}
