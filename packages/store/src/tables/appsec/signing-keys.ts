import { Failure } from '@gatehouse/kernel'
import type { Store } from '../../connect.ts'

/** Own limit of keys per organization, including retired keys, which verify existing signatures. */
export const SIGNING_KEYS_MAX = 500

/** Signing key of an organization. */
export interface SigningKeyRow {
  readonly id: string
  readonly organizationId: string
  /** Sealed PKCS #8 key, as DER in Base64. */
  readonly privateKey: Buffer
  readonly publicKeyPem: string
  readonly createdAt: Date
  /** Null for the active key. */
  readonly retiredAt: Date | null
}

export type NewSigningKey = Pick<SigningKeyRow, 'id' | 'organizationId' | 'privateKey' | 'publicKeyPem'>

/** Returns the active key, or undefined if nothing was ever signed. */
export async function findSigningKey(store: Store, organizationId: string): Promise<SigningKeyRow | undefined> {
  const row = await store.db
    .selectFrom('signing_keys')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  return row && toKey(row)
}

/** Stores the first key of an organization. Of two concurrent keys one is stored and returned to both callers. */
export async function putFirstSigningKey(store: Store, key: NewSigningKey): Promise<SigningKeyRow> {
  await store.db
    .insertInto('signing_keys')
    .values(valuesOf(key))
    .onConflict((on) => on.column('organization_id').where('retired_at', 'is', null).doNothing())
    .execute()
  const row = await findSigningKey(store, key.organizationId)
  if (row === undefined) throw new Failure('unavailable', 'The organization no longer exists.')
  return row
}

/**
 * Retires the active key and replaces it.
 * @throws {Failure} `limit_reached` when the organization has {@link SIGNING_KEYS_MAX} keys
 */
export function rotateSigningKey(
  store: Store,
  key: NewSigningKey,
): Promise<{ readonly made: SigningKeyRow; readonly retired: SigningKeyRow | undefined }> {
  return store.db.transaction().execute(async (transaction) => {
    await transaction
      .selectFrom('organizations')
      .select('id')
      .where('id', '=', key.organizationId)
      .forNoKeyUpdate()
      .execute()
    const { count } = await transaction
      .selectFrom('signing_keys')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('organization_id', '=', key.organizationId)
      .executeTakeFirstOrThrow()
    if (count >= SIGNING_KEYS_MAX) {
      throw new Failure('limit_reached', `The organization has reached the limit of ${SIGNING_KEYS_MAX} signing keys.`)
    }
    const retired = await transaction
      .updateTable('signing_keys')
      .set({ retired_at: new Date() })
      .where('organization_id', '=', key.organizationId)
      .where('retired_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    const created = await transaction
      .insertInto('signing_keys')
      .values(valuesOf(key))
      .returningAll()
      .executeTakeFirstOrThrow()
    return { made: toKey(created), retired: retired && toKey(retired) }
  })
}

/** Returns all keys of an organization, newest first. */
export async function listSigningKeys(store: Store, organizationId: string): Promise<readonly SigningKeyRow[]> {
  const rows = await store.db
    .selectFrom('signing_keys')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toKey)
}

function valuesOf({ id, organizationId, privateKey, publicKeyPem }: NewSigningKey) {
  return { id, organization_id: organizationId, private_key: privateKey, public_key_pem: publicKeyPem }
}

interface Row {
  readonly id: string
  readonly organization_id: string
  readonly private_key: Buffer
  readonly public_key_pem: string
  readonly created_at: Date
  readonly retired_at: Date | null
}

function toKey(row: Row): SigningKeyRow {
  return {
    id: row.id,
    organizationId: row.organization_id,
    privateKey: row.private_key,
    publicKeyPem: row.public_key_pem,
    createdAt: row.created_at,
    retiredAt: row.retired_at,
  }
}
