import { SESSION_VERSIONS, STATELESS_VERSIONS } from '../eras.ts'
import type { Fields, JsonRpcResponse } from '../messages.ts'

/** Methods with cacheable results. MCP 2026-07-28, "Caching". */
const CACHEABLE = new Set([
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
])

/**
 * Adds the fields that every result of this protocol has. Results are authorized for one caller, so that `public` becomes `private`. The
 * lifetime is the server's; without one it is zero.
 */
export function completed(response: JsonRpcResponse, method?: string): JsonRpcResponse {
  if ('error' in response) return response
  const result: Fields = { resultType: 'complete', ...response.result }
  if (result['resultType'] !== 'complete' || method === undefined) return { ...response, result }
  if (method === 'server/discover') {
    const supportedVersions = [...STATELESS_VERSIONS, ...SESSION_VERSIONS]
    return { ...response, result: { ...cacheable(result), supportedVersions } }
  }
  return { ...response, result: CACHEABLE.has(method) ? cacheable(result) : result }
}

function cacheable(result: Fields): Fields {
  const ttlMs = typeof result['ttlMs'] === 'number' && result['ttlMs'] >= 0 ? result['ttlMs'] : 0
  return { ...result, ttlMs, cacheScope: 'private' }
}
