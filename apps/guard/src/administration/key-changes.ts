import type { ApiKeyRecord, NewKey } from '@gatehouse/contracts/guard'
import type { RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import { addApiKey, findApiKeyId, listApiKeys, revokeApiKey } from '@gatehouse/store/tenants'
import type { GuardPorts } from '../routes/handler.ts'
import { changeEntry } from './audited.ts'
import { keyHash, keyRecord, makeKey } from './keys.ts'

/** Creates a key of a tenant. Only the response contains its text. */
export async function createKey(
  tenantId: string,
  newKey: NewKey,
  context: RequestContext,
  { store, audit, clock }: GuardPorts,
): Promise<ApiKeyRecord> {
  const { text, ...key } = makeKey(newKey, clock.now(), ['body'])
  const { id } = await addApiKey(store, { ...key, tenantId })
  await audit.append(
    changeEntry('api_key.create', tenantId, context, { key_id: id, scope: key.scope, default_agent: key.defaultAgent }),
  )
  const stored = (await listApiKeys(store, tenantId)).find((apiKey) => apiKey.id === id)
  if (stored === undefined) throw new Failure('conflict', 'The key was revoked while it was being created.')
  return { ...keyRecord(stored), api_key: text }
}

/**
 * Revokes a key of a tenant, by its text or by its id; the next request with it is rejected on every instance.
 * @throws {Failure} `not_found` when the tenant has no such key
 */
export async function revokeKey(
  tenantId: string,
  named: { readonly api_key?: string | undefined; readonly id?: string | undefined },
  context: RequestContext,
  { store, audit }: GuardPorts,
): Promise<{ status: 'revoked'; id: string }> {
  const { api_key: text, id: given } = named
  if (text === undefined && given === undefined) {
    const message = 'specify the key as {"api_key": …}, {"id": …} or ?id='
    throw new Failure('invalid_request', message, { violations: [{ path: ['body'], message, type: 'missing' }] })
  }
  const id = text === undefined ? given : await findApiKeyId(store, tenantId, keyHash(text))
  const isId = id !== undefined && UUID.test(id)
  if (!isId || !(await revokeApiKey(store, tenantId, id))) {
    throw new Failure('not_found', 'Key not found in this tenant.')
  }
  await audit.append(changeEntry('api_key.revoke', tenantId, context, { key_id: id }))
  return { status: 'revoked', id }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
