import { readTenant } from '@gatehouse/store/tenants'
import { createKey, revokeKey } from '../../administration/key-changes.ts'
import type { GuardHandler, GuardPorts } from '../handler.ts'
import { checkedId, unknownTenant } from './tenants.ts'

export const createTenantKey: GuardHandler<'createTenantKey'> =
  (ports) =>
  async ({ params: { tenant_id: id }, body, context }) =>
    createKey(await living(id, ports), body, context, ports)

export const revokeTenantKey: GuardHandler<'revokeTenantKey'> =
  (ports) =>
  async ({ params: { tenant_id: id }, body, query, context }) =>
    revokeKey(await living(id, ports), { id: query.id, ...body }, context, ports)

/** @throws {Failure} `not_found` for a deleted or unknown tenant */
async function living(id: string, { store }: GuardPorts): Promise<string> {
  const record = await readTenant(store, checkedId(id))
  if (record === undefined || record.deletedAt !== null) throw unknownTenant(id)
  return record.id
}
