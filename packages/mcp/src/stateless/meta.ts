import type { Fields, JsonRpcRequest } from '../messages.ts'
import { fieldsOf, isFields, metaOf } from '../server/rpc.ts'

/** Keys of `_meta` that belong to the protocol. MCP 2026-07-28, "_meta". */
export const META = {
  version: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  logLevel: 'io.modelcontextprotocol/logLevel',
  subscription: 'io.modelcontextprotocol/subscriptionId',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
} as const

/** Returns the same request with these keys in its `_meta`; undefined removes a key. */
export function withMeta(request: JsonRpcRequest, changes: Fields): JsonRpcRequest {
  const meta = Object.fromEntries(
    Object.entries({ ...metaOf(request), ...changes }).filter(([, value]) => value !== undefined),
  )
  const { _meta: _, ...params } = request.params ?? {}
  if (Object.keys(meta).length > 0) return { ...request, params: { ...params, _meta: meta } }
  const { params: _params, ...rest } = request
  return Object.keys(params).length > 0 ? { ...rest, params } : rest
}

/** Returns the client capabilities of a validated request. */
export function capabilitiesOf(request: JsonRpcRequest): Fields {
  return fieldsOf(metaOf(request)[META.capabilities])
}

/** Returns whether a result requests input from the client. */
export function isInputRequired(result: Fields): boolean {
  return result['resultType'] === 'input_required'
}

/** Server request in an `input_required` result. */
export interface InputRequest {
  readonly key: string
  readonly method: string
  readonly params: Fields | undefined
}

/** Returns the requests in an `input_required` result; undefined when one is invalid. */
export function inputRequestsOf(result: Fields): readonly InputRequest[] | undefined {
  const request = result['inputRequests']
  if (request === undefined) return []
  if (!isFields(request)) return undefined
  const requests: InputRequest[] = []
  for (const [key, value] of Object.entries(request)) {
    if (!isFields(value) || typeof value['method'] !== 'string') return undefined
    if (value['params'] !== undefined && !isFields(value['params'])) return undefined
    requests.push({ key, method: value['method'], params: value['params'] })
  }
  return requests
}
