import type { CircuitBreaker } from '@gatehouse/kernel'
import type { CallOptions, UpstreamConnection } from '../connection.ts'
import type { Fields, JsonRpcId, JsonRpcRequest, JsonRpcResponse } from '../messages.ts'
import { isFields, resultResponse, RPC, withId } from '../server/rpc.ts'
import { META } from '../stateless/meta.ts'
import { sendRequest, type HttpOutcome, refusalOf } from './ask.ts'
import { type ClientAbout, offersVersion } from './client.ts'
import { Deadline, TIMER_MS_MAX } from './deadline.ts'
import { Flood } from './flood.ts'
import type { HttpEndpoint } from './http-endpoint.ts'
import { mirrorHeaders, selfContained, STATELESS_VERSION } from './stateless-request.ts'
import { throughBreaker } from './through-breaker.ts'
import { ToolHeaders } from './tool-headers.ts'

const POST_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const LISTEN = 'subscriptions/listen'
/** Maximum size of a change stream before it is reopened. */
const LISTEN_BYTES_MAX = 256 * 1024 * 1024

interface StatelessEndpoint {
  readonly endpoint: HttpEndpoint
  readonly client: ClientAbout
  readonly breaker: CircuitBreaker
}

/** Streamable HTTP of 2026-07-28: every request is independent. */
export class HttpStateless implements UpstreamConnection {
  readonly era = 'stateless'
  readonly version = STATELESS_VERSION
  readonly about: Fields
  readonly closed: Promise<string>
  readonly #place: StatelessEndpoint
  readonly #tools = new ToolHeaders()
  readonly #closing = new AbortController()
  #lose: (reason: string) => void = () => undefined
  #nextId = 1
  #inFlight = 0

  private constructor(place: StatelessEndpoint, about: Fields) {
    this.#place = place
    this.about = about
    this.closed = new Promise((resolve) => {
      this.#lose = resolve
    })
  }

  /**
   * Discovers the server. An error response is returned, because the server may use the other protocol version.
   * @throws {Failure} `unavailable`, `egress_refused`
   */
  static async open(place: StatelessEndpoint, deadline: Deadline): Promise<HttpStateless | HttpOutcome> {
    const { endpoint, client } = place
    const request = selfContained({ jsonrpc: '2.0', id: 0, method: 'server/discover' }, client)
    const call = {
      method: 'POST',
      headers: { ...mirrorHeaders(request), ...POST_HEADERS },
      body: JSON.stringify(request),
    } as const
    const { answerBytes } = endpoint.limits
    const asking = { id: 0, onMessage: () => undefined, deadline, bytesMax: answerBytes, messagesMax: 100 }
    const httpOutcome = await sendRequest(endpoint, call, asking)
    const isOurs =
      httpOutcome.kind === 'answer' &&
      'result' in httpOutcome.response &&
      offersVersion(httpOutcome.response.result, STATELESS_VERSION)
    return isOurs && 'result' in httpOutcome.response
      ? new HttpStateless(place, httpOutcome.response.result)
      : httpOutcome
  }

  async request(request: JsonRpcRequest, options: CallOptions): Promise<JsonRpcResponse> {
    const { breaker, endpoint, client } = this.#place
    const { limits, trouble } = endpoint
    if (this.#closing.signal.aborted) throw trouble.failure('is no longer connected')
    if (this.#inFlight >= limits.requestsInFlight) throw trouble.failure('has too many requests in progress')
    this.#inFlight += 1
    const signal = AbortSignal.any([options.signal, this.#closing.signal])
    try {
      const own = selfContained(request, client)
      const response = await throughBreaker(breaker, trouble, signal, async () =>
        request.method === LISTEN
          ? this.#listen(own, { ...options, signal })
          : this.#carry(own, { ...options, signal }),
      )
      return withId(response, request.id)
    } finally {
      this.#inFlight -= 1
    }
  }

  async #carry(request: JsonRpcRequest, options: CallOptions): Promise<JsonRpcResponse> {
    const { limits, trouble } = this.#place.endpoint
    const times = { first_ms: limits.firstByte_ms, idle_ms: limits.idle_ms, total_ms: limits.total_ms }
    const deadline = new Deadline(trouble, times, options.signal)
    try {
      let response = await this.#ask(request, options, deadline)
      const isUnmirrored = 'error' in response && response.error.code === RPC.headerMismatch
      if (isUnmirrored && request.method === 'tools/call') {
        // The schema with the mirrored parameters was not read, or has changed.
        await this.#readTools(request, options, deadline)
        response = await this.#ask(request, options, deadline)
      }
      if (request.method === 'tools/list' && 'result' in response) {
        return { ...response, result: this.#tools.learn(response.result) }
      }
      return response
    } finally {
      deadline.end()
    }
  }

  async #ask(request: JsonRpcRequest, options: CallOptions, deadline: Deadline): Promise<JsonRpcResponse> {
    const { limits, trouble } = this.#place.endpoint
    const bounds = { bytesMax: limits.answerBytes, messagesMax: limits.messagesPerRequest }
    const httpOutcome = await this.#send(this.#takeId(), request, options, deadline, bounds)
    if (httpOutcome.kind === 'answer') return httpOutcome.response
    if (httpOutcome.kind === 'refused') throw refusalOf(httpOutcome, trouble)
    throw trouble.failure('closed the connection before responding')
  }

  /** Reads a change stream, which is long-lived with rare messages. Closing it cancels it. */
  async #listen(request: JsonRpcRequest, options: CallOptions): Promise<JsonRpcResponse> {
    const { limits, trouble } = this.#place.endpoint
    const times = { first_ms: limits.firstByte_ms, idle_ms: limits.listenIdle_ms, total_ms: TIMER_MS_MAX }
    const flooded = new AbortController()
    const deadline = new Deadline(trouble, times, AbortSignal.any([options.signal, flooded.signal]))
    const flood = new Flood(limits.messagesPerWindow)
    const onMessage: CallOptions['onMessage'] = (message) => {
      if (flood.isTooMuch()) flooded.abort(trouble.failure('sends messages faster than they can be processed'))
      else options.onMessage(message)
    }
    const bounds = { bytesMax: LISTEN_BYTES_MAX, messagesMax: Number.MAX_SAFE_INTEGER }
    const id = this.#takeId()
    try {
      const httpOutcome = await this.#send(id, request, { ...options, onMessage }, deadline, bounds)
      if (httpOutcome.kind === 'answer') return httpOutcome.response
      if (httpOutcome.kind === 'refused') throw refusalOf(httpOutcome, trouble)
      return resultResponse(id, { resultType: 'complete', _meta: { [META.subscription]: id } })
    } finally {
      deadline.end()
    }
  }

  async #send(
    id: JsonRpcId,
    request: JsonRpcRequest,
    { headers, onMessage }: CallOptions,
    deadline: Deadline,
    bounds: { readonly bytesMax: number; readonly messagesMax: number },
  ): Promise<HttpOutcome> {
    const body = JSON.stringify({ ...request, id })
    const mirrored = { ...(request.method === 'tools/call' ? this.#tools.headersFor(request) : {}) }
    const own = { ...mirrored, ...mirrorHeaders(request), ...POST_HEADERS }
    return sendRequest(
      this.#place.endpoint,
      { method: 'POST', headers: own, extra: headers, body },
      { id, onMessage, deadline, ...bounds },
    )
  }

  async #readTools({ params }: JsonRpcRequest, options: CallOptions, deadline: Deadline): Promise<void> {
    const { limits } = this.#place.endpoint
    const meta = isFields(params?.['_meta']) ? { _meta: params['_meta'] } : {}
    let cursor: unknown
    for (let page = 0; page < limits.listPages; page += 1) {
      const list: JsonRpcRequest = {
        jsonrpc: '2.0',
        id: 0,
        method: 'tools/list',
        params: { ...meta, ...(cursor === undefined ? {} : { cursor }) },
      }
      const response = await this.#ask(list, { ...options, onMessage: () => undefined }, deadline)
      if ('error' in response) return
      this.#tools.learn(response.result)
      cursor = response.result['nextCursor']
      if (typeof cursor !== 'string') return
    }
  }

  /** Clients of this protocol send only requests. */
  async notify(): Promise<void> {
    // Requests are cancelled by closing their stream, and responses to server requests are part of results.
  }

  /** Messages outside of requests arrive through `subscriptions/listen` only. */
  listen(): () => void {
    return () => undefined
  }

  async close(): Promise<void> {
    this.#closing.abort(this.#place.endpoint.trouble.failure('is no longer connected'))
    this.#lose('closed')
  }

  #takeId(): number {
    const id = this.#nextId
    this.#nextId += 1
    return id
  }
}
