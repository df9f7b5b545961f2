import { Failure, uuidv7 } from '@gatehouse/kernel'
import { sql } from 'kysely'
import type { Store } from '../../connect.ts'
import { isUuid } from './owned.ts'
import { noteUseOf } from '../key-use.ts'

/** Own limit: one key for each pipeline and device of a user. */
export const MEMBER_KEYS_MAX = 50

/** Key without its secret, for lists. */
export interface MemberKey {
  readonly id: string
  readonly organizationId: string
  readonly memberId: string
  readonly name: string
  readonly prefix: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly expiresAt: Date | null
  /** Owner of the key. */
  readonly user: { readonly id: string; readonly email: string }
}

export interface NewMemberKey {
  readonly organizationId: string
  readonly memberId: string
  readonly name: string
  /** First characters of the key. */
  readonly prefix: string
  readonly sha256: Buffer
  /** Null: never. */
  readonly expiresAt: Date | null
  /** Parent key: this key is revoked with it, and expires no later. */
  readonly madeBy?: string
}

/**
 * Stores a key by its hash.
 * @returns its id and expiry
 * @throws {Failure} `limit_reached` if the member already has {@link MEMBER_KEYS_MAX} keys; `Unauthorized` if the membership or the parent
 * key has ended meanwhile
 */
export async function addMemberKey(
  store: Store,
  { organizationId, memberId, name, prefix, sha256, expiresAt, madeBy }: NewMemberKey,
): Promise<{ readonly id: string; readonly expiresAt: Date | null }> {
  return store.db.transaction().execute(async (transaction) => {
    // The membership is locked, so that concurrent additions are serialized.
    const member = await transaction
      .selectFrom('members')
      .select('id')
      .where('id', '=', memberId)
      .where('organization_id', '=', organizationId)
      .forUpdate()
      .executeTakeFirst()
    if (member === undefined) throw new Failure('Unauthorized', 'You are no longer a member.')
    const live = await transaction
      .selectFrom('member_keys')
      .select(['id', 'expires_at'])
      .where('organization_id', '=', organizationId)
      .where('member_id', '=', memberId)
      .where('revoked_at', 'is', null)
      .execute()
    if (live.length >= MEMBER_KEYS_MAX) {
      throw new Failure('limit_reached', `A member can have at most ${MEMBER_KEYS_MAX} keys. Revoke one first.`)
    }
    const maker = live.find(({ id }) => id === madeBy)
    if (madeBy !== undefined && maker === undefined) throw new Failure('Unauthorized', 'The key was revoked.')
    const ends = [expiresAt, maker?.expires_at ?? null].filter((at) => at !== null)
    const end = ends.length === 0 ? null : new Date(Math.min(...ends.map((at) => at.getTime())))
    const id = uuidv7()
    await transaction
      .insertInto('member_keys')
      .values({
        id,
        organization_id: organizationId,
        member_id: memberId,
        name,
        prefix,
        sha256,
        expires_at: end,
        made_by: madeBy ?? null,
      })
      .execute()
    return { id, expiresAt: end }
  })
}

/** Returns keys that are not revoked, oldest first. @param memberId  filter by member */
export async function listMemberKeys(
  store: Store,
  organizationId: string,
  memberId?: string,
): Promise<readonly MemberKey[]> {
  let rows = keys(store).where('member_keys.organization_id', '=', organizationId)
  if (memberId !== undefined) rows = rows.where('member_keys.member_id', '=', memberId)
  return (await rows.orderBy('member_keys.created_at').orderBy('member_keys.id').execute()).map(toKey)
}

/** Returns a key of any owner that is not revoked: the caller must check {@link owned} before using it. */
export async function findMemberKey(store: Store, id: string): Promise<MemberKey | undefined> {
  if (!isUuid(id)) return undefined
  const row = await keys(store).where('member_keys.id', '=', id).executeTakeFirst()
  return row === undefined ? undefined : toKey(row)
}

/** Revokes a key and all its descendants. @returns number of revoked keys */
export async function revokeMemberKey(store: Store, organizationId: string, id: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    WITH RECURSIVE gone AS (
      SELECT id FROM member_keys WHERE organization_id = ${organizationId} AND id = ${id}
      UNION SELECT k.id FROM member_keys k JOIN gone ON k.made_by = gone.id
    )
    UPDATE member_keys SET revoked_at = now()
     WHERE organization_id = ${organizationId} AND id IN (SELECT id FROM gone) AND revoked_at IS NULL`.execute(store.db)
  return Number(numAffectedRows)
}

/**
 * Records the use of keys of any organization. Of several instances with the same key one writes.
 * @param within_ms minimum time since the recorded use for another write
 */
export async function noteMemberKeyUse(
  store: Store,
  ids: readonly string[],
  at: Date,
  within_ms: number,
): Promise<void> {
  await noteUseOf(store, 'member_keys', ids, at, within_ms)
}

function keys({ db }: Store) {
  return db
    .selectFrom('member_keys')
    .innerJoin('members', 'members.id', 'member_keys.member_id')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select([
      'member_keys.id',
      'member_keys.organization_id',
      'member_keys.member_id',
      'member_keys.name',
      'member_keys.prefix',
      'member_keys.created_at',
      'member_keys.last_used_at',
      'member_keys.expires_at',
      'users.id as user_id',
      'users.email',
    ])
    .where('member_keys.revoked_at', 'is', null)
}

type Row = Awaited<ReturnType<ReturnType<typeof keys>['execute']>>[number]

function toKey(row: Row): MemberKey {
  return {
    id: row.id,
    organizationId: row.organization_id,
    memberId: row.member_id,
    name: row.name,
    prefix: row.prefix,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    user: { id: row.user_id, email: row.email },
  }
}
