import { sql } from 'kysely'
import type { Store } from '../connect.ts'
import { insertApiKeys, type NewApiKey } from './api-keys.ts'

/** A tenant with all fields that administrators can change. */
export interface TenantRecord {
  readonly id: string
  readonly name: string
  readonly plan: string
  readonly config: Readonly<Record<string, unknown>>
  readonly quota: Readonly<Record<string, unknown>>
  readonly policyVersion: number
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly deletedAt: Date | null
}

export interface NewTenant {
  readonly id: string
  readonly name: string
  readonly plan: string
  readonly config: object
  readonly quota: object
  readonly keys: readonly Omit<NewApiKey, 'tenantId'>[]
  /** Policies of version 1; absent if the tenant has none yet. */
  readonly policies?: object
  readonly by: string
}

/** Result of a tenant change; absent fields are kept. */
export interface TenantChange {
  readonly name?: string
  readonly plan?: string
  readonly config?: object
  readonly quota?: object
  /** Policies of the next version, if the change affects them. */
  readonly policies?: object
}

/** Maximum number of versions per tenant; the oldest are removed. One version per minute covers most of a day. */
export const POLICY_VERSIONS_MAX = 1_000

const COLUMNS = [
  'id',
  'name',
  'plan',
  'config',
  'quota',
  'policy_version',
  'created_at',
  'updated_at',
  'deleted_at',
] as const

/** Returns tenants by id, starting after `after`. */
export async function listTenants(
  store: Store,
  {
    includeDeleted,
    limit,
    after,
  }: { readonly includeDeleted: boolean; readonly limit: number; readonly after?: string },
): Promise<readonly TenantRecord[]> {
  let select = store.db.selectFrom('tenants').select(COLUMNS).orderBy('id').limit(limit)
  if (!includeDeleted) select = select.where('deleted_at', 'is', null)
  if (after !== undefined) select = select.where('id', '>', after)
  return (await select.execute()).map(toRecord)
}

/** Returns a tenant, deleted or not. */
export async function readTenant(store: Store, id: string): Promise<TenantRecord | undefined> {
  const row = await store.db.selectFrom('tenants').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  return row === undefined ? undefined : toRecord(row)
}

/**
 * Creates a tenant with its first keys atomically.
 * @returns the ids of the keys in their order, or `undefined` when the id is in use, even by a deleted tenant
 * @throws {Failure} `conflict` when a key is already in use
 */
export async function insertTenant(store: Store, tenant: NewTenant): Promise<readonly string[] | undefined> {
  return store.db.transaction().execute(async (transaction) => {
    const done = await transaction
      .insertInto('tenants')
      .values({
        id: tenant.id,
        name: tenant.name,
        plan: tenant.plan,
        config: JSON.stringify(tenant.config),
        config_version: 1,
        quota: JSON.stringify(tenant.quota),
        policy_version: tenant.policies === undefined ? 0 : 1,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    if ((done.numInsertedOrUpdatedRows ?? 0n) === 0n) return undefined
    const ids = await insertApiKeys(
      transaction,
      tenant.keys.map((key) => ({ ...key, tenantId: tenant.id })),
    )
    if (tenant.policies !== undefined) {
      await transaction
        .insertInto('policy_versions')
        .values({ tenant_id: tenant.id, version: 1, policies: JSON.stringify(tenant.policies), created_by: tenant.by })
        .execute()
    }
    return ids
  })
}

/**
 * Changes a tenant that is not deleted. Concurrent changes are serialized.
 * @param change returns the change for the current record; an exception leaves everything unchanged
 * @returns the record after the change, or `undefined` when there is no such tenant
 */
export async function changeTenant(
  store: Store,
  id: string,
  by: string,
  change: (record: TenantRecord) => TenantChange,
): Promise<TenantRecord | undefined> {
  return store.db.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('tenants')
      .select(COLUMNS)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) return undefined
    const { name, plan, config, quota, policies } = change(toRecord(row))
    const version = row.policy_version + (policies === undefined ? 0 : 1)
    const changed = await transaction
      .updateTable('tenants')
      .set({
        ...(name === undefined ? {} : { name }),
        ...(plan === undefined ? {} : { plan }),
        ...(config === undefined ? {} : { config: JSON.stringify(config) }),
        ...(quota === undefined ? {} : { quota: JSON.stringify(quota) }),
        policy_version: version,
        config_version: sql`config_version + 1`,
        updated_at: new Date(),
      })
      .where('id', '=', id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
    if (policies !== undefined) {
      await transaction
        .insertInto('policy_versions')
        .values({ tenant_id: id, version, policies: JSON.stringify(policies), created_by: by })
        .execute()
      await transaction
        .deleteFrom('policy_versions')
        .where('tenant_id', '=', id)
        .where('version', '<=', version - POLICY_VERSIONS_MAX)
        .execute()
    }
    return toRecord(changed)
  })
}

/** Hides a tenant and its keys until it is restored. @returns false if there is no such tenant */
export async function softDeleteTenant(store: Store, id: string): Promise<boolean> {
  const done = await store.db
    .updateTable('tenants')
    .set({ deleted_at: new Date(), config_version: sql`config_version + 1` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Deletes a tenant, even a hidden one, and all its data except the audit log. */
export async function hardDeleteTenant(store: Store, id: string): Promise<boolean> {
  const done = await store.db.deleteFrom('tenants').where('id', '=', id).executeTakeFirst()
  return done.numDeletedRows > 0n
}

/** @returns the tenant, or `undefined` when no deleted tenant has this id */
export async function restoreTenant(store: Store, id: string): Promise<TenantRecord | undefined> {
  const row = await store.db
    .updateTable('tenants')
    .set({ deleted_at: null, updated_at: new Date(), config_version: sql`config_version + 1` })
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .returning(COLUMNS)
    .executeTakeFirst()
  return row === undefined ? undefined : toRecord(row)
}

interface Row {
  readonly id: string
  readonly name: string
  readonly plan: string
  readonly config: unknown
  readonly quota: unknown
  readonly policy_version: number
  readonly created_at: Date
  readonly updated_at: Date
  readonly deleted_at: Date | null
}

function toRecord(row: Row): TenantRecord {
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    // Only objects are written to this column.
    config: row.config as Readonly<Record<string, unknown>>,
    quota: row.quota as Readonly<Record<string, unknown>>,
    policyVersion: row.policy_version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
  }
}
