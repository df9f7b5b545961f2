import type { Era, ExchangeAbout, Fields, JsonRpcRequest, JsonRpcResponse } from '@gatehouse/mcp'
import { isFields } from '../screening/envelope.ts'
import type { Stop } from '../enforcement/enforcement.ts'
import { blockedError } from './codes.ts'
import { known } from './known-fields.ts'
import { forwardedFields, kindOf } from './methods.ts'
import { forwardDecision } from './passing.ts'
import type { InterceptorParts } from './parts.ts'
import { OWN_META } from './tools-call.ts'

/**
 * Rebuilds a request for its server from the protocol fields, because other fields are not screened. Removes fields between client and
 * gateway. The server could otherwise use a grant for its own call.
 */
export function forServer(request: JsonRpcRequest, era: Era): JsonRpcRequest {
  if (request.params === undefined) return request
  const { _meta: meta } = request.params
  const params = known(request.params, forwardedFields(request.method, era) ?? [])
  if (!isFields(meta)) return { ...request, params }
  const left = Object.entries(meta).filter(([key]) => !key.startsWith(OWN_META))
  return { ...request, params: left.length === 0 ? params : { ...params, _meta: Object.fromEntries(left) } }
}

/** Content of requests for a server: texts, which may be rewritten, and names, which become invalid if rewritten. */
interface OutgoingContent {
  readonly words: readonly string[]
  readonly names: readonly string[]
}

const SAYING: Readonly<Record<string, OutgoingContent>> = {
  'prompts/get': { words: ['arguments'], names: ['name'] },
  'completion/complete': { words: ['argument', 'context'], names: ['ref'] },
  'resources/read': { words: [], names: ['uri'] },
  'resources/subscribe': { words: [], names: ['uri'] },
  'resources/unsubscribe': { words: [], names: ['uri'] },
  'subscriptions/listen': { words: [], names: ['notifications'] },
}

const ADDRESS: Stop = { guardrail: 'data_policy', message: 'A name in the request contains blocked content.' }

/** Screens a request before it is sent. Its content is input of the tenant's users and agents. */
export async function screenOutgoing(
  request: JsonRpcRequest,
  about: ExchangeAbout,
  parts: InterceptorParts,
): Promise<JsonRpcRequest | { readonly refused: JsonRpcResponse }> {
  const saying = Object.hasOwn(SAYING, request.method) ? SAYING[request.method] : undefined
  const params = request.params ?? {}
  const words = known(params, saying?.words ?? [])
  const value = known(params, saying?.names ?? [])
  if (Object.keys(words).length === 0 && Object.keys(value).length === 0) return request
  const refuse = (stop: Stop) => ({ refused: blockedError(request.id, about.era, stop) })
  const names = { given: Object.values(value), ...spelledOut(value['uri']) }
  const kind = kindOf(request.method) ?? 'resources'
  const screened = await forwardDecision({ arguments: words, data: names }, kind, parts, 'leaving')
  if ('stop' in screened) return refuse(screened.stop)
  const { arguments: opened, data: left } = screened.message
  if (JSON.stringify(left) !== JSON.stringify(names)) return refuse(ADDRESS)
  return { ...request, params: { ...params, ...(isFields(opened) ? opened : {}) } }
}

/** Returns the decoded address, because escapes may hide content. */
function spelledOut(uri: unknown): Fields {
  if (typeof uri !== 'string') return {}
  try {
    const decoded = decodeURIComponent(uri)
    return decoded === uri ? {} : { decoded }
  } catch {
    return {}
  }
}
