import { sql } from 'kysely'
import type { Store } from '../connect.ts'

/** A request to store, with its content sealed. */
export interface NewStoredRequest {
  /** UUIDv7. */
  readonly id: string
  readonly requestId: string
  readonly stage: 'input' | 'output'
  readonly ciphertext: Buffer
  readonly createdAt: Date
  readonly expiresAt: Date
}

export type StoredRequest = Omit<NewStoredRequest, 'expiresAt'>

/** Item with a tenant's content retention setting. Without it nothing is stored. */
export const RETENTION_ITEM = { kind: 'document', name: 'content_retention' } as const

/** Maximum number of stored requests per tenant; the oldest are removed. With texts of maximum length about 100 MB. */
export const KEPT_REQUESTS_MAX = 5_000

/** Maximum number of rows per sweep statement, so that locks are short. */
const SWEEP_ROWS = 5_000

/**
 * Stores requests of a tenant with content retention, and removes the oldest above {@link KEPT_REQUESTS_MAX}.
 * @returns number of stored requests: none when the tenant has disabled retention meanwhile
 */
export async function keepRequests(
  store: Store,
  tenantId: string,
  requests: readonly NewStoredRequest[],
): Promise<number> {
  if (requests.length === 0) return 0
  return store.db.transaction().execute(async (transaction) => {
    // Locked until the rows are stored. Disabling retention waits, and then removes these rows too.
    const choice = await transaction
      .selectFrom('tenant_items')
      .select('name')
      .where('tenant_id', '=', tenantId)
      .where('kind', '=', RETENTION_ITEM.kind)
      .where('name', '=', RETENTION_ITEM.name)
      .forShare()
      .executeTakeFirst()
    if (choice === undefined) return 0
    await transaction
      .insertInto('kept_requests')
      .values(
        requests.map(({ id, requestId, stage, ciphertext, createdAt, expiresAt }) => ({
          tenant_id: tenantId,
          id,
          request_id: requestId,
          stage,
          ciphertext,
          created_at: createdAt,
          expires_at: expiresAt,
        })),
      )
      .execute()
    await sql`
      DELETE FROM kept_requests WHERE tenant_id = ${tenantId} AND id <= (
        SELECT id FROM kept_requests WHERE tenant_id = ${tenantId} ORDER BY id DESC OFFSET ${KEPT_REQUESTS_MAX} LIMIT 1)`.execute(
      transaction,
    )
    return requests.length
  })
}

/** Returns a tenant's requests, newest first; expired ones are left out. */
export async function readStoredRequests(
  store: Store,
  tenantId: string,
  { now, since, limit }: { readonly now: Date; readonly since?: Date; readonly limit: number },
): Promise<readonly StoredRequest[]> {
  let select = store.db
    .selectFrom('kept_requests')
    .select(['id', 'request_id', 'stage', 'ciphertext', 'created_at'])
    .where('tenant_id', '=', tenantId)
    .where('expires_at', '>', now)
  if (since !== undefined) select = select.where('created_at', '>=', since)
  const rows = await select.orderBy('id', 'desc').limit(limit).execute()
  return rows.map((row) => ({
    id: row.id,
    requestId: row.request_id,
    stage: row.stage === 'output' ? 'output' : 'input',
    ciphertext: row.ciphertext,
    createdAt: row.created_at,
  }))
}

/** Returns the number of a tenant's stored requests, and the oldest time. */
export async function countStoredRequests(
  store: Store,
  tenantId: string,
  now: Date,
): Promise<{ readonly count: number; readonly oldest: Date | null }> {
  const { count, oldest } = await store.db
    .selectFrom('kept_requests')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at').as('oldest')])
    .where('tenant_id', '=', tenantId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return { count, oldest }
}

/** Applies a changed retention time to stored requests. */
export async function changeRetentionDays(store: Store, tenantId: string, days: number): Promise<void> {
  await store.db
    .updateTable('kept_requests')
    .set({ expires_at: sql`created_at + ${days} * interval '1 day'` })
    .where('tenant_id', '=', tenantId)
    .execute()
}

/** Deletes all stored requests of a tenant. @returns number of requests */
export async function deleteStoredRequests(store: Store, tenantId: string): Promise<number> {
  const done = await store.db.deleteFrom('kept_requests').where('tenant_id', '=', tenantId).executeTakeFirst()
  return Number(done.numDeletedRows)
}

/** Deletes expired requests of all tenants, the only query here without a tenant. @returns number of rows */
export async function sweepStoredRequests(store: Store, now: Date): Promise<number> {
  let swept = 0
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM kept_requests WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM kept_requests WHERE expires_at <= ${now} LIMIT ${SWEEP_ROWS} FOR UPDATE SKIP LOCKED))`.execute(
      store.db,
    )
    swept += Number(numAffectedRows)
    if (Number(numAffectedRows) < SWEEP_ROWS) return swept
  }
}
