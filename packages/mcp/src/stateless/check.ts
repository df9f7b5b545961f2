import { SESSION_VERSIONS, STATELESS_VERSIONS } from '../eras.ts'
import type { JsonRpcRequest } from '../messages.ts'
import { headerOf, jsonAnswer, type McpHttpAnswer, type McpHttpRequest } from '../server/http.ts'
import { errorResponse, isFields, metaOf, RPC, clientInfoProblem } from '../server/rpc.ts'
import { decodeHeader } from './header-value.ts'
import { META } from './meta.ts'

/** The parameter that `Mcp-Name` mirrors. "Standard Request Headers"; tasks: the extension io.modelcontextprotocol/tasks. */
const NAMED_BY: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
}

/** Methods of the session protocol that the stateless protocol removed: answered like any unknown method. */
const GONE = new Set([
  'initialize',
  'ping',
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
  'tasks/list',
  'tasks/result',
])

/** Returns the error of a request that 2026-07-28 does not allow, or undefined. */
export function checkStateless(request: JsonRpcRequest, http: McpHttpRequest): McpHttpAnswer | undefined {
  const refuse = (status: number, code: number, reason: string, data?: unknown) =>
    jsonAnswer(status, errorResponse(request.id, code, reason, data))
  const meta = metaOf(request)
  const version = meta[META.version]
  const header = headerOf(http, 'mcp-protocol-version')
  if (typeof version !== 'string') {
    return refuse(400, RPC.invalidParams, `"_meta" must contain the version in "${META.version}".`)
  }
  if (header !== version) return refuse(400, RPC.headerMismatch, headerWhy('MCP-Protocol-Version', header))
  if (!STATELESS_VERSIONS.some((known) => known === version)) {
    const data = { supported: [...STATELESS_VERSIONS, ...SESSION_VERSIONS], requested: version.slice(0, 100) }
    return refuse(400, RPC.unsupportedVersion, 'Unsupported protocol version.', data)
  }
  if (!isFields(meta[META.capabilities])) {
    return refuse(400, RPC.invalidParams, `"_meta" must contain the client capabilities in "${META.capabilities}".`)
  }
  if (meta[META.clientInfo] !== undefined && !isFields(meta[META.clientInfo])) {
    return refuse(400, RPC.invalidParams, `"${META.clientInfo}" must be an object.`)
  }
  const tooMuch = clientInfoProblem(meta[META.capabilities], meta[META.clientInfo])
  if (tooMuch !== undefined) return refuse(400, RPC.invalidParams, tooMuch)
  const method = headerOf(http, 'mcp-method')
  if (method !== request.method) return refuse(400, RPC.headerMismatch, headerWhy('Mcp-Method', method))
  const why = nameMismatch(request, headerOf(http, 'mcp-name'))
  if (why !== undefined) return refuse(400, RPC.headerMismatch, why)
  if (GONE.has(request.method)) {
    return refuse(404, RPC.methodNotFound, `${version} does not support the method "${request.method}".`)
  }
  return undefined
}

function nameMismatch({ method, params }: JsonRpcRequest, header: string | undefined): string | undefined {
  const field = NAMED_BY[method]
  if (field === undefined) return undefined
  const name = params?.[field]
  if (header === undefined) {
    // A missing name cannot be mirrored; the server reports the error.
    return typeof name === 'string' ? headerWhy('Mcp-Name', header) : undefined
  }
  return decodeHeader(header) === name ? undefined : headerWhy('Mcp-Name', header)
}

function headerWhy(name: string, value: string | undefined): string {
  return value === undefined ? `The header ${name} is missing.` : `The header ${name} does not match the body.`
}
