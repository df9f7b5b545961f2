import type { Store } from '../connect.ts'

/** Returns a tenant's sealed key. */
export async function readTenantKey(store: Store, tenantId: string, purpose: string): Promise<Buffer | undefined> {
  const row = await store.db
    .selectFrom('tenant_keys')
    .select('ciphertext')
    .where('tenant_id', '=', tenantId)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  return row?.ciphertext
}

/** Stores an encrypted key unless the tenant has one. @returns the stored one */
export async function keepTenantKey(
  store: Store,
  tenantId: string,
  purpose: string,
  ciphertext: Buffer,
): Promise<Buffer> {
  await store.db
    .insertInto('tenant_keys')
    .values({ tenant_id: tenantId, purpose, ciphertext })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'purpose']).doNothing())
    .execute()
  const tenantKey = await readTenantKey(store, tenantId, purpose)
  if (tenantKey === undefined) throw new Error('a tenant key disappeared while it was being created')
  return tenantKey
}

/** Replaces an encrypted key by its re-encrypted form; concurrent changes have priority. */
export async function resealTenantKey(
  store: Store,
  tenantId: string,
  purpose: string,
  before: Buffer,
  after: Buffer,
): Promise<void> {
  await store.db
    .updateTable('tenant_keys')
    .set({ ciphertext: after })
    .where('tenant_id', '=', tenantId)
    .where('purpose', '=', purpose)
    .where('ciphertext', '=', before)
    .execute()
}

/** Deletes a key. Data that is encrypted with it becomes permanently unreadable. */
export async function dropTenantKey(store: Store, tenantId: string, purpose: string): Promise<void> {
  await store.db.deleteFrom('tenant_keys').where('tenant_id', '=', tenantId).where('purpose', '=', purpose).execute()
}
