import { type Kysely, sql } from 'kysely'
import type { Store } from '../connect.ts'
import type { DB } from '../schema.gen.ts'
import { touchTenant } from '../touch-tenant.ts'

/** Stored webhook of a tenant. */
export interface WebhookRow {
  readonly id: string
  readonly url: string
  readonly events: readonly string[]
  readonly description: string
  readonly enabled: boolean
  /** Sealed signing key. */
  readonly secret: Buffer
  readonly failingSince: Date | null
  readonly disabledReason: string | null
  readonly dropped: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** User-defined fields of a webhook. */
export interface WebhookFields {
  readonly url: string
  readonly events: readonly string[]
  readonly description: string
  readonly enabled: boolean
  readonly secret: Buffer
}

/** Maximum number of webhooks per tenant; every event of the tenant is matched against them. */
export const WEBHOOKS_MAX = 10

const COLUMNS = [
  'webhook_id',
  'url',
  'events',
  'description',
  'enabled',
  'secret',
  'failing_since',
  'disabled_reason',
  'dropped',
  'created_at',
  'updated_at',
] as const

/** Returns a tenant's webhooks, oldest first. */
export async function listWebhooks(store: Store, tenantId: string): Promise<readonly WebhookRow[]> {
  const rows = await store.db
    .selectFrom('webhooks')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .orderBy('webhook_id')
    .execute()
  return rows.map(toRow)
}

export function readWebhook(store: Store, tenantId: string, id: string): Promise<WebhookRow | undefined> {
  return read(store.db, tenantId, id)
}

/** @returns the webhook, or `full` when the tenant has {@link WEBHOOKS_MAX} */
export async function insertWebhook(
  store: Store,
  tenantId: string,
  { id, by, ...fields }: WebhookFields & { readonly id: string; readonly by: string },
): Promise<WebhookRow | 'full'> {
  return store.db.transaction().execute(async (transaction) => {
    await touchTenant(transaction, tenantId)
    const { count } = await transaction
      .selectFrom('webhooks')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('tenant_id', '=', tenantId)
      .executeTakeFirstOrThrow()
    if (count >= WEBHOOKS_MAX) return 'full'
    const row = await transaction
      .insertInto('webhooks')
      .values({
        tenant_id: tenantId,
        webhook_id: id,
        ...fields,
        events: JSON.stringify(fields.events),
        created_by: by,
        updated_by: by,
      })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
    return toRow(row)
  })
}

/**
 * Changes a webhook. Concurrent changes are serialized. Enabling it clears its failures.
 * @param change an exception leaves everything unchanged
 * @returns `undefined` when the tenant has no such webhook
 */
export async function changeWebhook(
  store: Store,
  tenantId: string,
  { id, by }: { readonly id: string; readonly by: string },
  change: (row: WebhookRow) => WebhookFields,
): Promise<WebhookRow | undefined> {
  return store.db.transaction().execute(async (transaction) => {
    await touchTenant(transaction, tenantId)
    const before = await read(transaction, tenantId, id)
    if (before === undefined) return undefined
    const fields = change(before)
    const row = await transaction
      .updateTable('webhooks')
      .set({
        ...fields,
        events: JSON.stringify(fields.events),
        ...(fields.enabled && !before.enabled ? { failing_since: null, disabled_reason: null } : {}),
        updated_at: new Date(),
        updated_by: by,
      })
      .where('tenant_id', '=', tenantId)
      .where('webhook_id', '=', id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
    return toRow(row)
  })
}

/** Deletes a webhook with its deliveries. @returns false when the tenant has no such webhook */
export async function deleteWebhook(store: Store, tenantId: string, id: string): Promise<boolean> {
  return store.db.transaction().execute(async (transaction) => {
    await touchTenant(transaction, tenantId)
    const done = await transaction
      .deleteFrom('webhooks')
      .where('tenant_id', '=', tenantId)
      .where('webhook_id', '=', id)
      .executeTakeFirst()
    return done.numDeletedRows > 0n
  })
}

/** Disables a webhook that has failed for too long. @returns false if it was already disabled or deleted */
export async function disableWebhook(store: Store, tenantId: string, id: string, reason: string): Promise<boolean> {
  return store.db.transaction().execute(async (transaction) => {
    await touchTenant(transaction, tenantId)
    const done = await transaction
      .updateTable('webhooks')
      .set({ enabled: false, disabled_reason: reason, updated_at: new Date(), updated_by: 'system' })
      .where('tenant_id', '=', tenantId)
      .where('webhook_id', '=', id)
      .where('enabled', '=', true)
      .executeTakeFirst()
    return done.numUpdatedRows > 0n
  })
}

/** Secret with its location. */
export interface SealedSecret {
  readonly tenantId: string
  readonly webhookId: string
  readonly secret: Buffer
}

/**
 * Returns secrets that are not encrypted with the newest key, in the order of their webhooks.
 * @param keyId of the newest key, as encoded in ciphertext: hexadecimal
 * @param after last item of the previous page
 */
export async function listStaleSecrets(
  store: Store,
  keyId: string,
  { after, limit }: { readonly after: SealedSecret | undefined; readonly limit: number },
): Promise<readonly SealedSecret[]> {
  const from = after ?? { tenantId: '', webhookId: '00000000-0000-0000-0000-000000000000' }
  const { rows } = await sql<{ tenant_id: string; webhook_id: string; secret: Buffer }>`
    SELECT tenant_id, webhook_id, secret FROM webhooks
     WHERE (tenant_id, webhook_id) > (${from.tenantId}, ${from.webhookId}::uuid)
       AND substring(secret FROM 2 FOR 8) <> decode(${keyId}, 'hex')
     ORDER BY tenant_id, webhook_id LIMIT ${limit}`.execute(store.db)
  return rows.map(({ tenant_id, webhook_id, secret }) => ({ tenantId: tenant_id, webhookId: webhook_id, secret }))
}

/** Replaces an encrypted secret by its re-encrypted form; concurrent changes have priority. */
export async function resealWebhookSecret(
  store: Store,
  tenantId: string,
  id: string,
  before: Buffer,
  after: Buffer,
): Promise<void> {
  await store.db
    .updateTable('webhooks')
    .set({ secret: after })
    .where('tenant_id', '=', tenantId)
    .where('webhook_id', '=', id)
    .where('secret', '=', before)
    .execute()
}

async function read(db: Kysely<DB>, tenantId: string, id: string): Promise<WebhookRow | undefined> {
  const row = await db
    .selectFrom('webhooks')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('webhook_id', '=', id)
    .executeTakeFirst()
  return row === undefined ? undefined : toRow(row)
}

function toRow(row: {
  webhook_id: string
  url: string
  events: unknown
  description: string
  enabled: boolean
  secret: Buffer
  failing_since: Date | null
  disabled_reason: string | null
  dropped: number
  created_at: Date
  updated_at: Date
}): WebhookRow {
  return {
    id: row.webhook_id,
    url: row.url,
    // Only arrays of names are written to this column.
    events: row.events as readonly string[],
    description: row.description,
    enabled: row.enabled,
    secret: row.secret,
    failingSince: row.failing_since,
    disabledReason: row.disabled_reason,
    dropped: row.dropped,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
