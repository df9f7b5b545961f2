import type { ExchangeAbout, Fields, JsonRpcRequest, JsonRpcResponse } from '@gatehouse/mcp'
import { isFields } from '../screening/envelope.ts'
import { blockedError } from './codes.ts'
import { passing } from './passing.ts'
import type { InterceptorParts } from './parts.ts'
import { OWN_META } from './tools-call.ts'

/**
 * A request without what is between the client and the gateway (a grant would be good for a call of the server's own), and
 * without the wish to have it carried as a task.
 */
export function forServer(request: JsonRpcRequest): JsonRpcRequest {
  if (request.params === undefined) return request
  const { _meta: meta, task: _task, ...params } = request.params
  if (!isFields(meta)) return { ...request, params }
  const left = Object.entries(meta).filter(([key]) => !key.startsWith(OWN_META))
  return { ...request, params: left.length === 0 ? params : { ...params, _meta: Object.fromEntries(left) } }
}

/** Requests in which a person or a model says something to a server, and where. */
const SAYING: Readonly<Record<string, readonly string[]>> = {
  'prompts/get': ['arguments'],
  'completion/complete': ['argument', 'context'],
}

/** A request as it may leave: what it says to the server is screened as arguments of a tool would be. */
export async function screenedLeaving(
  request: JsonRpcRequest,
  about: ExchangeAbout,
  parts: InterceptorParts,
): Promise<JsonRpcRequest | { readonly refused: JsonRpcResponse }> {
  const saying = Object.hasOwn(SAYING, request.method) ? SAYING[request.method] : undefined
  const params = request.params ?? {}
  const words: Fields = Object.fromEntries(
    (saying ?? []).flatMap((name) => (params[name] === undefined ? [] : [[name, params[name]]])),
  )
  if (saying === undefined || Object.keys(words).length === 0) return request
  // The request is counted when its answer comes; what it says is more of it, like what a client answers to a server.
  const screened = await passing({ arguments: words }, 'sampling', parts, 'leaving')
  if ('stop' in screened) return { refused: blockedError(request.id, about.era, screened.stop) }
  const opened = screened.message['arguments']
  return { ...request, params: { ...params, ...(isFields(opened) ? opened : {}) } }
}
