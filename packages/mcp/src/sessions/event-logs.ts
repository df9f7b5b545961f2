import type { GatewayLimits } from '../server/limits.ts'
import type { EventBudget, HeldFor } from './event-budget.ts'
import { EventLog } from './event-log.ts'

type LogLimits = Pick<GatewayLimits, 'eventsKept' | 'eventCharsKept' | 'streamsKept'>

/** The event streams of one session, within one bound: what is oldest is forgotten first. */
export class EventLogs {
  readonly #limits: LogLimits
  readonly #owner: string
  readonly #budget: EventBudget
  readonly #logs = new Map<number, EventLog>()
  #nextKey = 0
  #chars = 0
  #isClosed = false

  constructor(limits: LogLimits, owner: string, budget: EventBudget) {
    this.#limits = limits
    this.#owner = owner
    this.#budget = budget
  }

  /** @param isExpected  somebody is about to read the stream */
  open(isExpected: boolean): EventLog {
    const log = new EventLog(this.#nextKey, this, isExpected)
    this.#nextKey += 1
    this.#logs.set(log.key, log)
    if (this.#logs.size > this.#limits.streamsKept) this.#forgetStream()
    return log
  }

  /** The stream and event that an id of ours names; undefined for any other text, and for what is forgotten. */
  find(eventId: string): { readonly log: EventLog; readonly after: number } | undefined {
    const match = EVENT_ID.exec(eventId)
    const log = match === null ? undefined : this.#logs.get(Number(match[1]))
    const after = Number(match?.[2])
    return log?.reaches(after) === true ? { log, after } : undefined
  }

  /** The stream was answered in another way: nobody can resume it. */
  discard(log: EventLog): void {
    if (this.#logs.delete(log.key)) log.forget(false)
  }

  /** The session is over: nothing is kept for who might come back, and readers get what they are yet to have. */
  close(): void {
    this.#isClosed = true
    for (const log of this.#logs.values()) log.forget(true)
  }

  /**
   * Makes room for one more event, which is what {@link free} gives back.
   * @returns what it may be held for; undefined when there is no room, or nobody to read what is too large to keep
   */
  admit(log: EventLog, chars: number): HeldFor | undefined {
    if (!this.#logs.has(log.key)) return undefined
    if (!this.#isClosed && chars <= this.#limits.eventCharsKept) {
      this.#makeRoom(chars)
      if (this.#fits(chars)) {
        this.#chars += chars
        this.#budget.hold(this.#owner, 'kept', chars)
        return 'kept'
      }
    }
    if (!log.isAwaited || !this.#budget.fits(this.#owner, 'waiting', chars)) return undefined
    this.#budget.hold(this.#owner, 'waiting', chars)
    return 'waiting'
  }

  free(why: HeldFor, chars: number): void {
    if (why === 'kept') this.#chars -= chars
    this.#budget.free(this.#owner, why, chars)
  }

  moveToWaiting(chars: number): void {
    this.free('kept', chars)
    this.#budget.hold(this.#owner, 'waiting', chars)
  }

  #makeRoom(chars: number): void {
    let events = 1
    for (const { size } of this.#logs.values()) events += size
    for (const oldest of this.#logs.values()) {
      while ((events > this.#limits.eventsKept || !this.#fits(chars)) && oldest.forgetOldest()) events -= 1
    }
  }

  #fits(chars: number): boolean {
    return this.#chars + chars <= this.#limits.eventCharsKept && this.#budget.fits(this.#owner, 'kept', chars)
  }

  /** Streams that ended give way first; the one for what belongs to no request never does. */
  #forgetStream(): void {
    for (const log of this.#logs.values()) {
      if (log.hasEnded && !log.isAwaited) {
        this.discard(log)
        return
      }
    }
  }
}

/** Stream and number of an event. */
const EVENT_ID = /^(\d{1,12})\.(\d{1,12})$/
