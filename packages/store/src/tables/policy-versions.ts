import type { Store } from '../connect.ts'

/** One version of a tenant's policies. */
export interface PolicyVersion {
  readonly version: number
  readonly policies: Readonly<Record<string, unknown>>
  readonly createdAt: Date
  /** Author, in the actor format of the audit log. */
  readonly createdBy: string
}

/** A tenant's versions without their content, newest first. */
export async function listPolicyVersions(
  store: Store,
  tenantId: string,
  limit: number,
): Promise<readonly Omit<PolicyVersion, 'policies'>[]> {
  const rows = await store.db
    .selectFrom('policy_versions')
    .select(['version', 'created_at', 'created_by'])
    .where('tenant_id', '=', tenantId)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ version: row.version, createdAt: row.created_at, createdBy: row.created_by }))
}

export async function readPolicyVersion(
  store: Store,
  tenantId: string,
  version: number,
): Promise<PolicyVersion | undefined> {
  const row = await store.db
    .selectFrom('policy_versions')
    .select(['version', 'policies', 'created_at', 'created_by'])
    .where('tenant_id', '=', tenantId)
    .where('version', '=', version)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    version: row.version,
    // Only objects are written to this column.
    policies: row.policies as Readonly<Record<string, unknown>>,
    createdAt: row.created_at,
    createdBy: row.created_by,
  }
}
