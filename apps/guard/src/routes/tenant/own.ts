import { Failure } from '@gatehouse/kernel'
import type { Store } from '@gatehouse/store'
import { agentIds } from '@gatehouse/store/agents'
import { listApiKeys, readTenant, type TenantRecord } from '@gatehouse/store/tenants'
import { createKey, revokeKey } from '../../administration/key-changes.ts'
import { keyRecord } from '../../administration/keys.ts'
import { tenantView } from '../../administration/tenant-view.ts'
import { usageView } from '../../usage/usage-view.ts'
import type { GuardHandler } from '../handler.ts'

export const readOwnTenant: GuardHandler<'readOwnTenant'> =
  ({ store, registry }) =>
  async ({ context }) => {
    const { tenantId } = context
    const [record, registered] = await Promise.all([ownRecord(store, tenantId), agentIds(store, tenantId)])
    const { rbac, ...view } = tenantView(record, [], registry)
    return {
      tenant_id: view.tenant_id,
      name: view.name,
      plan: view.plan,
      mode: view.mode,
      input_guardrails: view.input_guardrails,
      output_guardrails: view.output_guardrails,
      quota: view.quota,
      rbac: { roles: rbac.roles },
      // Agent keys identify callers, so that only their number is shown.
      agents: { count: new Set([...Object.keys(rbac.agents), ...registered]).size },
    }
  }

export const readOwnUsage: GuardHandler<'readOwnUsage'> =
  (ports) =>
  async ({ context, query: { days } }) =>
    usageView(await ownRecord(ports.store, context.tenantId), ports, days)

export const listOwnKeys: GuardHandler<'listOwnKeys'> =
  ({ store }) =>
  async ({ context }) => ({
    tenant_id: context.tenantId,
    api_keys: (await listApiKeys(store, context.tenantId)).map(keyRecord),
  })

export const createOwnKey: GuardHandler<'createOwnKey'> =
  (ports) =>
  ({ body, context }) =>
    createKey(context.tenantId, body, context, ports)

export const revokeOwnKey: GuardHandler<'revokeOwnKey'> =
  (ports) =>
  ({ body, query, context }) =>
    revokeKey(context.tenantId, { id: query.id, ...body }, context, ports)

/** @throws {Failure} `not_found` if the tenant was deleted concurrently */
export async function ownRecord(store: Store, tenantId: string): Promise<TenantRecord> {
  const record = await readTenant(store, tenantId)
  if (record === undefined || record.deletedAt !== null) {
    throw new Failure('not_found', `Tenant "${tenantId}" not found.`)
  }
  return record
}
