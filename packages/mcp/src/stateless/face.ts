import { decideNotification, decideRequest, decideResponse } from '../decisions.ts'
import type { ExchangeAbout } from '../interceptor.ts'
import type { JsonRpcMessage, JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from '../messages.ts'
import { unlessAborted } from '../server/abort.ts'
import { firstOf } from '../server/first-of.ts'
import {
  accepted,
  emptyAnswer,
  jsonAnswer,
  type McpHttpAnswer,
  type McpHttpRequest,
  refusal,
  streamAnswer,
} from '../server/http.ts'
import { MessageQueue } from '../server/lane.ts'
import type { GatewayLimits } from '../server/limits.ts'
import { OutStream } from '../server/out-stream.ts'
import { errorResponse, failureResponse, fieldsOf, metaOf, type OnDefect, RPC, withId } from '../server/rpc.ts'
import { traceHeaders } from '../server/trace.ts'
import type { Unread } from '../server/unread.ts'
import { checkStateless } from './check.ts'
import type { Connections, SharedConnection } from './connections.ts'
import { isInputRequired, META } from './meta.ts'
import { paramHeaders } from './param-headers.ts'
import { completed } from './result.ts'
import { screenAnswer, screenInput } from './screen.ts'

export const LISTEN = 'subscriptions/listen'

interface StatelessTransportParts {
  readonly limits: GatewayLimits
  readonly onDefect: OnDefect
  readonly unread: Unread
}

/** Request in progress, cancelled by `signal`. */
interface Call {
  readonly http: McpHttpRequest
  readonly exchange: ExchangeAbout
  readonly signal: AbortSignal
  readonly emit: (message: JsonRpcMessage) => void
}

/** Streamable HTTP of the stateless protocol: one POST, one response, no state. */
export class StatelessTransport {
  readonly #connections: Connections
  readonly #parts: StatelessTransportParts
  readonly #inFlight = new Map<string, number>()

  constructor(connections: Connections, parts: StatelessTransportParts) {
    this.#connections = connections
    this.#parts = parts
  }

  /** Checks and drops a client notification: this revision defines none. */
  async notification(message: JsonRpcNotification, http: McpHttpRequest): Promise<McpHttpAnswer> {
    await decideNotification(http.route.interceptor, 'clientNotification', message, exchangeOf(http))
    return emptyAnswer(202)
  }

  async request(message: JsonRpcRequest, http: McpHttpRequest): Promise<McpHttpAnswer> {
    const refused = checkStateless(message, http)
    if (refused !== undefined) return refused
    const accept = accepted(http)
    const listens = message.method === LISTEN
    if (!accept.sse && (listens || !accept.json)) {
      return refusal(406, 'The Accept header must include application/json and text/event-stream.')
    }
    const { limits, unread } = this.#parts
    const before = this.#inFlight.get(http.owner) ?? 0
    if (before >= limits.requestsInFlight) {
      return jsonAnswer(429, errorResponse(message.id, RPC.internal, 'Too many requests are in progress.'))
    }
    this.#inFlight.set(http.owner, before + 1)
    const cancel = new AbortController()
    const stream = new OutStream(limits.messagesWaiting, limits.charsWaiting, unread, http.owner)
    const call: Call = {
      http,
      exchange: exchangeOf(http),
      signal: AbortSignal.any([http.signal, cancel.signal]),
      emit: accept.sse ? (out) => stream.push(out) : () => undefined,
    }
    const answering = this.#answer(message, call).finally(() => this.#done(http.owner))
    if (!accept.sse) return asJson(await answering)
    if (accept.json && !listens) {
      const soon = await firstOf(
        answering.then((response) => ({ response })),
        stream.opened,
        limits.streamAfter_ms,
      )
      if (soon !== undefined) return asJson(soon.response)
    }
    void answering.then((response) => stream.end(response))
    return streamAnswer(stream.read(http.signal, limits.keepAlive_ms, () => cancel.abort()))
  }

  #done(owner: string): void {
    const left = (this.#inFlight.get(owner) ?? 1) - 1
    if (left > 0) this.#inFlight.set(owner, left)
    else this.#inFlight.delete(owner)
  }

  /** Returns the response; undefined if the client disconnected. Never throws. */
  async #answer(message: JsonRpcRequest, call: Call): Promise<JsonRpcResponse | undefined> {
    let shared: SharedConnection | undefined
    try {
      const admitted = await decideRequest(call.http.route.interceptor, 'admission', message, call.exchange)
      if ('refused' in admitted) return completed(withId(admitted.refused, message.id))
      shared = this.#connections.take(message, call.http)
      return await this.#carry(message, shared, call)
    } catch (error) {
      return call.signal.aborted ? undefined : failureResponse(message.id, error, this.#parts.onDefect)
    } finally {
      if (shared !== undefined) this.#connections.giveBack(shared)
    }
  }

  async #carry(message: JsonRpcRequest, shared: SharedConnection, call: Call): Promise<JsonRpcResponse | undefined> {
    const { http, exchange, signal } = call
    const { interceptor } = http.route
    const known = shared.mirroredBy(message)
    const checked = paramHeaders(http, message, message, known)
    if ('mismatch' in checked) return errorResponse(message.id, RPC.headerMismatch, checked.mismatch)
    const decided = await decideRequest(interceptor, 'clientRequest', message, exchange)
    if ('refused' in decided) return completed(withId(decided.refused, message.id))
    const request = await screenInput({ ...decided, id: message.id }, interceptor, exchange)
    if ('refused' in request) return request.refused
    const mirrored = paramHeaders(http, message, request, known)
    const headers = { ...traceHeaders(message, http), ...('headers' in mirrored ? mirrored.headers : {}) }
    const connection = await unlessAborted(shared.connection, signal)
    if (connection === undefined) return undefined
    const lane = new MessageQueue(this.#parts.limits.messagesWaiting)
    const onMessage = (incoming: JsonRpcMessage) => this.#relay(incoming, message, lane, call)
    const answered = await unlessAborted(connection.request(request, { signal, onMessage, headers }), signal)
    await lane.settled()
    if (answered === undefined) return undefined
    if (request.method === 'tools/list' && 'result' in answered) shared.learn(answered.result['tools'])
    let screened = withId(await screenAnswer(request, answered, interceptor, exchange), message.id)
    if ('result' in screened && isInputRequired(screened.result)) {
      screened = withId(await decideResponse(interceptor, 'inputRequired', message, screened, exchange), message.id)
    }
    return completed(request.method === LISTEN ? subscribed(screened, message) : screened, request.method)
  }

  /** Forwards a message of the request to the client. Requests are not allowed on these streams. */
  #relay(incoming: JsonRpcMessage, request: JsonRpcRequest, lane: MessageQueue, { http, exchange, emit }: Call): void {
    if (!('method' in incoming) || 'id' in incoming) return
    lane.add(async () => {
      try {
        const reported = request.method === LISTEN ? labelled(incoming, request) : incoming
        const screened = await decideNotification(http.route.interceptor, 'serverNotification', reported, exchange)
        if (screened !== undefined) emit(screened)
      } catch (error) {
        this.#parts.onDefect(error)
      }
    })
  }
}

function exchangeOf(http: McpHttpRequest): ExchangeAbout {
  return { era: 'stateless', sessionId: undefined, requestId: http.requestId }
}

/** Clients identify subscriptions by their own request ids; the upstream uses another id. */
function labelled(message: JsonRpcNotification, { id }: JsonRpcRequest): JsonRpcNotification {
  return { ...message, params: { ...message.params, _meta: { ...metaOf(message), [META.subscription]: id } } }
}

function subscribed(response: JsonRpcResponse, { id }: JsonRpcRequest): JsonRpcResponse {
  if ('error' in response) return response
  const _meta = { ...fieldsOf(response.result['_meta']), [META.subscription]: id }
  return { ...response, result: { ...response.result, _meta } }
}

const BAD_REQUESTS: readonly number[] = [RPC.headerMismatch, RPC.missingCapability, RPC.unsupportedVersion]

/** Streamable HTTP 2026-07-28 assigns separate statuses to some errors. */
function asJson(response: JsonRpcResponse | undefined): McpHttpAnswer {
  if (response === undefined) return emptyAnswer(202)
  if (!('error' in response)) return jsonAnswer(200, response)
  const { code } = response.error
  if (code === RPC.methodNotFound) return jsonAnswer(404, response)
  return jsonAnswer(BAD_REQUESTS.includes(code) ? 400 : 200, response)
}
