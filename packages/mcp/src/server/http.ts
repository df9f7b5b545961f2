import type { Interceptor } from '../interceptor.ts'
import type { JsonRpcResponse } from '../messages.ts'
import type { Connect } from './connect.ts'
import { encodeMessage, errorResponse, RPC } from './rpc.ts'

/** HTTP request to a route of the gateway, independent of a server framework. */
export interface McpHttpRequest {
  readonly method: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The parsed JSON of a POST; undefined without a body. */
  readonly body: unknown
  /** Fires when the client disconnects. */
  readonly signal: AbortSignal
  readonly requestId: string
  /** Caller, route and key. Sessions and connections of one owner are inaccessible to all others. */
  readonly owner: string
  /** Group of owners, e.g. their tenant; shared resources are limited per group. Default: the owner alone. */
  readonly group?: string
  readonly route: McpRoute
}

/** Upstream of the route for this caller. */
export interface McpRoute {
  readonly connect: Connect
  readonly interceptor: Interceptor
}

export interface McpHttpAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Complete text, or the pieces of an event stream. */
  readonly body: string | AsyncIterable<string>
}

/** Returns the value of a header; repeated headers are joined as HTTP defines. */
export function headerOf({ headers }: Pick<McpHttpRequest, 'headers'>, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' || value === undefined ? value?.trim() : value.join(', ').trim()
}

/** Returns the response types that a client accepts. Without `Accept` it accepts both, as HTTP defines. */
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

/** Returns an error for the HTTP request, independent of its JSON-RPC request. */
export function refusal(status: number, reason: string, code: number = RPC.invalidRequest): McpHttpAnswer {
  return jsonAnswer(status, errorResponse(null, code, reason))
}

export function emptyAnswer(status: number, headers: Readonly<Record<string, string>> = {}): McpHttpAnswer {
  return { status, headers, body: '' }
}

/** Start of a stream without events. Response headers are sent with the first body bytes, and a waiting client needs them. */
export const OPENED = ': open\n\n'

export function streamAnswer(
  events: AsyncIterable<string>,
  headers: Readonly<Record<string, string>> = {},
): McpHttpAnswer {
  return {
    status: 200,
    // Buffering proxies would delay events until the stream ends. Streamable HTTP, "Receiving Messages".
    headers: { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no', ...headers },
    body: events,
  }
}
