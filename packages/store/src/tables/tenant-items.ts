import type { Store } from '../connect.ts'
import { touchTenant } from '../touch-tenant.ts'

/** Kinds of a tenant's individual configuration items; each has separate names. */
export const ITEM_KINDS = [
  'tool_policy',
  'data_policy',
  'disabled_tool',
  'mcp_server',
  'mcp_route',
  'model_upstream',
  'document',
] as const
export type ItemKind = (typeof ITEM_KINDS)[number]

/** Stored item; the guard service defines the format of its document. */
export interface TenantItem {
  readonly kind: ItemKind
  readonly name: string
  readonly document: Readonly<Record<string, unknown>>
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly updatedBy: string
}

/** Maximum number of items of one kind per tenant. Every instance caches the items of active tenants. */
export const ITEMS_PER_KIND_MAX = 1_000

const COLUMNS = ['kind', 'name', 'document', 'created_at', 'updated_at', 'updated_by'] as const

/** Returns a tenant's items, optionally of one kind, by kind and name. */
export async function listItems(store: Store, tenantId: string, kind?: ItemKind): Promise<readonly TenantItem[]> {
  let select = store.db.selectFrom('tenant_items').select(COLUMNS).where('tenant_id', '=', tenantId)
  if (kind !== undefined) select = select.where('kind', '=', kind)
  return (await select.orderBy('kind').orderBy('name').execute()).map(toItem)
}

export async function readItem(
  store: Store,
  tenantId: string,
  kind: ItemKind,
  name: string,
): Promise<TenantItem | undefined> {
  const row = await store.db
    .selectFrom('tenant_items')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .executeTakeFirst()
  return row === undefined ? undefined : toItem(row)
}

/**
 * Creates or replaces an item. Concurrent writers are serialized.
 * @param change returns the new document for the current one; an exception leaves everything unchanged
 * @returns the item and whether it is new, or `full` when the tenant has {@link ITEMS_PER_KIND_MAX} of the kind
 */
export async function putItem(
  store: Store,
  tenantId: string,
  { kind, name, by }: { readonly kind: ItemKind; readonly name: string; readonly by: string },
  change: (before: TenantItem | undefined) => object,
): Promise<{ readonly item: TenantItem; readonly isNew: boolean } | 'full'> {
  return store.db.transaction().execute(async (transaction) => {
    await touchTenant(transaction, tenantId)
    const before = await transaction
      .selectFrom('tenant_items')
      .select(COLUMNS)
      .where('tenant_id', '=', tenantId)
      .where('kind', '=', kind)
      .where('name', '=', name)
      .executeTakeFirst()
    if (before === undefined) {
      const { count } = await transaction
        .selectFrom('tenant_items')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('tenant_id', '=', tenantId)
        .where('kind', '=', kind)
        .executeTakeFirstOrThrow()
      if (count >= ITEMS_PER_KIND_MAX) return 'full'
    }
    const document = JSON.stringify(change(before === undefined ? undefined : toItem(before)))
    const row = await transaction
      .insertInto('tenant_items')
      .values({ tenant_id: tenantId, kind, name, document, updated_by: by })
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'kind', 'name'])
          .doUpdateSet({ document, updated_by: by, updated_at: new Date() }),
      )
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
    return { item: toItem(row), isNew: before === undefined }
  })
}

/** @returns the deleted item, or `undefined` if the tenant has none with that name */
export async function deleteItem(
  store: Store,
  tenantId: string,
  kind: ItemKind,
  name: string,
): Promise<TenantItem | undefined> {
  return store.db.transaction().execute(async (transaction) => {
    await touchTenant(transaction, tenantId)
    const row = await transaction
      .deleteFrom('tenant_items')
      .where('tenant_id', '=', tenantId)
      .where('kind', '=', kind)
      .where('name', '=', name)
      .returning(COLUMNS)
      .executeTakeFirst()
    return row === undefined ? undefined : toItem(row)
  })
}

/**
 * Replaces all items of a kind atomically. Concurrent writers are serialized.
 * @param documents by name, or a function of the current ones; an exception leaves everything unchanged
 * @throws {RangeError} for more than {@link ITEMS_PER_KIND_MAX}: the caller must validate its input
 */
export async function replaceItems(
  store: Store,
  tenantId: string,
  { kind, by }: { readonly kind: ItemKind; readonly by: string },
  documents: Documents | ((before: readonly TenantItem[]) => Documents),
): Promise<readonly TenantItem[]> {
  return store.db.transaction().execute(async (transaction) => {
    await touchTenant(transaction, tenantId)
    const removed = await transaction
      .deleteFrom('tenant_items')
      .where('tenant_id', '=', tenantId)
      .where('kind', '=', kind)
      .returning(COLUMNS)
      .execute()
    const wanted = typeof documents === 'function' ? documents(removed.map(toItem)) : documents
    if (wanted.size > ITEMS_PER_KIND_MAX) throw new RangeError(`at most ${ITEMS_PER_KIND_MAX} items of a kind`)
    if (wanted.size === 0) return []
    const rows = await transaction
      .insertInto('tenant_items')
      .values(
        [...wanted].map(([name, document]) => ({
          tenant_id: tenantId,
          kind,
          name,
          document: JSON.stringify(document),
          updated_by: by,
        })),
      )
      .returning(COLUMNS)
      .execute()
    return rows.map(toItem).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  })
}

type Documents = ReadonlyMap<string, object>

function toItem(row: {
  kind: string
  name: string
  document: unknown
  created_at: Date
  updated_at: Date
  updated_by: string
}): TenantItem {
  return {
    // Only these functions write the table, and only kinds and objects.
    kind: row.kind as ItemKind,
    name: row.name,
    document: row.document as Readonly<Record<string, unknown>>,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
  }
}
