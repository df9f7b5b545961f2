import type { EgressStream } from '@gatehouse/kernel/egress'

import type { OnServerMessage } from '../connection.ts'
import { Deadline, TIMER_MS_MAX } from './deadline.ts'
import { contentType, drop } from './http-endpoint.ts'
import type { UpstreamLimits } from './limits.ts'
import { pause } from './pause.ts'
import { Events } from './read-body.ts'
import { Flood } from './flood.ts'
import type { UpstreamEvents } from './trouble.ts'
import { parseMessage } from './wire.ts'

/** Minimum lifetime of a healthy stream, even without messages. */
const GOOD_MS = 10_000
const PAUSE_MS_MAX = 30_000
/** Maximum size of one stream before it is reopened. */
const STREAM_BYTES_MAX = 256 * 1024 * 1024

export interface ServerStreamParts {
  /** Opens the stream, resuming from an event if there was one. */
  readonly open: (lastEventId: string | undefined, deadline: Deadline) => Promise<EgressStream>
  readonly onMessage: OnServerMessage
  readonly limits: UpstreamLimits
  readonly trouble: UpstreamEvents
}

/** Stream of server messages outside of requests: opened, read, and reopened after failures. */
export class ServerStream {
  readonly #parts: ServerStreamParts
  readonly #controller = new AbortController()
  #lastEventId: string | undefined

  constructor(parts: ServerStreamParts) {
    this.#parts = parts
    void this.#run()
  }

  stop(): void {
    this.#controller.abort(new Error('all listeners have disconnected'))
  }

  async #run(): Promise<void> {
    const { limits } = this.#parts
    const { signal } = this.#controller
    for (let tries = 0; tries <= limits.resumeTries; tries += 1) {
      const since_ms = performance.now()
      const before = this.#lastEventId
      try {
        if (!(await this.#read())) return
      } catch {
        // The error recurs at the next request, and a broken stream is reopened.
      }
      if (signal.aborted) return
      if (performance.now() - since_ms > GOOD_MS || this.#lastEventId !== before) tries = 0
      const wait_ms = Math.min(limits.resumePause_ms * 2 ** tries, PAUSE_MS_MAX)
      try {
        await pause(wait_ms, signal)
      } catch {
        return
      }
    }
  }

  /** Reads one stream to its end. Returns false if the server offers none. */
  async #read(): Promise<boolean> {
    const { open, onMessage, limits, trouble } = this.#parts
    const times = { first_ms: limits.connect_ms, idle_ms: limits.listenIdle_ms, total_ms: TIMER_MS_MAX }
    const deadline = new Deadline(trouble, times, this.#controller.signal)
    const flood = new Flood(limits.messagesPerWindow)
    try {
      const stream = await open(this.#lastEventId, deadline)
      if (stream.status !== 200 || contentType(stream) !== 'text/event-stream') {
        await drop(stream)
        return stream.status >= 500
      }
      deadline.touch()
      const events = new Events(stream, { limits, trouble, deadline }, STREAM_BYTES_MAX)
      try {
        for (let event = await events.next(); event !== undefined; event = await events.next()) {
          if (event.id !== undefined) this.#lastEventId = event.id
          if (event.data === '' || (event.event !== undefined && event.event !== 'message')) continue
          if (flood.isTooMuch()) throw trouble.failure('sends messages faster than they can be processed')
          const message = parseMessage(event.data, limits, trouble)
          if ('method' in message) onMessage(message)
        }
        return true
      } finally {
        await events.leave()
      }
    } finally {
      deadline.end()
    }
  }
}
