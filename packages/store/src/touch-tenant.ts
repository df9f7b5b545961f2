import { type Kysely, sql } from 'kysely'
import type { DB } from './schema.gen.ts'

/**
 * Invalidates the tenant on every instance, and locks its row, so that changes are serialized.
 * @returns false when there is no such tenant
 */
export async function touchTenant(transaction: Kysely<DB>, tenantId: string): Promise<boolean> {
  const done = await transaction
    .updateTable('tenants')
    .set({ config_version: sql`config_version + 1` })
    .where('id', '=', tenantId)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}
