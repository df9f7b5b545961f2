import { timingSafeEqual } from 'node:crypto'
import { Failure, uuidv7 } from '@gatehouse/kernel'
import { type Kysely, sql } from 'kysely'
import type { Store } from '../connect.ts'
import type { DB } from '../schema.gen.ts'
import { noteUseOf } from './key-use.ts'

/** docs/spec/guard.md: maximum number of active keys per tenant. */
export const API_KEYS_MAX = 10

export type KeyScope = 'runtime' | 'admin'

/** Key data for authenticating a request. */
export interface KeyOwner {
  readonly keyId: string
  readonly tenantId: string
  readonly scope: KeyScope
  /** Milliseconds since the Unix epoch; default: never. */
  readonly expiresAt?: number
  /** Default agent of a call. */
  readonly defaultAgent?: string
}

/** Key without its secret, for lists. */
export interface ApiKey {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly scope: KeyScope
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly expiresAt: Date | null
  readonly defaultAgent: string | null
}

export interface NewApiKey {
  readonly tenantId: string
  readonly name: string
  /** First characters of the key. */
  readonly prefix: string
  readonly sha256: Buffer
  readonly scope: KeyScope
  readonly expiresAt?: Date
  readonly defaultAgent?: string
}

/** Length of a hash prefix, in hex digits: distinguishes the hashes of one query before the full comparison. */
const PREFIX_CHARS = 16

interface OwnerRow {
  readonly id: string
  readonly tenant_id: string
  readonly scope: string
  readonly expires_at: Date | null
  readonly default_agent: string | null
  readonly sha256: Buffer
}

/** Handwritten, because it runs for every request, and building and planning the query took longer than running it. */
const FIND_OWNERS = {
  name: 'find_key_owners',
  text: `SELECT k.id, k.tenant_id, k.scope, k.expires_at, k.default_agent, k.sha256
           FROM api_keys k JOIN tenants t ON t.id = k.tenant_id
          WHERE k.sha256 = ANY ($1::bytea[]) AND k.revoked_at IS NULL AND t.deleted_at IS NULL`,
}

/**
 * Returns the owners of keys that are neither revoked nor of a deleted tenant. The caller must check expiry with its own clock.
 * @param hashes SHA-256 of each key, lower-case hex
 * @returns by hash
 */
export async function findKeyOwners(store: Store, hashes: readonly string[]): Promise<ReadonlyMap<string, KeyOwner>> {
  const rows = await store.prepared<OwnerRow>(FIND_OWNERS, [hashes.map((hash) => Buffer.from(hash, 'hex'))])
  const byPrefix = Map.groupBy(hashes, (hash) => hash.slice(0, PREFIX_CHARS))
  const owners = new Map<string, KeyOwner>()
  for (const row of rows) {
    const candidates = byPrefix.get(row.sha256.toString('hex', 0, PREFIX_CHARS / 2)) ?? []
    // The index lookup found the row. The final comparison is constant-time.
    const hash = candidates.find((candidate) => timingSafeEqual(Buffer.from(candidate, 'hex'), row.sha256))
    if (hash === undefined) continue
    owners.set(hash, {
      keyId: row.id,
      tenantId: row.tenant_id,
      scope: row.scope === 'admin' ? 'admin' : 'runtime',
      ...(row.expires_at === null ? {} : { expiresAt: row.expires_at.getTime() }),
      ...(row.default_agent === null ? {} : { defaultAgent: row.default_agent }),
    })
  }
  return owners
}

/**
 * Stores a key by its hash.
 * @throws {Failure} `limit_reached` when the tenant has {@link API_KEYS_MAX} already; `conflict` when the key is in use
 */
export async function addApiKey(store: Store, key: NewApiKey): Promise<{ readonly id: string }> {
  return store.db.transaction().execute(async (transaction) => {
    // The tenant's row is locked, so that concurrent additions are serialized.
    await transaction.selectFrom('tenants').select('id').where('id', '=', key.tenantId).forUpdate().execute()
    const { count } = await transaction
      .selectFrom('api_keys')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('tenant_id', '=', key.tenantId)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (count >= API_KEYS_MAX) {
      throw new Failure('limit_reached', `A tenant can have at most ${API_KEYS_MAX} keys. Revoke one first.`)
    }
    const [id] = await insertApiKeys(transaction, [key])
    return { id: id! }
  })
}

/**
 * Stores keys in a transaction of the caller.
 * @returns their ids, in order
 * @throws {Failure} `conflict` when a key is in use, without naming its owner
 */
export async function insertApiKeys(transaction: Kysely<DB>, keys: readonly NewApiKey[]): Promise<string[]> {
  if (keys.length === 0) return []
  const rows = keys.map((key) => ({
    id: uuidv7(),
    tenant_id: key.tenantId,
    name: key.name,
    prefix: key.prefix,
    sha256: key.sha256,
    scope: key.scope,
    expires_at: key.expiresAt ?? null,
    default_agent: key.defaultAgent ?? null,
  }))
  try {
    await transaction.insertInto('api_keys').values(rows).execute()
  } catch (error) {
    if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error
    throw new Failure('conflict', 'This key is already in use. Choose another one.', { cause: error })
  }
  return rows.map(({ id }) => id)
}

/** PostgreSQL's code for a unique violation. */
const UNIQUE_VIOLATION = '23505'

/** Returns a tenant's active keys, oldest first. */
export async function listApiKeys(store: Store, tenantId: string): Promise<readonly ApiKey[]> {
  const rows = await store.db
    .selectFrom('api_keys')
    .select(['id', 'name', 'prefix', 'scope', 'created_at', 'last_used_at', 'expires_at', 'default_agent'])
    .where('tenant_id', '=', tenantId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scope: row.scope === 'admin' ? 'admin' : 'runtime',
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    defaultAgent: row.default_agent,
  }))
}

/**
 * Records the use of keys. If several instances use the same key, only one writes: rows with a recent time stay unchanged.
 * @param within_ms minimum time since the recorded use for another write
 */
export async function noteKeyUse(store: Store, ids: readonly string[], at: Date, within_ms: number): Promise<void> {
  await noteUseOf(store, 'api_keys', ids, at, within_ms)
}

/**
 * Returns which of these keys are valid: neither revoked nor of a deleted tenant. The caller must check expiry.
 * @returns expiry of each, in milliseconds since the Unix epoch; undefined: never
 */
export async function findLiveKeys(
  store: Store,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number | undefined>> {
  const rows = await store.db
    .selectFrom('api_keys')
    .innerJoin('tenants', 'tenants.id', 'api_keys.tenant_id')
    .select(['api_keys.id', 'api_keys.expires_at'])
    .where(sql<boolean>`api_keys.id = ANY(${[...ids]})`)
    .where('api_keys.revoked_at', 'is', null)
    .where('tenants.deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, expires_at }) => [id, expires_at?.getTime()]))
}

/** Revokes a key of a tenant immediately. @returns false when the tenant has no such key */
export async function revokeApiKey(store: Store, tenantId: string, id: string): Promise<boolean> {
  const done = await store.db
    .updateTable('api_keys')
    .set({ revoked_at: new Date() })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Returns the id of a tenant's key by its hash. */
export async function findApiKeyId(store: Store, tenantId: string, sha256: Buffer): Promise<string | undefined> {
  const row = await store.db
    .selectFrom('api_keys')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('sha256', '=', sha256)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return row?.id
}
