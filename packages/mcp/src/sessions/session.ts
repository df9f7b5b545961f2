import type { UpstreamConnection } from '../connection.ts'
import { decideNotification, decideRequest, decideResponse } from '../decisions.ts'
import type { ExchangeAbout } from '../interceptor.ts'
import type {
  Fields,
  JsonRpcId,
  JsonRpcMessage,
  JsonRpcNotification,
  JsonRpcRequest,
  JsonRpcResponse,
} from '../messages.ts'
import { unlessAborted } from '../server/abort.ts'
import type { McpRoute } from '../server/http.ts'
import { MessageQueue } from '../server/lane.ts'
import type { GatewayLimits } from '../server/limits.ts'
import { errorResponse, failureResponse, type OnDefect, resultResponse, RPC, withId } from '../server/rpc.ts'
import { type Emit, FromServer } from './from-server.ts'
import type { EventBudget } from './event-budget.ts'
import type { EventLog } from './event-log.ts'
import { EventLogs } from './event-logs.ts'

export interface SessionAbout {
  readonly id: string
  readonly owner: string
  readonly group: string
  /** Version negotiated with the client, independent of the upstream. */
  readonly version: string
  readonly capabilities: Fields
}

export interface SessionParts {
  readonly limits: GatewayLimits
  readonly onDefect: OnDefect
}

interface InFlight {
  readonly controller: AbortController
  /** Output for server requests without a related request; absent when the client reads no stream. */
  readonly emit: Emit | undefined
}

/** A client's session with its upstream connection, requests in progress, and streams. */
export class Session {
  readonly about: SessionAbout
  readonly connection: UpstreamConnection
  readonly logs: EventLogs
  /** Stream outside of requests, which a client reads by GET. */
  readonly outside: EventLog
  readonly #parts: SessionParts
  readonly #server: FromServer
  readonly #inFlight = new Map<JsonRpcId, InFlight>()
  readonly #lane: MessageQueue
  readonly #stopListening: () => void
  #route: McpRoute
  #endedWhy: string | undefined

  constructor(
    about: SessionAbout,
    connection: UpstreamConnection,
    route: McpRoute,
    parts: SessionParts,
    budget: EventBudget,
  ) {
    this.about = about
    this.connection = connection
    this.#route = route
    this.#parts = parts
    this.logs = new EventLogs(parts.limits, about.owner, budget)
    this.outside = this.logs.open(false)
    this.#server = new FromServer(about, connection, parts)
    this.#lane = new MessageQueue(parts.limits.messagesWaiting)
    this.#stopListening = connection.listen((message) => this.#fromOutside(message))
  }

  get isBusy(): boolean {
    return this.#inFlight.size > 0 || this.outside.isRead
  }

  get requestsInFlight(): number {
    return this.#inFlight.size
  }

  /** Updates the route, because rules may change during a session. */
  useRoute(route: McpRoute): void {
    this.#route = route
  }

  isInFlight(id: JsonRpcId): boolean {
    return this.#inFlight.has(id)
  }

  /**
   * Forwards a request to the server and returns its response; undefined if the client cancelled it. Never throws: at the end of the
   * session it returns an error response, because the client still waits.
   */
  async request(
    message: JsonRpcRequest,
    exchange: ExchangeAbout,
    headers: Readonly<Record<string, string>>,
    emit: Emit | undefined,
  ): Promise<JsonRpcResponse | undefined> {
    const controller = new AbortController()
    const { signal } = controller
    this.#inFlight.set(message.id, { controller, emit })
    try {
      return (await this.#carry(message, exchange, headers, emit, signal)) ?? this.#lost(message)
    } catch (error) {
      return signal.aborted ? this.#lost(message) : failureResponse(message.id, error, this.#parts.onDefect)
    } finally {
      this.#inFlight.delete(message.id)
    }
  }

  #lost({ id }: JsonRpcRequest): JsonRpcResponse | undefined {
    return this.#endedWhy === undefined ? undefined : errorResponse(id, RPC.internal, this.#endedWhy)
  }

  async #carry(
    message: JsonRpcRequest,
    exchange: ExchangeAbout,
    headers: Readonly<Record<string, string>>,
    emit: Emit | undefined,
    signal: AbortSignal,
  ): Promise<JsonRpcResponse | undefined> {
    const { interceptor } = this.#route
    const admitted = await decideRequest(interceptor, 'admission', message, exchange)
    if ('refused' in admitted) return withId(admitted.refused, message.id)
    const decided = await decideRequest(interceptor, 'clientRequest', message, exchange)
    if ('refused' in decided) return withId(decided.refused, message.id)
    const request = { ...decided, id: message.id }
    if (request.method === 'ping') return resultResponse(message.id, {})
    if (request.method === 'initialize') {
      return errorResponse(message.id, RPC.invalidRequest, 'This session is already initialized.')
    }
    const lane = new MessageQueue(this.#parts.limits.messagesWaiting)
    const send = emit ?? ((out: JsonRpcMessage) => this.outside.push(out))
    const onMessage = (incoming: JsonRpcMessage) => {
      this.#server.take(incoming, interceptor, exchange, lane, send)
    }
    const answered = await unlessAborted(this.connection.request(request, { signal, onMessage, headers }), signal)
    await lane.settled()
    if (answered === undefined || signal.aborted) return undefined
    return withId(await decideResponse(interceptor, 'serverResponse', request, answered, exchange), message.id)
  }

  /** Handles a client notification. */
  async notification(message: JsonRpcNotification, exchange: ExchangeAbout): Promise<void> {
    const screened = await decideNotification(this.#route.interceptor, 'clientNotification', message, exchange)
    // The gateway completed the handshake with the server at the start of the session.
    if (screened === undefined || screened.method === 'notifications/initialized') return
    if (screened.method === 'notifications/cancelled') {
      const id = screened.params?.['requestId']
      // The connection notifies the server with its own request id.
      if (typeof id === 'string' || typeof id === 'number') this.#inFlight.get(id)?.controller.abort()
      return
    }
    await this.connection.notify(screened)
  }

  /** Forwards the client's response to a server request. Drops unexpected responses. */
  async response(message: JsonRpcResponse, exchange: ExchangeAbout): Promise<void> {
    await this.#server.answered(message, this.#route.interceptor, exchange)
  }

  /** Ends the session with all its resources. Request streams end with an error that names the reason. */
  async end(reason: string): Promise<void> {
    if (this.#endedWhy !== undefined) return
    this.#endedWhy = reason
    this.#stopListening()
    this.#server.end()
    for (const { controller } of this.#inFlight.values()) controller.abort()
    this.outside.end()
    this.logs.close()
    try {
      await this.connection.close()
    } catch (error) {
      this.#parts.onDefect(error)
    }
  }

  #fromOutside(message: JsonRpcMessage): void {
    const exchange: ExchangeAbout = { era: 'sessions', sessionId: this.about.id, requestId: this.about.id }
    const { interceptor } = this.#route
    this.#server.take(message, interceptor, exchange, this.#lane, this.#emitterFor(message))
  }

  /** Over stdio a server request does not identify its related client request. */
  #emitterFor(message: JsonRpcMessage): Emit {
    const outside: Emit = (out) => this.outside.push(out)
    if (this.outside.isRead || !('method' in message) || !('id' in message)) return outside
    for (const { emit } of this.#inFlight.values()) if (emit !== undefined) return emit
    return outside
  }
}
