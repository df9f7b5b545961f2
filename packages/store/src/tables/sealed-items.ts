import { sql } from 'kysely'
import type { Store } from '../connect.ts'
import type { ItemKind } from './tenant-items.ts'

/** Item whose document contains an encrypted text, in Base64, as `sealed`. */
export interface SealedItem {
  readonly tenantId: string
  readonly name: string
  readonly document: Readonly<Record<string, unknown>>
  readonly sealed: string
}

/** Returns items of a kind, of all tenants, that were sealed with an older key than `keyId`, by tenant and name. */
export async function listStaleItems(
  store: Store,
  kind: ItemKind,
  keyId: string,
  { after, limit }: { readonly after: Pick<SealedItem, 'tenantId' | 'name'> | undefined; readonly limit: number },
): Promise<readonly SealedItem[]> {
  // Bytes 2 to 9 of a sealed text identify its key.
  const { rows } = await sql<{ tenant_id: string; name: string; document: Readonly<Record<string, unknown>> }>`
    SELECT tenant_id, name, document FROM tenant_items
     WHERE kind = ${kind} AND (tenant_id, name) > (${after?.tenantId ?? ''}, ${after?.name ?? ''})
       AND jsonb_typeof(document -> 'sealed') = 'string'
       AND substring(decode(document ->> 'sealed', 'base64') FROM 2 FOR 8) <> decode(${keyId}, 'hex')
     ORDER BY tenant_id, name LIMIT ${limit}`.execute(store.db)
  return rows.map(({ tenant_id, name, document }) => ({
    tenantId: tenant_id,
    name,
    document,
    sealed: String(document['sealed']),
  }))
}

/**
 * Replaces an encrypted text by its re-encrypted form; concurrent changes have priority. Other instances need no notification: they can
 * decrypt both.
 * @returns whether it was replaced
 */
export async function resealItem(store: Store, { kind, tenantId, name, before, after }: Resealing): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE tenant_items SET document = jsonb_set(document, '{sealed}', to_jsonb(${after}::text))
     WHERE tenant_id = ${tenantId} AND kind = ${kind} AND name = ${name} AND document ->> 'sealed' = ${before}`.execute(
    store.db,
  )
  return numAffectedRows > 0n
}

interface Resealing {
  readonly kind: ItemKind
  readonly tenantId: string
  readonly name: string
  readonly before: string
  readonly after: string
}
