import { type Kysely, sql } from 'kysely'
import type { Store } from '../connect.ts'
import type { DB } from '../schema.gen.ts'

/** Signing key of capability tokens, with its private half sealed. */
export interface CapabilityKeyRow {
  readonly keyId: string
  readonly publicKey: Buffer
  readonly ciphertext: Buffer
  /** Start time of signing. A later key replaces it. */
  readonly signsFrom: Date
}

/** Result of a key change. */
export interface CapabilityKeyChange {
  readonly add: readonly CapabilityKeyRow[]
  readonly remove: readonly string[]
}

/** Key of the advisory lock that serializes key changes: "GHCK" in ASCII. */
const CAPABILITY_KEY_LOCK = 0x4748434b

/** Returns all keys in descending order of their signing time. There are few: changes limit their number. */
export function listCapabilityKeys(store: Store): Promise<readonly CapabilityKeyRow[]> {
  return list(store.db)
}

/**
 * Changes the keys. Concurrent changes are serialized across instances.
 * @param change an exception leaves everything unchanged
 * @returns the new keys
 */
export async function changeCapabilityKeys(
  store: Store,
  change: (rows: readonly CapabilityKeyRow[]) => CapabilityKeyChange,
): Promise<readonly CapabilityKeyRow[]> {
  return store.db.transaction().execute(async (transaction) => {
    await sql`SELECT pg_advisory_xact_lock(${CAPABILITY_KEY_LOCK})`.execute(transaction)
    const { add, remove } = change(await list(transaction))
    if (remove.length > 0) {
      await transaction
        .deleteFrom('capability_keys')
        .where('key_id', 'in', [...remove])
        .execute()
    }
    if (add.length > 0) {
      await transaction
        .insertInto('capability_keys')
        .values(
          add.map(({ keyId, publicKey, ciphertext, signsFrom }) => ({
            key_id: keyId,
            public_key: publicKey,
            ciphertext,
            signs_from: signsFrom,
          })),
        )
        .execute()
    }
    return list(transaction)
  })
}

/** Replaces an encrypted key by its re-encrypted form; concurrent changes have priority. */
export async function resealCapabilityKey(store: Store, keyId: string, before: Buffer, after: Buffer): Promise<void> {
  await store.db
    .updateTable('capability_keys')
    .set({ ciphertext: after })
    .where('key_id', '=', keyId)
    .where('ciphertext', '=', before)
    .execute()
}

async function list(db: Kysely<DB>): Promise<readonly CapabilityKeyRow[]> {
  const rows = await db
    .selectFrom('capability_keys')
    .select(['key_id', 'public_key', 'ciphertext', 'signs_from'])
    .orderBy('signs_from', 'desc')
    .orderBy('key_id')
    .execute()
  return rows.map(({ key_id, public_key, ciphertext, signs_from }) => ({
    keyId: key_id,
    publicKey: public_key,
    ciphertext,
    signsFrom: signs_from,
  }))
}
