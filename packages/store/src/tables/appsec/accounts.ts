import type { OrgRole } from '@gatehouse/contracts/appsec'
import { uuidv7 } from '@gatehouse/kernel'
import { type Kysely, sql } from 'kysely'
import type { Store } from '../../connect.ts'
import type { DB } from '../../schema.gen.ts'

/** A membership with its user and organization. */
export interface Account {
  readonly memberId: string
  readonly role: OrgRole
  readonly organization: { readonly id: string; readonly name: string }
  readonly user: { readonly id: string; readonly email: string; readonly name: string }
}

export interface NewPerson {
  readonly email: string
  readonly name: string
  /** In the format of `hashPassword`; null for users without a password, such as users of a provider. */
  readonly password: string | null
}

/** Advisory lock that serializes the creation of the first organization. */
const FIRST_LOCK = 0x6f_72_67_31

/**
 * Creates the first organization with its first member, an ADMIN.
 * @returns undefined when an organization exists
 */
export function createFirstOrganization(store: Store, name: string, person: NewPerson): Promise<Account | undefined> {
  return store.db.transaction().execute(async (transaction) => {
    await sql`SELECT pg_advisory_xact_lock(${FIRST_LOCK})`.execute(transaction)
    const some = await transaction.selectFrom('organizations').select('id').limit(1).executeTakeFirst()
    return some === undefined ? insertOrganization(transaction, name, person) : undefined
  })
}

/** Returns whether an organization is registered. */
export async function hasOrganization(store: Store): Promise<boolean> {
  return (await store.db.selectFrom('organizations').select('id').limit(1).executeTakeFirst()) !== undefined
}

async function insertOrganization(db: Kysely<DB>, name: string, person: NewPerson): Promise<Account> {
  const organization = { id: uuidv7(), name }
  const user = { id: uuidv7(), email: person.email, name: person.name }
  const memberId = uuidv7()
  await db.insertInto('organizations').values(organization).execute()
  await db
    .insertInto('users')
    .values({ ...user, password: person.password })
    .execute()
  await db
    .insertInto('members')
    .values({ id: memberId, organization_id: organization.id, user_id: user.id, role: 'ADMIN' })
    .execute()
  return { memberId, role: 'ADMIN', organization, user }
}

/** Accepts an invitation. @returns undefined for an invalid token, or one for another address */
export function acceptInvitation(
  store: Store,
  sha256: Buffer,
  { email, name, password }: NewPerson,
  now: Date,
): Promise<Account | undefined> {
  return store.db.transaction().execute(async (transaction) => {
    const member = await transaction
      .updateTable('members')
      .set({ invited_until: null, invitation: null })
      .where('invitation', '=', sha256)
      .where('invited_until', '>', now)
      // Members who sign in only by a provider accept invitations there. A password would be a second login to their account.
      .where('user_id', 'in', (of) =>
        of.selectFrom('users').select('id').where('email', '=', email).where('oidc_subject', 'is', null),
      )
      .returning(['id', 'user_id'])
      .executeTakeFirst()
    if (member === undefined) return undefined
    // An existing password is kept: an invitation must not give access to an existing account.
    await transaction
      .updateTable('users')
      .set({ name, password })
      .where('id', '=', member.user_id)
      .where('password', 'is', null)
      .execute()
    return readAccount(transaction, member.id)
  })
}

/**
 * Signs in a person whom a provider has authenticated: by subject, or at first by an address that the provider has verified. The verified
 * address also accepts invitations to it.
 * @param email verified, in lower case
 * @returns undefined without a membership
 */
export function signInIdentity(
  store: Store,
  { subject, email, name }: { readonly subject: string; readonly email?: string; readonly name?: string },
  now: Date,
): Promise<Account | undefined> {
  return store.db.transaction().execute(async (transaction) => {
    const users = transaction.selectFrom('users').select(['id', 'email', 'name', 'oidc_subject']).forUpdate()
    const known = await users.where('oidc_subject', '=', subject).executeTakeFirst()
    const found = known ?? (email === undefined ? undefined : await users.where('email', '=', email).executeTakeFirst())
    // A reassigned email address must not give access to the previous owner's account.
    if (found === undefined || (found.oidc_subject !== null && found.oidc_subject !== subject)) return undefined
    if (email === found.email) await acceptInvitations(transaction, found.id, now)
    const member = await transaction
      .selectFrom('members')
      .select('id')
      .where('user_id', '=', found.id)
      .where('invited_until', 'is', null)
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirst()
    if (member === undefined) return undefined
    // A user who was invited by address only gets the provider's name.
    const called = found.name === found.email && name !== undefined ? name : found.name
    await transaction
      .updateTable('users')
      .set({ oidc_subject: subject, name: called })
      .where('id', '=', found.id)
      .execute()
    return readAccount(transaction, member.id)
  })
}

/**
 * Accepts all invitations of a user with a verified address. Removes the password, which the inviter of another organization may have
 * chosen.
 */
async function acceptInvitations(transaction: Kysely<DB>, userId: string, now: Date): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('members')
    .set({ invited_until: null, invitation: null })
    .where('user_id', '=', userId)
    .where('invited_until', '>', now)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await transaction.updateTable('users').set({ password: null }).where('id', '=', userId).execute()
}

/** Returns the membership, if it exists. */
export function findAccount(store: Store, memberId: string): Promise<Account | undefined> {
  return readAccount(store.db, memberId)
}

/** Returns the person of an address with the password, and the memberships, oldest first. */
export async function findSignIn(
  store: Store,
  email: string,
): Promise<
  { readonly userId: string; readonly password: string | null; readonly memberIds: readonly string[] } | undefined
> {
  const user = await store.db
    .selectFrom('users')
    .select(['id', 'password'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (user === undefined) return undefined
  const members = await store.db
    .selectFrom('members')
    .select('id')
    .where('user_id', '=', user.id)
    .where('invited_until', 'is', null)
    .orderBy('created_at')
    .execute()
  return { userId: user.id, password: user.password, memberIds: members.map(({ id }) => id) }
}

async function readAccount(db: Kysely<DB>, memberId: string): Promise<Account | undefined> {
  const row = await db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select([
      'members.role',
      'users.id as user_id',
      'users.email',
      'users.name',
      'organizations.id as organization_id',
      'organizations.name as organization_name',
    ])
    .where('members.id', '=', memberId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    memberId,
    role: row.role as OrgRole,
    organization: { id: row.organization_id, name: row.organization_name },
    user: { id: row.user_id, email: row.email, name: row.name },
  }
}
