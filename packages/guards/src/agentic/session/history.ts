import type { SharedState } from '../engine/ports.ts'
import { SESSION_TTL_MS } from './keys.ts'

/**
 * Ours: events of a session that are kept: a call is two. What must have been called at some time is kept apart, so this
 * bounds how many calls of one session may be under way at once.
 */
const EVENTS_MAX = 64

/** A call began, or the one of an id may run, or may not. Only this file writes them. */
type Event = { readonly i: string; readonly t: string } | { readonly d: string } | { readonly x: string }

/** What went before a call. */
export interface Before {
  /**
   * The tool of the last call that was let through, and those of calls begun since of which it is not known yet; `''` for
   * the beginning of the session. A rule on what may follow must hold for each of them.
   */
  readonly previous: readonly string[]
  /** False when so many calls are under way that the last one let through cannot be told. */
  readonly isKnown: boolean
}

/**
 * Enters a call into its session before it is decided, and tells what went before. Entering comes first: of two calls at
 * once, on any number of instances, one sees the other.
 * @param id  unique, and not of the caller's choosing
 */
export async function enter(state: SharedState, key: string, id: string, tool: string): Promise<Before> {
  const entered = state.appendList(key, { i: id, t: tool } satisfies Event, EVENTS_MAX, SESSION_TTL_MS)
  // Asked at the same time: a server runs both in order. Where it does not, the call is not in the list, and it is read again.
  const [, read] = await Promise.all([entered, state.readList(key)])
  let events = read as readonly Event[]
  if (!events.some((event) => 'i' in event && event.i === id)) events = (await state.readList(key)) as readonly Event[]
  return beforeOf(events, id)
}

/** Tells later calls whether this one ran. */
export async function leave(state: SharedState, key: string, id: string, mayRun: boolean): Promise<void> {
  const event: Event = mayRun ? { d: id } : { x: id }
  await state.appendList(key, event, EVENTS_MAX, SESSION_TTL_MS)
}

function beforeOf(events: readonly Event[], id: string): Before {
  const ran = new Set<string>()
  const dropped = new Set<string>()
  for (const event of events) {
    if ('d' in event) ran.add(event.d)
    else if ('x' in event) dropped.add(event.x)
  }
  const previous: string[] = []
  const own = events.findIndex((event) => 'i' in event && event.i === id)
  for (let at = own - 1; at >= 0; at--) {
    const event = events[at]!
    if (!('i' in event) || dropped.has(event.i)) continue
    previous.push(event.t)
    if (ran.has(event.i)) return { previous, isKnown: true }
  }
  return { previous: [...previous, ''], isKnown: own !== -1 && events.length < EVENTS_MAX }
}
