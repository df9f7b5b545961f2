import { createHash } from 'node:crypto'
import { Failure } from '@gatehouse/kernel'
import type { UpstreamRequest } from './model-upstreams.ts'

/**
 * Request fields that reference data stored by a provider per key: responses, conversations, files, stores, prompts. Tenants with a shared
 * key could otherwise read each other's data.
 */
const STORED = [
  'previous_response_id',
  'conversation',
  'container',
  'file_id',
  'file_ids',
  'vector_store_ids',
  'skill_id',
  'item_reference',
] as const
/** Exact, because the gateway wrote the JSON: quotes within a text are escaped. */
const QUOTED = STORED.map((name) => Buffer.from(`"${name}"`))
const NAMES: ReadonlySet<string> = new Set(STORED)
/** Fields with schemas, in which any word may be a parameter name, and with call arguments. */
const FREE: ReadonlySet<string> = new Set(['parameters', 'input_schema', 'schema', 'properties', 'metadata'])
/** Own limit, deeper than any API nests. */
const LEVELS_MAX = 32

/**
 * Returns a request that is safe to send with a shared key.
 * @throws {Failure} `invalid_request` for a reference to stored data of the provider
 */
export function underSharedKey<Request extends UpstreamRequest>(request: Request, tenantId: string): Request {
  const { body } = request
  const name = QUOTED.some((item) => body.includes(item)) ? storedName(JSON.parse(body.toString()), 0) : undefined
  if (name !== undefined) {
    throw new Failure(
      'invalid_request',
      `The request refers to data stored at the provider ("${name}"), and tenants share this upstream's key. Configure a model upstream for your tenant.`,
      {
        violations: [
          { path: ['body', name], message: "requires a model upstream of the tenant's own", type: 'shared_key' },
        ],
      },
    )
  }
  const { 'idempotency-key': key, ...headers } = request.headers
  if (key === undefined) return request
  // Two tenants may choose the same value, and must not get each other's answer.
  const own = createHash('sha256')
    .update(JSON.stringify([tenantId, key]))
    .digest('hex')
  return { ...request, headers: { ...headers, 'idempotency-key': own } }
}

function storedName(value: unknown, depth: number): string | undefined {
  if (typeof value !== 'object' || value === null || depth > LEVELS_MAX) return undefined
  if (Array.isArray(value)) return firstOf(value, (inner) => storedName(inner, depth + 1))
  const isCall = 'type' in value && typeof value.type === 'string' && value.type.endsWith('tool_use')
  return firstOf(Object.entries(value), ([name, inner]) => {
    if (inner === null || FREE.has(name) || (isCall && name === 'input')) return undefined
    if (NAMES.has(name)) return name
    if (name === 'type' && typeof inner === 'string' && NAMES.has(inner)) return inner
    return storedName(inner, depth + 1)
  })
}

function firstOf<Item>(list: readonly Item[], find: (item: Item) => string | undefined): string | undefined {
  for (const item of list) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}
