import type { CircuitBreaker } from '@gatehouse/kernel'
import type { CallOptions, OnServerMessage, UpstreamConnection } from '../connection.ts'
import type { Fields, JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from '../messages.ts'
import { isFields, withId } from '../server/rpc.ts'
import { sendRequest, type HttpOutcome, type HttpRequestOptions, refusalOf } from './ask.ts'
import { agreedVersion, type ClientAbout, initializeRequest } from './client.ts'
import { Deadline } from './deadline.ts'
import { drop, type HttpEndpoint, send } from './http-endpoint.ts'
import { Listeners } from './listeners.ts'
import { pause } from './pause.ts'
import { ServerStream } from './server-stream.ts'
import { throughBreaker } from './through-breaker.ts'

const POST_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
/** MCP 2025-11-25 "Session Management": visible ASCII. The length is an own limit. */
const SESSION_ID = /^[\x21-\x7e]{1,1024}$/
/** Timeout of optional messages: cancellation of a request, end of a session. */
const COURTESY_MS = 2_000

interface Handshake {
  readonly sessionId: string | undefined
  readonly version: string
  readonly about: Fields
}

interface SessionEndpoint {
  readonly endpoint: HttpEndpoint
  readonly client: ClientAbout
  readonly breaker: CircuitBreaker
}

/** Streamable HTTP of the versions with sessions, 2025-03-26 to 2025-11-25. */
export class HttpSession implements UpstreamConnection {
  readonly era = 'sessions'
  readonly version: string
  readonly about: Fields
  readonly closed: Promise<string>
  readonly #place: SessionEndpoint
  readonly #listeners = new Listeners()
  #handshake: Handshake
  #renewing: Promise<Handshake> | undefined
  #stream: ServerStream | undefined
  #nextId = 1
  #inFlight = 0
  #lose: (why: string) => void = () => undefined
  #isClosed = false

  private constructor(place: SessionEndpoint, handshake: Handshake) {
    this.#place = place
    this.#handshake = handshake
    this.version = handshake.version
    this.about = handshake.about
    this.closed = new Promise((resolve) => {
      this.#lose = resolve
    })
  }

  /**
   * Starts a session. An error response is returned, because the server may use the other protocol version.
   * @throws {Failure} `unavailable`, `egress_refused`
   */
  static async open(place: SessionEndpoint, deadline: Deadline): Promise<HttpSession | HttpOutcome> {
    const begun = await begin(place, deadline)
    return 'version' in begun ? new HttpSession(place, begun) : begun
  }

  async request(request: JsonRpcRequest, options: CallOptions): Promise<JsonRpcResponse> {
    const { breaker, endpoint } = this.#place
    const { limits, trouble } = endpoint
    if (this.#isClosed) throw trouble.failure('is no longer connected')
    if (this.#inFlight >= limits.requestsInFlight) throw trouble.failure('has too many requests in progress')
    this.#inFlight += 1
    try {
      return await throughBreaker(breaker, trouble, options.signal, async () =>
        withId(await this.#carry(request, options), request.id),
      )
    } finally {
      this.#inFlight -= 1
    }
  }

  async #carry(request: JsonRpcRequest, options: CallOptions): Promise<JsonRpcResponse> {
    const { limits, trouble } = this.#place.endpoint
    const times = { first_ms: limits.firstByte_ms, idle_ms: limits.idle_ms, total_ms: limits.total_ms }
    const deadline = new Deadline(trouble, times, options.signal)
    try {
      const used = this.#handshake
      const asked = await this.#ask(request, used, options, deadline)
      if (!isGone(asked, used)) return answerIn(asked, this.#place.endpoint)
      const renewed = await this.#renew(used)
      const again = await this.#ask(request, renewed, options, deadline)
      if (isGone(again, renewed)) throw trouble.failure('ended its session twice')
      return answerIn(again, this.#place.endpoint)
    } finally {
      deadline.end()
    }
  }

  /** Sends the request, and resumes its stream if it breaks before the response. */
  async #ask(request: JsonRpcRequest, used: Handshake, { onMessage, headers }: CallOptions, deadline: Deadline) {
    const { endpoint } = this.#place
    const { limits } = endpoint
    const id = this.#nextId
    this.#nextId += 1
    const asking: HttpRequestOptions = {
      id,
      onMessage,
      deadline,
      bytesMax: limits.answerBytes,
      messagesMax: limits.messagesPerRequest,
    }
    try {
      const body = JSON.stringify({ ...request, id })
      const call = {
        method: 'POST',
        headers: { ...POST_HEADERS, ...sessionHeaders(used) },
        extra: headers,
        body,
      } as const
      let asked = await sendRequest(endpoint, call, asking)
      for (let tries = 0; asked.kind === 'cut' && asked.lastEventId !== undefined; tries += 1) {
        if (tries >= limits.resumeTries) break
        const before = asked.lastEventId
        await pause(limits.resumePause_ms * 2 ** tries, deadline.signal)
        asked = await this.#resume(before, used, asking)
        if (asked.kind === 'cut' && asked.lastEventId !== before) tries = -1
      }
      return asked
    } catch (thrown) {
      if (deadline.signal.aborted) this.#cancel(id, used)
      throw thrown
    }
  }

  async #resume(lastEventId: string, used: Handshake, asking: HttpRequestOptions): Promise<HttpOutcome> {
    const headers = { accept: 'text/event-stream', 'last-event-id': lastEventId, ...sessionHeaders(used) }
    try {
      return await sendRequest(this.#place.endpoint, { method: 'GET', headers }, { ...asking, lastEventId })
    } catch (thrown) {
      if (asking.deadline.signal.aborted) throw thrown
      return { kind: 'cut', lastEventId, headers: {} }
    }
  }

  async notify(message: JsonRpcNotification | JsonRpcResponse): Promise<void> {
    await this.#post(message, this.#handshake, this.#place.endpoint.limits.firstByte_ms)
  }

  listen(onMessage: OnServerMessage): () => void {
    const stop = this.#listeners.add(onMessage)
    if (!this.#isClosed) this.#stream ??= this.#openStream()
    return () => {
      stop()
      if (this.#listeners.size > 0) return
      this.#stream?.stop()
      this.#stream = undefined
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#stream?.stop()
    this.#lose('closed')
    if (this.#handshake.sessionId === undefined) return
    const { endpoint } = this.#place
    await courteously(endpoint, async (deadline) => {
      await drop(await send(endpoint, { method: 'DELETE', headers: sessionHeaders(this.#handshake) }, deadline))
    })
  }

  #openStream(): ServerStream {
    const { endpoint } = this.#place
    return new ServerStream({
      ...endpoint,
      onMessage: (message) => this.#listeners.tell(message),
      open: (lastEventId, deadline) => {
        const place: Record<string, string> = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
        const headers = { accept: 'text/event-stream', ...place, ...sessionHeaders(this.#handshake) }
        return send(endpoint, { method: 'GET', headers }, deadline)
      },
    })
  }

  /** Starts a new session after the server ended one; concurrent requests share it. */
  async #renew(gone: Handshake): Promise<Handshake> {
    if (this.#handshake !== gone) return this.#handshake
    this.#renewing ??= this.#beginAnew().finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  async #beginAnew(): Promise<Handshake> {
    const { trouble, limits } = this.#place.endpoint
    const times = { first_ms: limits.connect_ms, idle_ms: limits.connect_ms, total_ms: limits.connect_ms }
    const deadline = new Deadline(trouble, times, new AbortController().signal)
    try {
      const begun = await begin(this.#place, deadline)
      if (!('version' in begun)) throw trouble.failure('ended its session and did not start a new one')
      this.#handshake = begun
    } catch (thrown) {
      this.#isClosed = true
      this.#stream?.stop()
      this.#lose('The tool server ended its session.')
      throw thrown
    } finally {
      deadline.end()
    }
    if (this.#stream !== undefined) {
      this.#stream.stop()
      this.#stream = this.#openStream()
    }
    return this.#handshake
  }

  #cancel(requestId: number, used: Handshake): void {
    const params = { requestId, reason: 'The request is no longer needed.' }
    const cancelled: JsonRpcNotification = { jsonrpc: '2.0', method: 'notifications/cancelled', params }
    // A server without support for this notification only does unnecessary work.
    this.#post(cancelled, used, COURTESY_MS).catch(() => undefined)
  }

  async #post(message: JsonRpcNotification | JsonRpcResponse, used: Handshake, wait_ms: number): Promise<void> {
    const { endpoint } = this.#place
    const times = { first_ms: wait_ms, idle_ms: wait_ms, total_ms: wait_ms }
    const deadline = new Deadline(endpoint.trouble, times, new AbortController().signal)
    try {
      await post(endpoint, message, used, deadline)
    } finally {
      deadline.end()
    }
  }
}

async function begin({ endpoint, client }: SessionEndpoint, deadline: Deadline): Promise<Handshake | HttpOutcome> {
  const { limits, trouble } = endpoint
  const body = JSON.stringify(initializeRequest(0, client))
  const asking = { id: 0, onMessage: () => undefined, deadline, bytesMax: limits.answerBytes, messagesMax: 100 }
  const asked = await sendRequest(endpoint, { method: 'POST', headers: POST_HEADERS, body }, asking)
  if (asked.kind !== 'answer' || 'error' in asked.response) return asked
  const { result } = asked.response
  const version = agreedVersion(result, trouble)
  if (!isFields(result['capabilities'])) throw trouble.failure('did not report its capabilities')
  const sessionId = asked.headers['mcp-session-id']
  if (sessionId !== undefined && !SESSION_ID.test(sessionId)) throw trouble.failure('returned an invalid session ID')
  const handshake = { sessionId, version, about: result }
  await post(endpoint, { jsonrpc: '2.0', method: 'notifications/initialized' }, handshake, deadline)
  return handshake
}

async function post(
  endpoint: HttpEndpoint,
  message: JsonRpcNotification | JsonRpcResponse,
  used: Handshake,
  deadline: Deadline,
): Promise<void> {
  const headers = { ...POST_HEADERS, ...sessionHeaders(used) }
  const stream = await send(endpoint, { method: 'POST', headers, body: JSON.stringify(message) }, deadline)
  await drop(stream)
  if (stream.status >= 300) throw endpoint.trouble.failure(`did not accept a message (HTTP ${stream.status})`)
}

/** The version is a header since 2025-06-18. Older servers ignore it. */
function sessionHeaders({ sessionId, version }: Handshake): Record<string, string> {
  return { 'mcp-protocol-version': version, ...(sessionId === undefined ? {} : { 'mcp-session-id': sessionId }) }
}

/** MCP 2025-11-25 "Session Management": 404 for a request with a session id means that the session has ended. */
function isGone(asked: HttpOutcome, { sessionId }: Handshake): boolean {
  return asked.kind !== 'cut' && asked.status === 404 && sessionId !== undefined
}

function answerIn(asked: HttpOutcome, { trouble }: HttpEndpoint): JsonRpcResponse {
  if (asked.kind === 'answer') return asked.response
  if (asked.kind === 'refused') throw refusalOf(asked, trouble)
  throw trouble.failure('closed the connection before responding')
}

async function courteously({ trouble }: HttpEndpoint, run: (deadline: Deadline) => Promise<void>): Promise<void> {
  const times = { first_ms: COURTESY_MS, idle_ms: COURTESY_MS, total_ms: COURTESY_MS }
  const deadline = new Deadline(trouble, times, new AbortController().signal)
  try {
    await run(deadline)
  } catch {
    // Without a notification the session expires.
  } finally {
    deadline.end()
  }
}
