import type { Era } from './eras.ts'
import type { JsonRpcMessage, JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from './messages.ts'

/** Receives messages of an upstream other than responses: progress, logs, server requests. */
export type OnServerMessage = (message: JsonRpcMessage) => void

export interface CallOptions {
  /** Fires when the client cancels; the upstream is notified as its protocol version requires. */
  readonly signal: AbortSignal
  /** Receives messages of this request, in order, before its response. */
  readonly onMessage: OnServerMessage
  /** Headers in addition to the route's own: trace context, `Mcp-Name` and others; never the caller's keys. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Connection to one MCP server (or several combined ones), over Streamable HTTP, SSE or stdio. Protects against slow, broken, oversized
 * and malicious servers: every call ends with a response or a `Failure`.
 */
export interface UpstreamConnection {
  readonly era: Era
  /** Negotiated version. */
  readonly version: string
  /** The server's self-description: the result of `initialize`, or of `server/discover`. */
  readonly about: Readonly<Record<string, unknown>>
  /**
   * Sends a request and waits for its response. The connection uses its own request ids upstream. The response has the caller's id.
   * @throws {Failure} `unavailable`: timeout, connection lost, response too large, breaker open; `egress_refused`
   */
  request(request: JsonRpcRequest, options: CallOptions): Promise<JsonRpcResponse>
  /** Sends a notification, or the response to a server request. */
  notify(message: JsonRpcNotification | JsonRpcResponse): Promise<void>
  /** Registers a listener for messages outside of requests. Returns the function that removes it. */
  listen(onMessage: OnServerMessage): () => void
  /** Resolves with the reason when the connection is no longer usable. */
  readonly closed: Promise<string>
  /** Ends the upstream session, and the process if this connection started it. */
  close(): Promise<void>
}
