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

/** The same request with these keys in its `_meta`; undefined takes one away. */
export function withMeta(request: JsonRpcRequest, changes: Fields): JsonRpcRequest {
  const meta = Object.fromEntries(
    Object.entries({ ...metaOf(request), ...changes }).filter(([, value]) => value !== undefined),
  )
  const { _meta: _, ...params } = request.params ?? {}
  if (Object.keys(meta).length > 0) return { ...request, params: { ...params, _meta: meta } }
  const { params: _params, ...rest } = request
  return Object.keys(params).length > 0 ? { ...rest, params } : rest
}

/** What the client said that it can do, of a request that was checked. */
export function capabilitiesOf(request: JsonRpcRequest): Fields {
  return fieldsOf(metaOf(request)[META.capabilities])
}

/** Whether a result asks the client for input instead of giving what was asked for. */
export function isInputRequired(result: Fields): boolean {
  return result['resultType'] === 'input_required'
}

/** One request of a server inside an `input_required` result. */
export interface InputRequest {
  readonly key: string
  readonly method: string
  readonly params: Fields | undefined
}

/** The requests inside an `input_required` result; undefined when one of them is no request. */
export function inputRequestsOf(result: Fields): readonly InputRequest[] | undefined {
  const asked = result['inputRequests']
  if (asked === undefined) return []
  if (!isFields(asked)) return undefined
  const requests: InputRequest[] = []
  for (const [key, value] of Object.entries(asked)) {
    if (!isFields(value) || typeof value['method'] !== 'string') return undefined
    if (value['params'] !== undefined && !isFields(value['params'])) return undefined
    requests.push({ key, method: value['method'], params: value['params'] })
  }
  return requests
}
