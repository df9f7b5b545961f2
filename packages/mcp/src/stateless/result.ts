import { SESSION_VERSIONS, STATELESS_VERSIONS } from '../eras.ts'
import type { Fields, JsonRpcResponse } from '../messages.ts'

/** Methods whose results clients may keep for a while. MCP 2026-07-28, "Caching". */
const CACHEABLE = new Set([
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
])

/**
 * The result with the fields that each one of this era has. What a caller may see is decided for this caller, so no
 * cacheable result is for sharing, whatever the server behind says: `public` becomes `private`. How long it holds is the
 * server's word; without one it holds no time.
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
