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

/** Decision about a client request. */
export type RequestDecision =
  /** Forward to the upstream, possibly modified. */
  | { readonly kind: 'forward'; readonly request: JsonRpcRequest }
  /** Answer locally: denied, or already known. */
  | { readonly kind: 'answer'; readonly response: JsonRpcResponse }

/**
 * Policy hook between a client and MCP servers: decides about every message, in both directions. The protocol engine has no knowledge of
 * tenants, policies and guards; an interceptor has none of transports.
 */
export interface Interceptor {
  /**
   * Called for a client request before any processing: a response denies it, and then no connection is made and no process started.
   * Absent: everything is admitted.
   */
  admit?(request: JsonRpcRequest, about: ExchangeAbout): Promise<JsonRpcResponse | undefined>
  /** Called for a client request (`tools/call`, `resources/read`, …) before it is forwarded. */
  request(request: JsonRpcRequest, about: ExchangeAbout): Promise<RequestDecision>
  /** Called for the upstream's answer to a forwarded request, before it is sent to the client. */
  response(request: JsonRpcRequest, response: JsonRpcResponse, about: ExchangeAbout): Promise<JsonRpcResponse>
  /**
   * Called for a server request to the client (sampling, elicitation, roots) or, in the stateless era, for one in an `input_required`
   * result. A response denies it on behalf of the client.
   */
  serverRequest(
    request: JsonRpcRequest,
    about: ExchangeAbout,
  ): Promise<JsonRpcRequest | { readonly refused: JsonRpcResponse }>
  /**
   * Called when a client request was answered with requests for input (2026-07-28): the client's next request with the same
   * `requestState`, or without one but with `inputResponses`, continues it.
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

/** Forwards everything; for tests and as a benchmark baseline. */
export const passAll: Interceptor = {
  request: (request) => Promise.resolve({ kind: 'forward', request }),
  response: (_request, response) => Promise.resolve(response),
  serverRequest: (request) => Promise.resolve(request),
  clientResponse: (_request, response) => Promise.resolve(response),
  notification: (message: JsonRpcMessage & JsonRpcNotification) => Promise.resolve(message),
}
