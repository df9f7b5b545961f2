import { timingSafeEqual } from 'node:crypto'
import type { RedteamRole } from '@gatehouse/contracts/redteam'
import { Failure, uuidv7 } from '@gatehouse/kernel'
import { type Kysely, sql } from 'kysely'
import type { Store } from '../../connect.ts'
import type { DB } from '../../schema.gen.ts'
import { isUuid } from '../appsec/owned.ts'
import { noteUseOf } from '../key-use.ts'

/** Own limit: one key for each user and pipeline of a tenant. Longer lists cannot be reviewed. */
export const REDTEAM_KEYS_MAX = 1_000
/** Advisory lock id: only its owner may create the first key. */
const FIRST_KEY_LOCK = 1_195_918_417

/** Key without its secret, for lists. */
export interface RedteamKey {
  readonly id: string
  readonly tenantId: string
  readonly name: string
  readonly role: RedteamRole
  readonly prefix: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  /** Null: never. */
  readonly expiresAt: Date | null
}

export interface NewRedteamKey {
  readonly tenantId: string
  readonly name: string
  readonly role: RedteamRole
  /** First characters of the key. */
  readonly prefix: string
  readonly sha256: Buffer
  readonly expiresAt: Date | null
}

/**
 * Stores a key by its hash. @returns its id
 * @throws {Failure} `limit_reached` when the tenant has {@link REDTEAM_KEYS_MAX} already
 */
export function addRedteamKey(store: Store, key: NewRedteamKey): Promise<string> {
  return store.db.transaction().execute(async (transaction) => {
    await sql`SELECT pg_advisory_xact_lock(${FIRST_KEY_LOCK})`.execute(transaction)
    const { count } = await transaction
      .selectFrom('redteam_keys')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('tenant_id', '=', key.tenantId)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (Number(count) >= REDTEAM_KEYS_MAX) {
      throw new Failure('limit_reached', `A tenant has at most ${REDTEAM_KEYS_MAX} keys: revoke one first.`)
    }
    return insert(transaction, key)
  })
}

/** Stores a key if none ever existed. @returns its id; undefined otherwise */
export function addFirstRedteamKey(store: Store, key: NewRedteamKey): Promise<string | undefined> {
  return store.db.transaction().execute(async (transaction) => {
    // Two instances may start concurrently on one database. The second one sees the key of the first.
    await sql`SELECT pg_advisory_xact_lock(${FIRST_KEY_LOCK})`.execute(transaction)
    const some = await transaction.selectFrom('redteam_keys').select('id').limit(1).executeTakeFirst()
    return some === undefined ? insert(transaction, key) : undefined
  })
}

/** Returns keys that are not revoked, oldest first. @param tenantId  filter by tenant */
export async function listRedteamKeys(store: Store, tenantId?: string): Promise<readonly RedteamKey[]> {
  let rows = store.db.selectFrom('redteam_keys').select(COLUMNS).where('revoked_at', 'is', null)
  if (tenantId !== undefined) rows = rows.where('tenant_id', '=', tenantId)
  return (await rows.orderBy('created_at').orderBy('id').execute()).map(toKey)
}

/** Revokes a key. @returns the key; undefined if it is unknown or already revoked */
export async function revokeRedteamKey(store: Store, id: string): Promise<RedteamKey | undefined> {
  if (!isUuid(id)) return undefined
  const row = await store.db
    .updateTable('redteam_keys')
    .set({ revoked_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning(COLUMNS)
    .executeTakeFirst()
  return row === undefined ? undefined : toKey(row)
}

/** Returns the active key with this hash. @param hex  SHA-256 in lower-case hex */
export async function findRedteamKey(store: Store, hex: string): Promise<RedteamKey | undefined> {
  const hash = Buffer.from(hex, 'hex')
  const [row] = await store.prepared<Row & { readonly sha256: Buffer }>(BY_HASH, [hash])
  // The index lookup found the row. The final comparison is constant-time.
  return row !== undefined && timingSafeEqual(row.sha256, hash) ? toKey(row) : undefined
}

/** Returns whether an accepted key is still valid, for long-lived responses. */
export async function isRedteamKeyLive(store: Store, id: string, now: Date): Promise<boolean> {
  const row = await store.db
    .selectFrom('redteam_keys')
    .select('id')
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where((key) => key.or([key('expires_at', 'is', null), key('expires_at', '>', now)]))
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Records the use of keys of any tenant. Of several instances with the same key one writes.
 * @param within_ms minimum time since the recorded use for another write
 */
export async function noteRedteamKeyUse(
  store: Store,
  ids: readonly string[],
  at: Date,
  within_ms: number,
): Promise<void> {
  await noteUseOf(store, 'redteam_keys', ids, at, within_ms)
}

const COLUMNS = ['id', 'tenant_id', 'name', 'role', 'prefix', 'created_at', 'last_used_at', 'expires_at'] as const

const BY_HASH = {
  name: 'redteam-key-by-hash',
  text: `SELECT ${COLUMNS.join(', ')}, sha256 FROM redteam_keys WHERE sha256 = $1 AND revoked_at IS NULL`,
}

interface Row {
  readonly id: string
  readonly tenant_id: string
  readonly name: string
  readonly role: string
  readonly prefix: string
  readonly created_at: Date
  readonly last_used_at: Date | null
  readonly expires_at: Date | null
}

async function insert(db: Kysely<DB>, { tenantId, expiresAt, ...key }: NewRedteamKey): Promise<string> {
  const id = uuidv7()
  await db
    .insertInto('redteam_keys')
    .values({ id, tenant_id: tenantId, expires_at: expiresAt, ...key })
    .execute()
  return id
}

function toKey(row: Row): RedteamKey {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    name: row.name,
    // A table constraint ensures that the role is known.
    role: row.role as RedteamRole,
    prefix: row.prefix,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  }
}
