import { Failure } from '@gatehouse/kernel'
import { createParser, type EventSourceParser } from 'eventsource-parser'

/** Stream event, as defined by the WHATWG's HTML standard section 9.2. */
export interface SseEvent {
  /** Default: `message`. */
  readonly event?: string | undefined
  readonly id?: string | undefined
  readonly data: string
}

export interface SseParserOptions {
  /** Maximum size of one event in UTF-16 code units. */
  readonly eventChars?: number
}

/** Enough for an answer of 100,000 tokens in a single event; larger events are not from a model or an MCP server. */
export const SSE_EVENT_CHARS_MAX = 4 * 1024 * 1024

/** Parses server-sent events from byte chunks, which may split characters. */
export class SseParser {
  // Node's decoder removes two byte order marks when the first is split; with ignoreBOM it removes none.
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  readonly #parser: EventSourceParser
  #events: SseEvent[] = []
  #failure: Failure | undefined
  #isBegun = false

  constructor({ eventChars = SSE_EVENT_CHARS_MAX }: SseParserOptions = {}) {
    this.#parser = createParser({
      maxBufferSize: eventChars,
      onEvent: ({ event, id, data }) => {
        // An event that is complete in one chunk was never buffered, and is bounded here.
        if (data.length > eventChars) this.#refuse(eventChars)
        else this.#events.push({ event, id, data })
      },
      onError: ({ type }) => {
        if (type === 'max-buffer-size-exceeded') this.#refuse(eventChars)
      },
    })
  }

  /**
   * Returns the events that these bytes complete. An event that the stream truncates is dropped.
   * @throws {Failure} `unavailable` when an event is too long
   */
  push(bytes: Uint8Array): readonly SseEvent[] {
    if (this.#failure !== undefined) throw this.#failure
    const text = this.#decoder.decode(bytes, { stream: true })
    if (this.#isBegun || text === '') this.#parser.feed(text)
    else {
      this.#isBegun = true
      // The parser also removes a mark that was decoded byte by byte, which is content: after this first mark everything is text.
      this.#parser.feed('\uFEFF')
      this.#parser.feed(text.startsWith('\uFEFF') ? text.slice(1) : text)
    }
    if (this.#failure !== undefined) throw this.#failure
    const events = this.#events
    this.#events = []
    return events
  }

  #refuse(eventChars: number): void {
    this.#events = []
    this.#failure ??= new Failure('unavailable', `an event of the stream exceeds ${eventChars} characters`)
  }
}
