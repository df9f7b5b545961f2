import type { UpstreamConnection } from '../connection.ts'
import { decideNotification, decideRequest, decideResponse } from '../decisions.ts'
import type { ExchangeAbout, Interceptor } from '../interceptor.ts'
import type { JsonRpcMessage, JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from '../messages.ts'
import type { MessageQueue } from '../server/lane.ts'
import { errorResponse, resultResponse, RPC, withId } from '../server/rpc.ts'
import { PendingRequests } from './asked.ts'
import type { SessionAbout, SessionParts } from './session.ts'

/** Sends a message to the client, on the stream that it belongs to. */
export type Emit = (message: JsonRpcMessage) => void

/** Client capability that each server request requires. MCP 2025-11-25, "Capability Negotiation". */
const CAPABILITY_FOR: Readonly<Record<string, string>> = {
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'roots',
}

/** Forwards server messages to the client of a session: screened, in order, with gateway ids. */
export class FromServer {
  readonly #about: SessionAbout
  readonly #connection: UpstreamConnection
  readonly #parts: SessionParts
  readonly #asked = new PendingRequests()

  constructor(about: SessionAbout, connection: UpstreamConnection, parts: SessionParts) {
    this.#about = about
    this.#connection = connection
    this.#parts = parts
  }

  /** Queues a message to the client. Requests over the queue limit are denied, other messages dropped. */
  take(
    message: JsonRpcMessage,
    interceptor: Interceptor,
    exchange: ExchangeAbout,
    lane: MessageQueue,
    emit: Emit,
  ): void {
    if (!('method' in message)) return
    const isRequest = 'id' in message
    const added = lane.add(async () => {
      try {
        if (isRequest) await this.#ask(message, interceptor, exchange, emit)
        else await this.#tell(message, interceptor, exchange, emit)
      } catch (error) {
        this.#parts.onDefect(error)
        if (isRequest)
          this.#reply(errorResponse(message.id, RPC.internal, 'The gateway failed to forward this request.'))
      }
    })
    if (!added && isRequest) this.#reply(errorResponse(message.id, RPC.internal, 'Too many messages are waiting.'))
  }

  async #tell(message: JsonRpcNotification, interceptor: Interceptor, exchange: ExchangeAbout, emit: Emit) {
    let told = message
    if (message.method === 'notifications/cancelled') {
      const requestId = this.#asked.cancel(message.params?.['requestId'])
      if (requestId === undefined) return
      told = { ...message, params: { ...message.params, requestId } }
    }
    const screened = await decideNotification(interceptor, 'serverNotification', told, exchange)
    if (screened !== undefined) emit(screened)
  }

  async #ask(message: JsonRpcRequest, interceptor: Interceptor, exchange: ExchangeAbout, emit: Emit) {
    if (message.method === 'ping') return this.#reply(resultResponse(message.id, {}))
    const capability = CAPABILITY_FOR[message.method]
    if (capability !== undefined && this.#about.capabilities[capability] === undefined) {
      const why = `The client does not support ${capability}.`
      return this.#reply(errorResponse(message.id, RPC.methodNotFound, why))
    }
    if (this.#asked.size >= this.#parts.limits.requestsInFlight) {
      return this.#reply(errorResponse(message.id, RPC.internal, 'Too many requests are waiting for the client.'))
    }
    const screened = await decideRequest(interceptor, 'serverRequest', message, exchange)
    if ('refused' in screened) return this.#reply(withId(screened.refused, message.id))
    const late = (id: number) => {
      this.#reply(errorResponse(message.id, RPC.internal, 'The client did not respond in time.'))
      const params = { requestId: id, reason: 'No response was received in time.' }
      emit({ jsonrpc: '2.0', method: 'notifications/cancelled', params })
    }
    emit(this.#asked.add(message, screened, this.#parts.limits.clientAnswer_ms, late))
  }

  async answered(message: JsonRpcResponse, interceptor: Interceptor, exchange: ExchangeAbout): Promise<void> {
    const asked = this.#asked.take(message)
    if (asked === undefined) return
    let screened: JsonRpcResponse
    try {
      screened = await decideResponse(interceptor, 'clientResponse', asked.sent, message, exchange)
    } catch (error) {
      this.#parts.onDefect(error)
      screened = errorResponse(null, RPC.internal, 'The gateway failed to forward this response.')
    }
    await this.#connection.notify(withId(screened, asked.original.id))
  }

  end(): void {
    this.#asked.clear()
  }

  #reply(response: JsonRpcResponse): void {
    // A failed send means a lost connection, which waiting callers detect.
    this.#connection.notify(response).catch(() => undefined)
  }
}
