import type { JsonRpcRequest } from '../messages.ts'
import { headerOf, type McpHttpRequest } from './http.ts'
import { metaOf } from './rpc.ts'

/** W3C Trace Context, section 3.2: version, trace, parent, flags. */
const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/
/** Section 3.3.1.5 requires at least 512 characters; W3C Baggage requires 8,192 bytes. */
const CARRIED = { tracestate: 512, baggage: 8_192 } as const
const PRINTABLE = /^[\x20-\x7e]+$/

/**
 * Returns the caller's trace context as headers for the upstream: from `_meta` as 2026-07-28 defines, else from the request's headers. No
 * other headers of the caller are forwarded.
 */
export function traceHeaders(message: JsonRpcRequest, request: McpHttpRequest): Record<string, string> {
  const meta = metaOf(message)
  const inMeta = typeof meta['traceparent'] === 'string' && TRACEPARENT.test(meta['traceparent'])
  const valueOf = (name: string) => (inMeta ? meta[name] : headerOf(request, name))
  const traceparent = valueOf('traceparent')
  if (typeof traceparent !== 'string' || !TRACEPARENT.test(traceparent)) return {}
  const headers: Record<string, string> = { traceparent }
  for (const [name, chars] of Object.entries(CARRIED)) {
    const value = valueOf(name)
    if (typeof value === 'string' && value.length <= chars && PRINTABLE.test(value)) headers[name] = value
  }
  return headers
}
