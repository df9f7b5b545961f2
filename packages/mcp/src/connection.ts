import type { Era } from './eras.ts'
import type { JsonRpcMessage, JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from './messages.ts'

/** Receives messages of an upstream other than answers: progress, logs, its own requests. */
export type OnServerMessage = (message: JsonRpcMessage) => void

export interface CallOptions {
  /** Fires when the client cancels; the upstream is notified as its protocol version requires. */
  readonly signal: AbortSignal
  /** Messages that belong to this request, in order, before its answer. */
  readonly onMessage: OnServerMessage
  /** Headers in addition to the route's own: trace context, `Mcp-Name` and others; never the caller's keys. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Connection to one MCP server (or several combined ones), over Streamable HTTP, SSE or stdio. It bounds slow, broken, oversized and
 * malicious servers: every call ends with an answer or a `Failure`.
 */
export interface UpstreamConnection {
  readonly era: Era
  /** The version that was negotiated. */
  readonly version: string
  /** The server's self-description: the result of `initialize`, or of `server/discover`. */
  readonly about: Readonly<Record<string, unknown>>
  /**
   * Sends a request and waits for its answer. The connection uses its own request ids upstream; the answer has the caller's id.
   * @throws {Failure} `unavailable`: timeout, connection lost, answer too large, breaker open; `egress_refused`
   */
  request(request: JsonRpcRequest, options: CallOptions): Promise<JsonRpcResponse>
  /** Sends a notification, or the answer to a request of the server. */
  notify(message: JsonRpcNotification | JsonRpcResponse): Promise<void>
  /** Registers a listener for messages outside of requests. Returns the function that removes it. */
  listen(onMessage: OnServerMessage): () => void
  /** Resolves when the connection is of no use any more, with why. */
  readonly closed: Promise<string>
  /** Ends the upstream session, and the process if this connection started it. */
  close(): Promise<void>
}
