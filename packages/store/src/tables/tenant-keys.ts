import type { Store } from '../connect.ts'

/** A key of a tenant, sealed; only the holder of the master key can use it. */
export async function readTenantKey(store: Store, tenantId: string, purpose: string): Promise<Buffer | undefined> {
  const row = await store.db
    .selectFrom('tenant_keys')
    .select('ciphertext')
    .where('tenant_id', '=', tenantId)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  return row?.ciphertext
}

/** Keeps a sealed key unless the tenant has one already. @returns the one that is kept now */
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
  const kept = await readTenantKey(store, tenantId, purpose)
  if (kept === undefined) throw new Error('a tenant key vanished while it was made')
  return kept
}

/** Puts a key that was sealed anew in the place of the same key sealed before; another change in between wins. */
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

/** Erases a key: what was sealed under it stays sealed for good. */
export async function dropTenantKey(store: Store, tenantId: string, purpose: string): Promise<void> {
  await store.db.deleteFrom('tenant_keys').where('tenant_id', '=', tenantId).where('purpose', '=', purpose).execute()
}
