import type { OrgRole } from '@gatehouse/contracts/appsec'
import { Failure, uuidv7 } from '@gatehouse/kernel'
import { type Kysely, sql } from 'kysely'
import type { Store } from '../../connect.ts'
import type { DB } from '../../schema.gen.ts'
import { isUuid } from './owned.ts'

/** Own limit: larger organizations should be split. */
export const MEMBERS_MAX = 10_000

/** Active or invited member. */
export interface Membership {
  readonly id: string
  readonly organizationId: string
  readonly role: OrgRole
  readonly createdAt: Date
  /** Expiry of the invitation; null once it was accepted. */
  readonly invitedUntil: Date | null
  readonly user: { readonly id: string; readonly email: string; readonly name: string }
}

export interface Invitation {
  readonly organizationId: string
  readonly role: OrgRole
  readonly email: string
  readonly name: string
  /** In the format of `hashPassword`. Makes the user a member immediately unless the address already has an account. */
  readonly password: string | null
  /** SHA-256 of the token in the link. */
  readonly sha256: Buffer
  readonly until: Date
}

/**
 * Invites a user. An existing account keeps its password, and its owner must accept the invitation. A pending invitation is replaced.
 * @throws {Failure} `conflict` for a member; `limit_reached`
 */
export function invite(store: Store, invitation: Invitation): Promise<Membership> {
  return store.db.transaction().execute((transaction) => inviteIn(transaction, invitation))
}

/** Creates an organization and invites its first ADMIN. */
export function createOrganization(
  store: Store,
  name: string,
  admin: Omit<Invitation, 'organizationId' | 'role'>,
): Promise<Membership> {
  return store.db.transaction().execute(async (transaction) => {
    const organizationId = uuidv7()
    await transaction.insertInto('organizations').values({ id: organizationId, name }).execute()
    return inviteIn(transaction, { ...admin, organizationId, role: 'ADMIN' })
  })
}

async function inviteIn(transaction: Kysely<DB>, invitation: Invitation): Promise<Membership> {
  const { organizationId, role, email, name, password, sha256, until } = invitation
  const count = await lockOrganization(transaction, organizationId)
  const user = await userOf(transaction, email, name)
  const present = await transaction
    .selectFrom('members')
    .select(['id', 'invited_until'])
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  if (present !== undefined && present.invited_until === null) {
    throw new Failure('conflict', 'The address already belongs to a member.')
  }
  if (present === undefined && count >= MEMBERS_MAX) {
    throw new Failure('limit_reached', `An organization can have at most ${MEMBERS_MAX} members.`)
  }
  const isIn = password !== null && !user.hasAccount
  if (isIn) await transaction.updateTable('users').set({ name, password }).where('id', '=', user.id).execute()
  const id = present?.id ?? uuidv7()
  const values = isIn ? { invited_until: null, invitation: null } : { invited_until: until, invitation: sha256 }
  await transaction
    .insertInto('members')
    .values({ id, organization_id: organizationId, user_id: user.id, role, ...values })
    .onConflict((on) => on.column('id').doUpdateSet({ role, ...values }))
    .execute()
  return (await read(transaction, id))!
}

/** Returns all active and invited members, oldest first. */
export async function listMembers(store: Store, organizationId: string): Promise<readonly Membership[]> {
  const rows = await members(store.db)
    .where('members.organization_id', '=', organizationId)
    .orderBy('members.created_at')
    .orderBy('members.id')
    .execute()
  return rows.map(toMembership)
}

/** Returns a membership of any organization: the caller must check {@link owned} before using it. */
export async function findMembership(store: Store, id: string): Promise<Membership | undefined> {
  return isUuid(id) ? read(store.db, id) : undefined
}

/**
 * Changes the role of a member.
 * @throws {Failure} `last_admin`; `not_found` if the membership has ended meanwhile
 */
export function changeRole(store: Store, organizationId: string, id: string, role: OrgRole): Promise<Membership> {
  return store.db.transaction().execute(async (transaction) => {
    await lockOrganization(transaction, organizationId)
    if (role !== 'ADMIN') await checkOtherAdmin(transaction, organizationId, id)
    await transaction
      .updateTable('members')
      .set({ role })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute()
    const changed = await read(transaction, id)
    if (changed === undefined) throw new Failure('not_found', 'Member not found.')
    return changed
  })
}

/**
 * Ends a membership with its sessions and keys. A user without memberships also loses the password.
 * @throws {Failure} `last_admin`
 */
export function removeMember(store: Store, organizationId: string, id: string): Promise<void> {
  return store.db.transaction().execute(async (transaction) => {
    await lockOrganization(transaction, organizationId)
    await checkOtherAdmin(transaction, organizationId, id)
    const removed = await transaction
      .deleteFrom('members')
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .returning('user_id')
      .executeTakeFirst()
    if (removed === undefined) return
    await sql`
      UPDATE users SET password = NULL, oidc_subject = NULL
       WHERE id = ${removed.user_id} AND NOT EXISTS (SELECT FROM members WHERE user_id = users.id)`.execute(transaction)
  })
}

/** Locks the organization, so that concurrent changes are serialized. @returns number of members */
async function lockOrganization(transaction: Kysely<DB>, organizationId: string): Promise<number> {
  await transaction.selectFrom('organizations').select('id').where('id', '=', organizationId).forUpdate().execute()
  const { count } = await transaction
    .selectFrom('members')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return count
}

/** @throws {Failure} `last_admin` unless another active member is an administrator */
async function checkOtherAdmin(transaction: Kysely<DB>, organizationId: string, id: string): Promise<void> {
  const admins = await transaction
    .selectFrom('members')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'ADMIN')
    .where('invited_until', 'is', null)
    .limit(2)
    .execute()
  if (admins.length === 1 && admins[0]!.id === id) {
    throw new Failure('last_admin', 'This is the last ADMIN of the organization. Make another member an ADMIN first.')
  }
}

/** Returns the user of an address, created on demand. */
async function userOf(
  transaction: Kysely<DB>,
  email: string,
  name: string,
): Promise<{ readonly id: string; readonly hasAccount: boolean }> {
  await transaction
    .insertInto('users')
    .values({ id: uuidv7(), email, name })
    .onConflict((on) => on.column('email').doNothing())
    .execute()
  const { id, password, oidc_subject } = await transaction
    .selectFrom('users')
    .select(['id', 'password', 'oidc_subject'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { id, hasAccount: password !== null || oidc_subject !== null }
}

async function read(db: Kysely<DB>, id: string): Promise<Membership | undefined> {
  const row = await members(db).where('members.id', '=', id).executeTakeFirst()
  return row === undefined ? undefined : toMembership(row)
}

function members(db: Kysely<DB>) {
  return db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select([
      'members.id',
      'members.organization_id',
      'members.role',
      'members.created_at',
      'members.invited_until',
      'users.id as user_id',
      'users.email',
      'users.name',
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof members>['execute']>>[number]

function toMembership(row: Row): Membership {
  return {
    id: row.id,
    organizationId: row.organization_id,
    role: row.role as OrgRole,
    createdAt: row.created_at,
    invitedUntil: row.invited_until,
    user: { id: row.user_id, email: row.email, name: row.name },
  }
}
