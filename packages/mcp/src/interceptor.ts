import type { Era } from './eras.ts'
import type { JsonRpcMessage, JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from './messages.ts'

/** Metadata of a message's exchange. */
export interface ExchangeAbout {
  readonly era: Era
  /** The gateway's session id; absent in the stateless protocol. */
  readonly sessionId: string | undefined
  /** Identifies the HTTP request. */
  readonly requestId: string
}

/** A message between a client and a tool server, with its position in the exchange. */
export type InterceptedMessage = { readonly about: ExchangeAbout } & (
  | {
      /**
       * `admission`: a client request before a connection is made or a process is started.
       * `clientRequest`: the same request before it is sent to the server.
       * `serverRequest`: a request of the server to the client: sampling, elicitation, roots. In the stateless protocol it is part of an `input_required` result.
       */
      readonly stage: 'admission' | 'clientRequest' | 'serverRequest'
      readonly message: JsonRpcRequest
    }
  | {
      /**
       * `serverResponse`, `clientResponse`: the response of either side.
       * `inputRequired`: an `input_required` result whose requests were allowed. The client continues `request` with its
       * `requestState`, or with `inputResponses` if it has none.
       */
      readonly stage: 'serverResponse' | 'clientResponse' | 'inputRequired'
      readonly message: JsonRpcResponse
      /** The request that the message responds to. */
      readonly request: JsonRpcRequest
    }
  | { readonly stage: 'clientNotification' | 'serverNotification'; readonly message: JsonRpcNotification }
)

/** The verdict on a message. */
export type McpVerdict =
  /** The message passes, unchanged or rewritten. */
  | { readonly kind: 'pass'; readonly message: JsonRpcMessage }
  /** The message is blocked. This response replaces it, or is sent to the sender of a request. */
  | { readonly kind: 'answer'; readonly response: JsonRpcResponse }
  /** The notification is blocked. */
  | { readonly kind: 'drop' }

/**
 * Decides about every message between a client and tool servers, in both directions. The protocol engine is independent of tenants,
 * policies and guards. An interceptor is independent of transports.
 */
export interface Interceptor {
  /** A rejected promise blocks the message. */
  decide(message: InterceptedMessage): Promise<McpVerdict>
}

/** Allows every message, for tests and benchmarks. */
export const passAll: Interceptor = { decide: ({ message }) => Promise.resolve({ kind: 'pass', message }) }
