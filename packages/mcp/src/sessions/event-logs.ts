import type { GatewayLimits } from '../server/limits.ts'
import type { EventBudget, EventPurpose } from './event-budget.ts'
import { EventLog } from './event-log.ts'

type LogLimits = Pick<GatewayLimits, 'eventsKept' | 'eventCharsKept' | 'streamsKept'>

/** Event streams of one session within a common limit: the oldest events are dropped first. */
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

  /** @param isExpected  a reader is about to connect */
  open(isExpected: boolean): EventLog {
    const log = new EventLog(this.#nextKey, this, isExpected)
    this.#nextKey += 1
    this.#logs.set(log.key, log)
    if (this.#logs.size > this.#limits.streamsKept) this.#forgetStream()
    return log
  }

  /** Returns the stream and event of an event id; undefined for unknown ids, and for dropped events. */
  find(eventId: string): { readonly log: EventLog; readonly after: number } | undefined {
    const match = EVENT_ID.exec(eventId)
    const log = match === null ? undefined : this.#logs.get(Number(match[1]))
    const after = Number(match?.[2])
    return log?.reaches(after) === true ? { log, after } : undefined
  }

  /** Drops a stream that was answered differently: it cannot be resumed. */
  discard(log: EventLog): void {
    if (this.#logs.delete(log.key)) log.forget(false)
  }

  /** Closes the session's streams: nothing is stored for resumption, and readers receive the remaining events. */
  close(): void {
    this.#isClosed = true
    for (const log of this.#logs.values()) log.forget(true)
  }

  /**
   * Reserves space for another event, to be released by {@link free}.
   * @returns the purpose; undefined without space, or for an event that is too large to store and has no reader
   */
  admit(log: EventLog, chars: number): EventPurpose | undefined {
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

  free(reason: EventPurpose, chars: number): void {
    if (reason === 'kept') this.#chars -= chars
    this.#budget.free(this.#owner, reason, chars)
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

  /** Drops ended streams first, and never the stream outside of requests. */
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
