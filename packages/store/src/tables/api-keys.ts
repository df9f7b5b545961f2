import { timingSafeEqual } from 'node:crypto'
import { Failure, uuidv7 } from '@gatehouse/kernel'
import { type Kysely, sql } from 'kysely'
import type { Store } from '../connect.ts'
import type { DB } from '../schema.gen.ts'
import { noteUseOf } from './key-use.ts'

/** docs/spec/guard.md: a tenant has at most so many keys that are not revoked. */
export const API_KEYS_MAX = 10

export type KeyScope = 'runtime' | 'admin'

/** What a request needs to know of the key that it carries. */
export interface KeyOwner {
  readonly keyId: string
  readonly tenantId: string
  readonly scope: KeyScope
  /** Milliseconds since the Unix epoch; absent: never. */
  readonly expiresAt?: number
  /** The agent that a call acts as where it names none. */
  readonly defaultAgent?: string
}

/** A key without the key: what lists show. */
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

/** Of a hash in hexadecimal: what tells the hashes of one query apart before they are compared as a whole. */
const PREFIX_CHARS = 16

interface OwnerRow {
  readonly id: string
  readonly tenant_id: string
  readonly scope: string
  readonly expires_at: Date | null
  readonly default_agent: string | null
  readonly sha256: Buffer
}

/** In every request's way: made by hand, because building and planning it took longer than running it. */
const FIND_OWNERS = {
  name: 'find_key_owners',
  text: `SELECT k.id, k.tenant_id, k.scope, k.expires_at, k.default_agent, k.sha256
           FROM api_keys k JOIN tenants t ON t.id = k.tenant_id
          WHERE k.sha256 = ANY ($1::bytea[]) AND k.revoked_at IS NULL AND t.deleted_at IS NULL`,
}

/**
 * Owners of keys that are neither revoked nor of a deleted tenant. Expiry is the caller's to judge, by its own clock.
 * @param hashes SHA-256 of each key, lower-case hex
 * @returns by hash
 */
export async function findKeyOwners(store: Store, hashes: readonly string[]): Promise<ReadonlyMap<string, KeyOwner>> {
  const rows = await store.prepared<OwnerRow>(FIND_OWNERS, [hashes.map((hash) => Buffer.from(hash, 'hex'))])
  const byPrefix = Map.groupBy(hashes, (hash) => hash.slice(0, PREFIX_CHARS))
  const owners = new Map<string, KeyOwner>()
  for (const row of rows) {
    const candidates = byPrefix.get(row.sha256.toString('hex', 0, PREFIX_CHARS / 2)) ?? []
    // The index has found it by then; the last word is a comparison whose time tells nothing.
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
 * Stores a key of which only the hash is known here.
 * @throws {Failure} `limit_reached` when the tenant has {@link API_KEYS_MAX} already; `conflict` when the key is in use
 */
export async function addApiKey(store: Store, key: NewApiKey): Promise<{ readonly id: string }> {
  return store.db.transaction().execute(async (transaction) => {
    // The tenant's row is held, so that of two keys added at once the second sees the first.
    await transaction.selectFrom('tenants').select('id').where('id', '=', key.tenantId).forUpdate().execute()
    const { count } = await transaction
      .selectFrom('api_keys')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('tenant_id', '=', key.tenantId)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (count >= API_KEYS_MAX) {
      throw new Failure('limit_reached', `A tenant has at most ${API_KEYS_MAX} keys: revoke one first.`)
    }
    const [id] = await insertApiKeys(transaction, [key])
    return { id: id! }
  })
}

/**
 * Stores keys inside a transaction of the caller's.
 * @returns their ids, in order
 * @throws {Failure} `conflict` when a key is in use; whose it is stays unsaid
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
    throw new Failure('conflict', 'This key is in use already: choose another one.', { cause: error })
  }
  return rows.map(({ id }) => id)
}

/** PostgreSQL's code where a value must be unique. */
const UNIQUE_VIOLATION = '23505'

/** A tenant's keys that are not revoked, oldest first. */
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
 * Writes down that keys were used. Of several instances that saw the same key one writes: a row that says so already is left
 * alone.
 * @param within_ms  how close a use that is written down may be for this one to go unwritten
 */
export async function noteKeyUse(store: Store, ids: readonly string[], at: Date, within_ms: number): Promise<void> {
  await noteUseOf(store, 'api_keys', ids, at, within_ms)
}

/**
 * Which of these keys still open something: neither revoked nor of a deleted tenant. Expiry is the caller's to judge.
 * @returns when each ends, in milliseconds since the Unix epoch; undefined: never
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

/** Revokes a key of a tenant at once. @returns false when the tenant has no such key */
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

/** The id of a tenant's key, by its hash. */
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
