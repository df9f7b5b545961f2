import type { Era } from './eras.ts'
import type { JsonRpcMessage, JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from './messages.ts'

/** The exchange that a message belongs to, as an interceptor sees it. */
export interface ExchangeAbout {
  readonly era: Era
  /** The gateway's own id of the session; absent in the stateless era. */
  readonly sessionId: string | undefined
  /** Identifies the HTTP request. */
  readonly requestId: string
}

/** What is done with a request of the client. */
export type RequestDecision =
  /** It goes to the upstream, perhaps changed. */
  | { readonly kind: 'forward'; readonly request: JsonRpcRequest }
  /** It is answered here: refused, or known already. */
  | { readonly kind: 'answer'; readonly response: JsonRpcResponse }

/**
 * What stands between a client and tool servers: decides about every message that passes, in both directions. The protocol
 * engine knows nothing of tenants, policies and guards; an interceptor knows nothing of transports.
 */
export interface Interceptor {
  /**
   * Asked of a request of the client before anything is done for it: a response refuses it, and then no connection is made, and
   * no process started. Absent: everything is let in.
   */
  admit?(request: JsonRpcRequest, about: ExchangeAbout): Promise<JsonRpcResponse | undefined>
  /** A request of the client (`tools/call`, `resources/read`, …), before it goes out. */
  request(request: JsonRpcRequest, about: ExchangeAbout): Promise<RequestDecision>
  /** The upstream's answer to a request that was forwarded, before it goes to the client. */
  response(request: JsonRpcRequest, response: JsonRpcResponse, about: ExchangeAbout): Promise<JsonRpcResponse>
  /**
   * A request of the server to the client (sampling, elicitation, roots) or, in the stateless era, one inside an
   * `input_required` result. A response refuses it in the client's name.
   */
  serverRequest(
    request: JsonRpcRequest,
    about: ExchangeAbout,
  ): Promise<JsonRpcRequest | { readonly refused: JsonRpcResponse }>
  /**
   * Told that a request, as the client sent it, was answered with requests for input (2026-07-28): what the client sends next with
   * the same `requestState`, or where there is none with `inputResponses`, goes on with it.
   */
  inputRequired?(request: JsonRpcRequest, requestState: unknown, about: ExchangeAbout): void
  /** The client's answer to a request of the server. */
  clientResponse(request: JsonRpcRequest, response: JsonRpcResponse, about: ExchangeAbout): Promise<JsonRpcResponse>
  /** A notification in either direction; undefined drops it. */
  notification(
    message: JsonRpcNotification,
    from: 'client' | 'server',
    about: ExchangeAbout,
  ): Promise<JsonRpcNotification | undefined>
}

/** Lets everything pass; for tests and for what the engine is measured against. */
export const passAll: Interceptor = {
  request: (request) => Promise.resolve({ kind: 'forward', request }),
  response: (_request, response) => Promise.resolve(response),
  serverRequest: (request) => Promise.resolve(request),
  clientResponse: (_request, response) => Promise.resolve(response),
  notification: (message: JsonRpcMessage & JsonRpcNotification) => Promise.resolve(message),
}
