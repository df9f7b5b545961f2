import { sql } from 'kysely'
import type { Store } from '../connect.ts'

/** Identifies one state of a tenant, distinct from a deleted tenant with the same name. */
export interface TenantVersion {
  readonly version: number
  readonly createdAt: Date
}

/** Stored configuration of a tenant; the guard service defines its format. */
export interface TenantConfig extends TenantVersion {
  readonly config: unknown
  readonly plan: string
  /** Tenant-specific quotas that override those of the plan. */
  readonly quota: unknown
}

/** Returns the configuration versions of `ids` that exist and are not deleted. */
export async function tenantVersions(
  store: Store,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TenantVersion>> {
  const rows = await store.db
    .selectFrom('tenants')
    .select(['id', 'config_version', 'created_at'])
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.id, { version: row.config_version, createdAt: row.created_at }]))
}

export async function loadTenantConfig(store: Store, id: string): Promise<TenantConfig | undefined> {
  const row = await store.db
    .selectFrom('tenants')
    .select(['config', 'config_version', 'created_at', 'plan', 'quota'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row === undefined
    ? undefined
    : {
        version: row.config_version,
        createdAt: row.created_at,
        config: row.config,
        plan: row.plan,
        quota: row.quota,
      }
}

/** @returns false when a tenant of that id exists, deleted or not */
export async function createTenant(
  store: Store,
  { id, name, plan = 'basic' }: { readonly id: string; readonly name: string; readonly plan?: string },
): Promise<boolean> {
  const done = await store.db
    .insertInto('tenants')
    .values({ id, name, plan })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/**
 * Replaces a tenant's configuration and creates a new version.
 * @returns the new version, or `undefined` when there is no such tenant
 */
export async function saveTenantConfig(store: Store, id: string, config: object): Promise<number | undefined> {
  const row = await store.db
    .updateTable('tenants')
    .set({ config: JSON.stringify(config), config_version: sql`config_version + 1`, updated_at: new Date() })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('config_version')
    .executeTakeFirst()
  return row?.config_version
}
