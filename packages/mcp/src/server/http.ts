import type { Interceptor } from '../interceptor.ts'
import type { JsonRpcResponse } from '../messages.ts'
import type { Connect } from './connect.ts'
import { encodeMessage, errorResponse, RPC } from './rpc.ts'

/** One HTTP request to a route of the gateway, without a server's types. */
export interface McpHttpRequest {
  readonly method: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The parsed JSON of a POST; undefined without a body. */
  readonly body: unknown
  /** Fires when the client went away. */
  readonly signal: AbortSignal
  readonly requestId: string
  /** Who calls which route with which key. Sessions and connections of one owner are out of reach for all others. */
  readonly owner: string
  /** Who stands behind this owner and others, e.g. their tenant; what all share is bounded for each group. Absent: the owner alone. */
  readonly group?: string
  readonly route: McpRoute
}

/** What stands behind the route for this caller. */
export interface McpRoute {
  readonly connect: Connect
  readonly interceptor: Interceptor
}

export interface McpHttpAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Text as a whole, or the pieces of an event stream. */
  readonly body: string | AsyncIterable<string>
}

/** The value of a header; of one that was sent several times, the values as HTTP joins them. */
export function headerOf({ headers }: Pick<McpHttpRequest, 'headers'>, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' || value === undefined ? value?.trim() : value.join(', ').trim()
}

/** Which of the two kinds of answers a client reads. Without `Accept` it reads both, as HTTP says. */
export function accepted(request: Pick<McpHttpRequest, 'headers'>): { readonly json: boolean; readonly sse: boolean } {
  const accept = headerOf(request, 'accept')
  if (accept === undefined || accept === '') return { json: true, sse: true }
  const types = new Set(accept.split(',').map((part) => part.split(';', 1)[0]!.trim().toLowerCase()))
  const anything = types.has('*/*')
  return {
    json: anything || types.has('application/json') || types.has('application/*'),
    sse: anything || types.has('text/event-stream') || types.has('text/*'),
  }
}

export function jsonAnswer(
  status: number,
  body: JsonRpcResponse | readonly JsonRpcResponse[],
  headers: Readonly<Record<string, string>> = {},
): McpHttpAnswer {
  const text = 'jsonrpc' in body ? encodeMessage(body) : `[${body.map(encodeMessage).join(',')}]`
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: text }
}

/** The HTTP request itself is refused; which JSON-RPC request it holds does not matter any more. */
export function refusal(status: number, why: string, code: number = RPC.invalidRequest): McpHttpAnswer {
  return jsonAnswer(status, errorResponse(null, code, why))
}

export function emptyAnswer(status: number, headers: Readonly<Record<string, string>> = {}): McpHttpAnswer {
  return { status, headers, body: '' }
}

/**
 * Begins a stream on which nothing has happened yet: the head of an answer goes out with the first of its body, and a client
 * that waits for it does not know whether anybody listens.
 */
export const OPENED = ': open\n\n'

export function streamAnswer(
  events: AsyncIterable<string>,
  headers: Readonly<Record<string, string>> = {},
): McpHttpAnswer {
  return {
    status: 200,
    // Proxies that buffer would hold events back until the stream ends. Streamable HTTP, "Receiving Messages".
    headers: { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no', ...headers },
    body: events,
  }
}
