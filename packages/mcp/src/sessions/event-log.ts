import { encodeSse } from '@gatehouse/formats'

import type { JsonRpcMessage } from '../messages.ts'
import type { GatewayLimits } from '../server/limits.ts'
import { encodeMessage } from '../server/rpc.ts'

interface KeptEvent {
  readonly seq: number
  readonly data: string
}

type LogLimits = Pick<GatewayLimits, 'eventsKept' | 'eventCharsKept' | 'streamsKept' | 'keepAlive_ms'>

/** One event stream of a session: what was sent on it lately, and what waits to be read. One reader at a time. */
export class EventLog {
  readonly key: number
  readonly #logs: EventLogs
  readonly #events: KeptEvent[] = []
  #lastSeq = 0
  #deliveredSeq = 0
  #ended = false
  #reader: symbol | undefined
  #wake: (() => void) | undefined

  constructor(key: number, logs: EventLogs) {
    this.key = key
    this.#logs = logs
  }

  get isRead(): boolean {
    return this.#reader !== undefined
  }

  get size(): number {
    return this.#events.length
  }

  get hasEnded(): boolean {
    return this.#ended
  }

  push(message: JsonRpcMessage): void {
    this.#append(encodeMessage(message))
  }

  /** An event without a message: it gives the client an id to resume from before anything happened. */
  prime(): void {
    this.#append('')
  }

  #append(data: string): void {
    if (this.#ended) return
    this.#lastSeq += 1
    this.#events.push({ seq: this.#lastSeq, data })
    this.#logs.kept(this, data.length)
    this.#wake?.()
  }

  /** Nothing more comes; a reader gets to the end. */
  end(): void {
    this.#ended = true
    this.#wake?.()
  }

  /** Characters given up with the oldest event; 0 when only one is left. */
  forgetOldest(): number {
    if (this.#events.length <= 1) return 0
    return this.#events.shift()!.data.length
  }

  get chars(): number {
    return this.#events.reduce((sum, { data }) => sum + data.length, 0)
  }

  /** Knows no event after this one that it has forgotten. */
  reaches(after: number): boolean {
    return after <= this.#lastSeq && (this.#events[0]?.seq ?? this.#lastSeq + 1) <= after + 1
  }

  /** The stream as text, from the event after this one, or after the last that anybody read. A second reader ends the first. */
  async *read(signal: AbortSignal, keepAlive_ms: number, after: number = this.#deliveredSeq): AsyncGenerator<string> {
    const self = Symbol('reader')
    this.#reader = self
    this.#wake?.()
    let next = after + 1
    const wake = () => this.#wake?.()
    signal.addEventListener('abort', wake)
    try {
      while (!signal.aborted && this.#reader === self) {
        // Events leave at the front, so the place of the next one is found by its number.
        const event = this.#events[Math.max(0, next - (this.#events[0]?.seq ?? next))]
        if (event !== undefined) {
          next = event.seq + 1
          this.#deliveredSeq = Math.max(this.#deliveredSeq, event.seq)
          yield encodeSse({ id: `${this.key}.${event.seq}`, data: event.data })
        } else if (this.#ended) return
        else if (await this.#quiet(keepAlive_ms)) yield ': alive\n\n'
      }
    } finally {
      signal.removeEventListener('abort', wake)
      if (this.#reader === self) this.#reader = undefined
    }
  }

  /** Resolves with true when nothing happened for this long. */
  #quiet(keepAlive_ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => done(true), keepAlive_ms)
      const done = (quiet: boolean) => {
        clearTimeout(timer)
        this.#wake = undefined
        resolve(quiet)
      }
      this.#wake = () => done(false)
    })
  }
}

/** The event streams of one session, within one bound: what is oldest is forgotten first. */
export class EventLogs {
  readonly #limits: LogLimits
  readonly #logs = new Map<number, EventLog>()
  #nextKey = 0
  #events = 0
  #chars = 0

  constructor(limits: LogLimits) {
    this.#limits = limits
  }

  open(): EventLog {
    const log = new EventLog(this.#nextKey, this)
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
    if (!this.#logs.delete(log.key)) return
    this.#events -= log.size
    this.#chars -= log.chars
  }

  kept(log: EventLog, chars: number): void {
    if (!this.#logs.has(log.key)) return
    this.#events += 1
    this.#chars += chars
    for (const oldest of this.#logs.values()) {
      while (this.#events > this.#limits.eventsKept || this.#chars > this.#limits.eventCharsKept) {
        const before = oldest.size
        const freed = oldest.forgetOldest()
        if (oldest.size === before) break
        this.#events -= 1
        this.#chars -= freed
      }
    }
  }

  /** Streams that ended give way first; the one for what belongs to no request never does. */
  #forgetStream(): void {
    for (const log of this.#logs.values()) {
      if (log.hasEnded && !log.isRead) {
        this.discard(log)
        return
      }
    }
  }
}

/** Stream and number of an event. */
const EVENT_ID = /^(\d{1,12})\.(\d{1,12})$/
