import type { Kysely } from 'kysely'
import type { Store } from '../connect.ts'
import type { DB } from '../schema.gen.ts'
import { touchTenant } from '../touch-tenant.ts'

/** Stored custom policy; the guard service defines the format of its definition. */
export interface CustomPolicyRow {
  readonly id: string
  readonly version: number
  readonly stage: 'input' | 'output'
  readonly definition: Readonly<Record<string, unknown>>
  /** Model trained on the definition's examples, if any. */
  readonly learned: Uint8Array | null
  readonly createdAt: Date
  readonly createdBy: string
  readonly updatedAt: Date
  readonly updatedBy: string
}

/** Maximum number of policies of a tenant per stage. docs/spec/guard.md "Policies and tenants". */
export const CUSTOM_POLICIES_PER_STAGE_MAX = 10

const COLUMNS = [
  'policy_id',
  'version',
  'stage',
  'definition',
  'learned',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
] as const

/** Returns all custom policies of a tenant, in order of creation. */
export async function listCustomPolicies(store: Store, tenantId: string): Promise<readonly CustomPolicyRow[]> {
  const rows = await store.db
    .selectFrom('custom_policies')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .orderBy('created_at')
    .orderBy('policy_id')
    .execute()
  return rows.map(toRow)
}

export async function readCustomPolicy(
  store: Store,
  tenantId: string,
  id: string,
): Promise<CustomPolicyRow | undefined> {
  const row = await store.db
    .selectFrom('custom_policies')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('policy_id', '=', id)
    .executeTakeFirst()
  return row === undefined ? undefined : toRow(row)
}

/** @returns the policy, or `full` when the stage has {@link CUSTOM_POLICIES_PER_STAGE_MAX} */
export async function insertCustomPolicy(
  store: Store,
  tenantId: string,
  policy: { readonly id: string; readonly stage: 'input' | 'output'; readonly definition: object; readonly by: string },
): Promise<CustomPolicyRow | 'full'> {
  return store.db.transaction().execute(async (transaction) => {
    await touchTenant(transaction, tenantId)
    if (await isFull(transaction, tenantId, policy.stage)) return 'full'
    const row = await transaction
      .insertInto('custom_policies')
      .values({
        tenant_id: tenantId,
        policy_id: policy.id,
        stage: policy.stage,
        definition: JSON.stringify(policy.definition),
        created_by: policy.by,
        updated_by: policy.by,
      })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
    return toRow(row)
  })
}

/**
 * Changes a policy and increments its version. Concurrent changes are serialized.
 * @returns `undefined` when the tenant has no such policy, `full` when its new stage is full
 */
export async function changeCustomPolicy(
  store: Store,
  tenantId: string,
  id: string,
  by: string,
  change: (row: CustomPolicyRow) => { readonly stage: 'input' | 'output'; readonly definition: object },
): Promise<CustomPolicyRow | 'full' | undefined> {
  return store.db.transaction().execute(async (transaction) => {
    await touchTenant(transaction, tenantId)
    const row = await transaction
      .selectFrom('custom_policies')
      .select(COLUMNS)
      .where('tenant_id', '=', tenantId)
      .where('policy_id', '=', id)
      .executeTakeFirst()
    if (row === undefined) return undefined
    const { stage, definition } = change(toRow(row))
    if (stage !== row.stage && (await isFull(transaction, tenantId, stage))) return 'full'
    const changed = await transaction
      .updateTable('custom_policies')
      .set({
        stage,
        definition: JSON.stringify(definition),
        // The model was trained for the previous definition.
        learned: null,
        version: row.version + 1,
        updated_at: new Date(),
        updated_by: by,
      })
      .where('tenant_id', '=', tenantId)
      .where('policy_id', '=', id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
    return toRow(changed)
  })
}

/** Stores the learned model of a policy, unless the policy has changed since. Creates no new version. */
export async function keepLearned(
  store: Store,
  tenantId: string,
  { id, version, learned }: { readonly id: string; readonly version: number; readonly learned: Uint8Array },
): Promise<void> {
  await store.db
    .updateTable('custom_policies')
    .set({ learned: Buffer.from(learned) })
    .where('tenant_id', '=', tenantId)
    .where('policy_id', '=', id)
    .where('version', '=', version)
    .execute()
}

/** @returns false when the tenant has no such policy */
export async function deleteCustomPolicy(store: Store, tenantId: string, id: string): Promise<boolean> {
  return store.db.transaction().execute(async (transaction) => {
    await touchTenant(transaction, tenantId)
    const done = await transaction
      .deleteFrom('custom_policies')
      .where('tenant_id', '=', tenantId)
      .where('policy_id', '=', id)
      .executeTakeFirst()
    return done.numDeletedRows > 0n
  })
}

async function isFull(transaction: Kysely<DB>, tenantId: string, stage: 'input' | 'output'): Promise<boolean> {
  const { count } = await transaction
    .selectFrom('custom_policies')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('stage', '=', stage)
    .executeTakeFirstOrThrow()
  return count >= CUSTOM_POLICIES_PER_STAGE_MAX
}

function toRow(row: {
  policy_id: string
  version: number
  stage: string
  definition: unknown
  learned: Buffer | null
  created_at: Date
  created_by: string
  updated_at: Date
  updated_by: string
}): CustomPolicyRow {
  return {
    id: row.policy_id,
    version: row.version,
    // A table constraint limits the stage, and definitions are always objects.
    stage: row.stage === 'output' ? 'output' : 'input',
    definition: row.definition as Readonly<Record<string, unknown>>,
    learned: row.learned,
    createdAt: row.created_at,
    createdBy: row.created_by,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
  }
}
