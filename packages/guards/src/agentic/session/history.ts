import { randomInt } from 'node:crypto'
import { uuidv7 } from '@gatehouse/kernel'
import type { SharedState } from '../engine/ports.ts'
import { SESSION_TTL_MS } from './keys.ts'

/** Ours: calls of one session that are being decided at once; an agent's turn asks for a handful. */
export const PLACES_MAX = 32
/**
 * Ours: how long a place is held for a call of which nothing more is heard. A decision takes seconds, also with a model; the
 * place of one that was made is given back at once, so that this is for processes that died over it.
 */
export const PLACE_MS = 60_000

/** A call that is being decided. Its number comes once its place is taken, for whoever has no number yet may be earlier. */
interface Held {
  readonly i: string
  readonly t: string
  readonly n?: number
}

/** A call that has entered its session. */
export interface Place {
  /**
   * The tool of the last call that was let through, and those of calls that are being decided; `''` for the beginning of the
   * session. A rule on what may follow must hold for each of them.
   */
  readonly previous: readonly string[]
  /** False when so many calls are being decided that not all of them can be told. */
  readonly isKnown: boolean
  /** Gives the place back, and tells later calls whether this one ran. */
  leave(mayRun: boolean): Promise<void>
}

/**
 * Enters a call into its session before it is decided, and tells what went before. Of two calls at once, on any number of
 * instances, at least one sees the other, and only the later one where their numbers are known: each takes a place, then a
 * number, and then looks (Lamport's bakery). Calls that were refused leave nothing behind.
 * @param ordered  whether the order of calls binds the tool. One that is free is let in when there is no place left, and then
 *   ordered ones cannot know what went before until `PLACE_MS` are over
 */
export async function enter(state: SharedState, key: string, tool: string, ordered: boolean): Promise<Place> {
  const id = uuidv7()
  const at = await takePlace(state, key, { i: id, t: tool })
  if (at === undefined && !ordered) await state.set(keyOf(key, 'crowded'), true, PLACE_MS)
  const number = await state.increment(keyOf(key, 'numbers'), 1, SESSION_TTL_MS)
  if (at !== undefined) await state.set(keyOf(key, at), { i: id, t: tool, n: number } satisfies Held, PLACE_MS)
  // The last call is read behind the places: one that leaves its place has become the last before.
  const places = await Promise.all(PLACES.map((place) => state.get(keyOf(key, place))))
  const [last, crowded] = await Promise.all([state.get(keyOf(key, 'last')), state.get(keyOf(key, 'crowded'))])
  const earlier = places
    .filter((held): held is Held => held !== undefined && (held as Held).i !== id)
    // Numbers begin anew after a day: the first of them cannot tell who is earlier.
    .filter(({ n }) => n === undefined || n < number || number === 1)
    .toSorted((a, b) => (b.n ?? number) - (a.n ?? number))
    .map((held) => held.t)
  return {
    previous: [...earlier, typeof last === 'string' ? last : ''],
    isKnown: !ordered || (at !== undefined && crowded === undefined),
    async leave(mayRun) {
      if (mayRun) await state.set(keyOf(key, 'last'), tool, SESSION_TTL_MS)
      if (at === undefined) return
      // After `PLACE_MS` it may be another's.
      const held = (await state.get(keyOf(key, at))) as Held | undefined
      if (held?.i === id) await state.delete(keyOf(key, at))
    },
  }
}

const PLACES: readonly number[] = Array.from({ length: PLACES_MAX }, (_, place) => place)

/** @returns undefined when all are taken */
async function takePlace(state: SharedState, key: string, held: Held): Promise<number | undefined> {
  const from = randomInt(PLACES_MAX)
  for (const step of PLACES) {
    const place = (from + step) % PLACES_MAX
    // oxlint-disable-next-line no-await-in-loop -- most often the first is free
    if (await state.putIfAbsent(keyOf(key, place), PLACE_MS, held)) return place
  }
  return undefined
}

/** The key of a session is JSON, and so ends in a bracket: what is behind it cannot be another's name. */
function keyOf(key: string, part: number | string): string {
  return `${key}:${part}`
}
