/** One server-sent event. */
export interface ServerEvent {
  /** Sent as `Last-Event-ID` after a reconnection. */
  readonly id: string
  /** `message` unless the service names another. */
  readonly event: string
  readonly data: string
}

/** Own limit, far above the size of the services' events and lines. An endless stream must not exhaust the memory. */
const PIECE_CHARS_MAX = 64 * 1024 * 1024

/**
 * Yields the events of an answer, parsed according to the standard for server-sent events. Leaving the loop ends the request.
 * @throws {RangeError} for an oversized event
 */
export async function* eventsOf(response: Response): AsyncGenerator<ServerEvent, void, undefined> {
  let [id, event, data] = ['', '', undefined as string | undefined]
  for await (const line of linesOf(response)) {
    if (line === '') {
      if (data !== undefined) yield { id, event: event === '' ? 'message' : event, data }
      event = ''
      data = undefined
      continue
    }
    const colon = line.indexOf(':')
    const [name, rest] = colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1)]
    const value = rest.startsWith(' ') ? rest.slice(1) : rest
    if (name === 'data') data = data === undefined ? value : `${data}\n${value}`
    else if (name === 'event') event = value
    else if (name === 'id' && !value.includes('\0')) id = value
    if (data !== undefined && data.length > PIECE_CHARS_MAX)
      throw new RangeError('One event of the stream is too long.')
  }
}

/**
 * Yields the documents of an `application/x-ndjson` answer, one per line.
 * @throws {SyntaxError} for an invalid line
 */
export async function* documentsOf<Document = unknown>(response: Response): AsyncGenerator<Document, void, undefined> {
  for await (const line of linesOf(response)) {
    if (line.trim() !== '') yield JSON.parse(line) as Document
  }
}

/** Lines end with LF, CR LF or CR, for any chunking of the stream. */
async function* linesOf(response: Response): AsyncGenerator<string, void, undefined> {
  if (response.body === null) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let started: string[] = []
  let chars = 0
  let pending = ''
  try {
    for (;;) {
      const { done, value = '' } = await reader.read()
      const text = pending + value
      // A trailing CR may be half of a CR LF.
      pending = !done && text.endsWith('\r') ? '\r' : ''
      const [first = '', ...others] = text.slice(0, text.length - pending.length).split(/\r\n|\n|\r/)
      started.push(first)
      chars += first.length
      for (const next of others) {
        yield started.join('')
        started = [next]
        chars = next.length
      }
      if (chars > PIECE_CHARS_MAX) throw new RangeError('One line of the stream is too long.')
      if (done) break
    }
    if (chars > 0) yield started.join('')
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
