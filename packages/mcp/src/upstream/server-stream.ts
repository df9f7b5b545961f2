import type { EgressStream } from '@gatehouse/kernel'

import type { OnServerMessage } from '../connection.ts'
import { Deadline, TIMER_MS_MAX } from './deadline.ts'
import { contentType, drop } from './http-endpoint.ts'
import type { UpstreamLimits } from './limits.ts'
import { pause } from './pause.ts'
import { Events } from './read-body.ts'
import { Flood } from './flood.ts'
import type { Trouble } from './trouble.ts'
import { parseMessage } from './wire.ts'

/** A stream that lived so long was a good one, even if nothing was said on it. */
const GOOD_MS = 10_000
const PAUSE_MS_MAX = 30_000
/** Bytes of one stream before it is opened anew. */
const STREAM_BYTES_MAX = 256 * 1024 * 1024

export interface ServerStreamParts {
  /** Asks for the stream, from an event on where one was seen. */
  readonly open: (lastEventId: string | undefined, deadline: Deadline) => Promise<EgressStream>
  readonly onMessage: OnServerMessage
  readonly limits: UpstreamLimits
  readonly trouble: Trouble
}

/** The stream of what a server with sessions sends outside requests: opened, read, and opened again when it breaks. */
export class ServerStream {
  readonly #parts: ServerStreamParts
  readonly #controller = new AbortController()
  #lastEventId: string | undefined

  constructor(parts: ServerStreamParts) {
    this.#parts = parts
    void this.#run()
  }

  stop(): void {
    this.#controller.abort(new Error('nobody listens any more'))
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
        // What went wrong shows again at the next request; a stream that broke is asked for again.
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

  /** Reads one stream to its end. False when the server offers none. */
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
          if (flood.isTooMuch()) throw trouble.failure('sends more messages than anybody can read')
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
