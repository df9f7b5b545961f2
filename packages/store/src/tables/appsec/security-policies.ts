import type { FindingSeverity } from '@gatehouse/contracts/scans'
import { Failure, uuidv7 } from '@gatehouse/kernel'
import { sql } from 'kysely'
import type { Store } from '../../connect.ts'
import { isUuid } from './owned.ts'

/** Own limit: each policy is part of a model prompt. */
export const SECURITY_POLICIES_MAX = 200

export interface SecurityPolicyFields {
  readonly name: string
  readonly description: string
  readonly rule: string
  readonly severity: FindingSeverity
  readonly category: string
  readonly enabled: boolean
}

export interface SecurityPolicyRow extends SecurityPolicyFields {
  readonly id: string
  readonly organizationId: string
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Fields to change; missing or undefined ones are kept. */
export type SecurityPolicyPatch = {
  readonly [Name in keyof SecurityPolicyFields]?: SecurityPolicyFields[Name] | undefined
}

/** @throws {Failure} `limit_reached` */
export function insertSecurityPolicy(
  store: Store,
  organizationId: string,
  fields: SecurityPolicyFields,
): Promise<SecurityPolicyRow> {
  return store.db.transaction().execute(async (transaction) => {
    // The organization is locked, so that concurrent additions are serialized.
    await transaction.selectFrom('organizations').select('id').where('id', '=', organizationId).forUpdate().execute()
    const { count } = await transaction
      .selectFrom('security_policies')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow()
    if (count >= SECURITY_POLICIES_MAX) {
      throw new Failure('limit_reached', `An organization can have at most ${SECURITY_POLICIES_MAX} policies.`)
    }
    const { name, description, rule, severity, category, enabled } = fields
    const values = { name, description, rule, severity, category, enabled }
    return toPolicy(
      await transaction
        .insertInto('security_policies')
        .values({ id: uuidv7(), organization_id: organizationId, ...values })
        .returningAll()
        .executeTakeFirstOrThrow(),
    )
  })
}

/** Oldest first. */
export async function listSecurityPolicies(
  store: Store,
  organizationId: string,
): Promise<readonly SecurityPolicyRow[]> {
  const rows = await store.db
    .selectFrom('security_policies')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toPolicy)
}

/** Returns a policy of any organization: the caller must check {@link owned} before using it. */
export async function findSecurityPolicy(store: Store, id: string): Promise<SecurityPolicyRow | undefined> {
  if (!isUuid(id)) return undefined
  const row = await store.db.selectFrom('security_policies').selectAll().where('id', '=', id).executeTakeFirst()
  return row === undefined ? undefined : toPolicy(row)
}

/** @returns undefined when it was deleted meanwhile */
export async function changeSecurityPolicy(
  store: Store,
  organizationId: string,
  id: string,
  patch: SecurityPolicyPatch,
): Promise<SecurityPolicyRow | undefined> {
  const { name, description, rule, severity, category, enabled } = patch
  const row = await store.db
    .updateTable('security_policies')
    // Undefined values are not part of the statement.
    .set({ name, description, rule, severity, category, enabled, updated_at: sql<Date>`now()` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? undefined : toPolicy(row)
}

export async function deleteSecurityPolicy(store: Store, organizationId: string, id: string): Promise<void> {
  await store.db
    .deleteFrom('security_policies')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

interface Row {
  readonly id: string
  readonly organization_id: string
  readonly name: string
  readonly description: string
  readonly rule: string
  readonly severity: string
  readonly category: string
  readonly enabled: boolean
  readonly created_at: Date
  readonly updated_at: Date
}

function toPolicy(row: Row): SecurityPolicyRow {
  return {
    id: row.id,
    organizationId: row.organization_id,
    name: row.name,
    description: row.description,
    rule: row.rule,
    severity: row.severity as FindingSeverity,
    category: row.category,
    enabled: row.enabled,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
