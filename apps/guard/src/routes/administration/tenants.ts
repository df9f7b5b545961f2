import { TenantId, type TenantView } from '@gatehouse/contracts/guard'
import { Failure } from '@gatehouse/kernel'
import { DEFAULT_TENANT_ID } from '@gatehouse/http'
import {
  changeTenant as changeRecord,
  hardDeleteTenant,
  insertTenant,
  listApiKeys,
  listTenants as listRecords,
  readTenant as readRecord,
  restoreTenant as restoreRecord,
  softDeleteTenant,
  type TenantRecord,
} from '@gatehouse/store/tenants'
import { actorOf, changeEntry } from '../../administration/audited.ts'
import { boundedConfig, patchedTenant } from '../../administration/change-tenant.ts'
import { makeKey } from '../../administration/keys.ts'
import { checkPolicies, policyPart } from '../../administration/policy-document.ts'
import { tenantView } from '../../administration/tenant-view.ts'
import { usageView } from '../../usage/usage-view.ts'
import type { GuardHandler, GuardPorts } from '../handler.ts'

export const listTenants: GuardHandler<'listTenants'> =
  (ports) =>
  async ({ query: { include_deleted: includeDeleted, limit, cursor } }) => {
    const page = { includeDeleted, limit: limit + 1, ...(cursor === undefined ? {} : { after: cursor }) }
    const records = await listRecords(ports.store, page)
    const shown = records.slice(0, limit)
    const tenants = await Promise.all(shown.map((record) => viewOf(record, ports)))
    return { tenants, total: tenants.length, next_cursor: records.length > limit ? (shown.at(-1)?.id ?? null) : null }
  }

export const readTenantUsage: GuardHandler<'readTenantUsage'> =
  (ports) =>
  async ({ params: { tenant_id: id }, query: { days } }) => {
    const record = await readRecord(ports.store, id)
    if (record === undefined) throw new Failure('not_found', `Tenant "${id.slice(0, 64)}" not found.`)
    return usageView(record, ports, days)
  }

export const createTenant: GuardHandler<'createTenant'> =
  (ports) =>
  async ({ body, context }) => {
    const { tenant_id: id, name = id, plan = 'basic', quota = {}, api_keys: requests = [], ...config } = body
    const part = policyPart(config)
    checkPolicies(part, ports.policies)
    const keys = requests.map((key, index) => makeKey(key, ports.clock.now(), ['body', 'api_keys', index]))
    const hasPolicies = body.input_guardrails !== undefined || body.output_guardrails !== undefined
    const keyIds = await insertTenant(ports.store, {
      id,
      name,
      plan,
      quota,
      config: boundedConfig(config),
      keys,
      by: actorOf(context),
      ...(hasPolicies || body.mode !== undefined ? { policies: part } : {}),
    })
    if (keyIds === undefined) throw new Failure('conflict', `A tenant "${id}" already exists or was deleted.`)
    await ports.audit.append(changeEntry('tenant.create', id, context, { plan, keys: keys.length }))
    const record = await existing(id, ports)
    const texts = new Map(keyIds.map((keyId, index) => [keyId, keys[index]!.text]))
    return tenantView(record, await listApiKeys(ports.store, id), ports.registry, texts)
  }

export const readTenant: GuardHandler<'readTenant'> =
  (ports) =>
  async ({ params: { tenant_id: id } }) =>
    viewOf(await existing(id, ports), ports)

export const changeTenant: GuardHandler<'changeTenant'> =
  (ports) =>
  async ({ params: { tenant_id: id }, body, context }) => {
    const { api_keys: _keys, tenant_id: _id, ...patch } = body
    const record = await changeRecord(ports.store, checkedId(id), actorOf(context), (before) =>
      patchedTenant(before, patch, ports.policies, ports.registry),
    )
    if (record === undefined) throw unknownTenant(id)
    await ports.audit.append(changeEntry('tenant.update', id, context, { fields: Object.keys(patch).slice(0, 50) }))
    return viewOf(record, ports)
  }

export const deleteTenant: GuardHandler<'deleteTenant'> =
  (ports) =>
  async ({ params: { tenant_id: id }, query: { hard }, context }) => {
    if (id === DEFAULT_TENANT_ID) {
      throw new Failure('conflict', 'The tenant "default" serves unauthenticated calls and cannot be deleted.')
    }
    const done = hard
      ? await hardDeleteTenant(ports.store, checkedId(id))
      : await softDeleteTenant(ports.store, checkedId(id))
    if (!done) throw unknownTenant(id)
    await ports.audit.append(changeEntry('tenant.delete', id, context, { hard }))
    return { status: 'deleted', tenant_id: id, hard }
  }

export const restoreTenant: GuardHandler<'restoreTenant'> =
  (ports) =>
  async ({ params: { tenant_id: id }, context }) => {
    const record = await restoreRecord(ports.store, checkedId(id))
    if (record === undefined) throw new Failure('not_found', `Deleted tenant "${id}" not found.`)
    await ports.audit.append(changeEntry('tenant.restore', id, context))
    return viewOf(record, ports)
  }

async function viewOf(record: TenantRecord, ports: GuardPorts): Promise<TenantView> {
  return tenantView(record, await listApiKeys(ports.store, record.id), ports.registry)
}

/** @throws {Failure} `not_found` */
async function existing(id: string, ports: GuardPorts): Promise<TenantRecord> {
  const record = await readRecord(ports.store, checkedId(id))
  if (record === undefined) throw unknownTenant(id)
  return record
}

/** A malformed id cannot belong to a tenant. */
export function checkedId(id: string): string {
  if (TenantId.safeParse(id).success) return id
  throw unknownTenant(id)
}

export function unknownTenant(id: string): Failure {
  return new Failure('not_found', `Tenant "${id.slice(0, 64)}" not found.`)
}
