import type { Era } from './eras.ts'
import type { JsonRpcMessage, JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from './messages.ts'

/** The exchange of a message. */
export interface ExchangeAbout {
  readonly era: Era
  /** The gateway's own id of the session; absent in the stateless protocol. */
  readonly sessionId: string | undefined
  /** Identifies the HTTP request. */
  readonly requestId: string
}

/** A message between a client and a tool server, and its place in the exchange. */
export type InterceptedMessage = { readonly about: ExchangeAbout } & (
  | {
      /**
       * `admission`: a request of the client before a connection is made or a process is started.
       * `clientRequest`: the same request before it goes to the server.
       * `serverRequest`: a request of the server to the client: sampling, elicitation, roots. In the stateless protocol it is part of
       * an `input_required` result.
       */
      readonly stage: 'admission' | 'clientRequest' | 'serverRequest'
      readonly message: JsonRpcRequest
    }
  | {
      /**
       * `serverResponse`, `clientResponse`: the response of either side.
       * `inputRequired`: an `input_required` result whose requests have passed. The client continues `request` with its
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
  /** The message is blocked; this response takes its place, or goes to the sender of a request. */
  | { readonly kind: 'answer'; readonly response: JsonRpcResponse }
  /** The notification is blocked. */
  | { readonly kind: 'drop' }

/**
 * Decides about every message between a client and tool servers, in both directions. The protocol engine has no knowledge of
 * tenants, policies and guards; an interceptor has no knowledge of transports.
 */
export interface Interceptor {
  /** A rejected promise blocks the message. */
  decide(message: InterceptedMessage): Promise<McpVerdict>
}

/** Passes every message: for tests and for measurements of the engine. */
export const passAll: Interceptor = { decide: ({ message }) => Promise.resolve({ kind: 'pass', message }) }
