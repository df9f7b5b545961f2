import { encodeSse } from '@gatehouse/formats'

import type { JsonRpcMessage } from '../messages.ts'
import { OPENED } from '../server/http.ts'
import { encodeMessage } from '../server/rpc.ts'
import type { EventPurpose } from './event-budget.ts'
import type { EventLogs } from './event-logs.ts'

/** Event of a stream. A dropped event keeps only its number. */
interface StoredEvent {
  readonly seq: number
  data: string | undefined
  why: EventPurpose
}

/** One event stream of a session: recently sent events, and unread ones. One reader at a time. */
export class EventLog {
  readonly key: number
  readonly #logs: EventLogs
  readonly #events: StoredEvent[] = []
  #lastSeq = 0
  #deliveredSeq = 0
  #ended = false
  #reader: symbol | undefined
  #isExpected: boolean
  #wake: (() => void) | undefined

  /** @param isExpected  whether a reader is about to connect; events until then wait for it */
  constructor(key: number, logs: EventLogs, isExpected: boolean) {
    this.key = key
    this.#logs = logs
    this.#isExpected = isExpected
  }

  get isRead(): boolean {
    return this.#reader !== undefined
  }

  /** Whether a reader is connected or expected. */
  get isAwaited(): boolean {
    return this.isRead || this.#isExpected
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

  /** Adds an event without a message: it provides an id for resumption before any other event. */
  prime(): void {
    this.#append('')
  }

  #append(data: string): void {
    if (this.#ended) return
    const reason = this.#logs.admit(this, data.length)
    this.#lastSeq += 1
    this.#events.push({ seq: this.#lastSeq, data: reason === undefined ? undefined : data, why: reason ?? 'kept' })
    this.#wake?.()
  }

  /** Ends the stream; readers receive the remaining events. */
  end(): void {
    this.#ended = true
    this.#wake?.()
  }

  /** Drops the oldest event, unless it is unread and the last one. */
  forgetOldest(): boolean {
    const [oldest] = this.#events
    if (oldest === undefined) return false
    if (this.isAwaited && this.#events.length === 1 && oldest.seq > this.#deliveredSeq) return false
    this.#drop(oldest)
    this.#events.shift()
    return true
  }

  /** Drops all events, or all except unread ones, which from then on count for the reader only. */
  forget(keepsUnread: boolean): void {
    for (const event of this.#events) {
      if (!keepsUnread || !this.isAwaited || event.seq <= this.#deliveredSeq) this.#drop(event)
      else if (event.data !== undefined && event.why === 'kept') {
        this.#logs.moveToWaiting(event.data.length)
        event.why = 'waiting'
      }
    }
  }

  #drop(event: StoredEvent): void {
    if (event.data === undefined) return
    this.#logs.free(event.why, event.data.length)
    event.data = undefined
  }

  /** Returns whether all later events are stored: none was dropped or delivered without being stored. */
  reaches(after: number): boolean {
    if (after > this.#lastSeq || (this.#events[0]?.seq ?? this.#lastSeq + 1) > after + 1) return false
    return this.#events.every(({ seq, data }) => seq <= after || data !== undefined)
  }

  /** Yields the stream as text, from the event after this one, or after the last delivered event. A second reader ends the first. */
  read(signal: AbortSignal, keepAlive_ms: number, after: number = this.#deliveredSeq): AsyncGenerator<string> {
    const self = Symbol('reader')
    this.#reader = self
    this.#isExpected = false
    this.#wake?.()
    const leave = () => this.#leave(self)
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
    return this.#texts(self, keepAlive_ms, after, () => signal.removeEventListener('abort', leave))
  }

  async *#texts(
    self: symbol,
    keepAlive_ms: number,
    after: number,
    done: () => void,
  ): AsyncGenerator<string, void, undefined> {
    let next = after + 1
    try {
      if (this.#isQuietAt(next)) yield OPENED
      while (this.#reader === self) {
        // Events are removed at the front, so that the number determines the index.
        const event = this.#events[Math.max(0, next - (this.#events[0]?.seq ?? next))]
        if (event !== undefined) {
          next = event.seq + 1
          const text = this.#take(event)
          if (text !== undefined) yield text
        } else if (this.#ended) return
        else if (await this.#quiet(keepAlive_ms)) yield ': alive\n\n'
      }
    } finally {
      done()
      this.#leave(self)
    }
  }

  #isQuietAt(next: number): boolean {
    return !this.#ended && this.#lastSeq < next
  }

  /** Returns an event as text for its reader. From then on the sender counts it. */
  #take(event: StoredEvent): string | undefined {
    this.#deliveredSeq = Math.max(this.#deliveredSeq, event.seq)
    const { data } = event
    if (event.why === 'waiting') this.#drop(event)
    return data === undefined ? undefined : encodeSse({ id: `${this.key}.${event.seq}`, data })
  }

  /** Drops events that waited only for this reader. */
  #leave(self: symbol): void {
    if (this.#reader !== self) return
    this.#reader = undefined
    for (const event of this.#events) if (event.why === 'waiting') this.#drop(event)
    this.#wake?.()
  }

  /** Resolves with true after this time without events. */
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
