import type { Era } from './eras.ts'
import type { JsonRpcMessage, JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from './messages.ts'

/** What an upstream sends beside the answer to a request: progress, logs, requests of its own. */
export type OnServerMessage = (message: JsonRpcMessage) => void

export interface CallOptions {
  /** Fires when the client gives up; the upstream is told in the way of its era. */
  readonly signal: AbortSignal
  /** Messages that belong to this request, in order, before its answer. */
  readonly onMessage: OnServerMessage
  /** Headers to send beside the route's own: the trace of the caller, `Mcp-Name` and the like; never the caller's keys. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * A connection to one tool server (or to several that look like one), over Streamable HTTP, SSE or standard streams. Slow,
 * broken, huge and lying servers are bounded in here: whatever they do, a call ends with an answer or a `Failure`.
 */
export interface UpstreamConnection {
  readonly era: Era
  /** The version that was negotiated. */
  readonly version: string
  /** What the server said of itself: the result of `initialize`, or of `server/discover`. */
  readonly about: Readonly<Record<string, unknown>>
  /**
   * Sends a request and waits for its answer. The connection gives requests ids of its own upstream; the answer bears the
   * caller's.
   * @throws {Failure} `unavailable`: no answer in time, connection lost, answer too large, breaker open; `egress_refused`
   */
  request(request: JsonRpcRequest, options: CallOptions): Promise<JsonRpcResponse>
  /** Sends a notification, or the answer to a request of the server. */
  notify(message: JsonRpcNotification | JsonRpcResponse): Promise<void>
  /** Told of what the server sends outside any request. Returns how to stop listening. */
  listen(onMessage: OnServerMessage): () => void
  /** Resolves when the connection is of no use any more, with why. */
  readonly closed: Promise<string>
  /** Ends the session upstream, and the process where it is this connection's own. */
  close(): Promise<void>
}
