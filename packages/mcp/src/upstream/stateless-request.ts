import { STATELESS_VERSIONS } from '../eras.ts'
import type { JsonRpcRequest } from '../messages.ts'
import { isFields, metaOf } from '../server/rpc.ts'
import { encodeHeader } from '../stateless/header-value.ts'
import { META, withMeta } from '../stateless/meta.ts'
import type { ClientAbout } from './client.ts'

/** Newest version of the stateless protocol, currently the only one. */
export const STATELESS_VERSION = STATELESS_VERSIONS[0]

/** Parameter that names the subject of a request. MCP 2026-07-28, "Standard Request Headers". */
const NAMED_BY: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
}

/** Returns the request with the client data that a stateless server needs. Keeps existing values. */
export function selfContained(request: JsonRpcRequest, { clientInfo, capabilities }: ClientAbout): JsonRpcRequest {
  const meta = metaOf(request)
  return withMeta(request, {
    [META.version]: STATELESS_VERSION,
    [META.clientInfo]: isFields(meta[META.clientInfo]) ? meta[META.clientInfo] : clientInfo,
    [META.capabilities]: isFields(meta[META.capabilities]) ? meta[META.capabilities] : capabilities,
  })
}

/** Returns the headers that mirror a request. */
export function mirrorHeaders({ method, params }: JsonRpcRequest): Record<string, string> {
  const field = NAMED_BY[method]
  const name = field === undefined ? undefined : params?.[field]
  return {
    'mcp-protocol-version': STATELESS_VERSION,
    'mcp-method': encodeHeader(method),
    ...(typeof name === 'string' ? { 'mcp-name': encodeHeader(name) } : {}),
  }
}
