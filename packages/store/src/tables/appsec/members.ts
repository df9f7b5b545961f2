import { timingSafeEqual } from 'node:crypto'
import { type OrgRole, ORG_ROLES } from '@gatehouse/contracts/appsec'
import { sql } from 'kysely'
import type { Store } from '../../connect.ts'

/** Member data for authorizing a request. */
export interface ActingMember {
  readonly organizationId: string
  readonly memberId: string
  readonly userId: string
  readonly email: string
  readonly role: OrgRole
  /** Milliseconds since the Unix epoch; default: never. */
  readonly expiresAt?: number
}

interface Row {
  readonly id: string
  readonly sha256: Buffer
  readonly expires_at: Date | null
  readonly organization_id: string
  readonly member_id: string
  readonly user_id: string
  readonly email: string
  readonly role: OrgRole
}

const MEMBER = `
  m.organization_id, m.id AS member_id, m.user_id, u.email, m.role
  FROM %s k JOIN members m ON m.id = k.member_id JOIN users u ON u.id = m.user_id
 WHERE k.sha256 = $1 AND m.invited_until IS NULL`

/** Prepared, because it runs for every request. The caller must check expiry with its own clock. */
const BY_KEY = {
  name: 'find_member_by_key',
  text: `SELECT k.id, k.sha256, k.expires_at, ${MEMBER.replace('%s', 'member_keys')} AND k.revoked_at IS NULL`,
}
const BY_SESSION = {
  name: 'find_member_by_session',
  text: `SELECT k.id, k.sha256, k.expires_at, ${MEMBER.replace('%s', 'sessions')}`,
}

/** Maximum role of a key. docs/spec/appsec.md §5 rule 3. */
const KEY_ROLE_MAX: OrgRole = 'DEVELOPER'

/**
 * Returns the principal of a key: at most DEVELOPER, with the creator's current role. Keys of former members were removed with the
 * membership.
 * @param sha256 of the key, lower-case hex
 */
export async function findMemberByKey(
  store: Store,
  sha256: string,
): Promise<(ActingMember & { readonly keyId: string }) | undefined> {
  const row = await find(store, BY_KEY, sha256)
  if (row === undefined) return undefined
  const { id, role, ...rest } = row
  const isMore = ORG_ROLES.indexOf(role) > ORG_ROLES.indexOf(KEY_ROLE_MAX)
  return { ...acting({ ...rest, role: isMore ? KEY_ROLE_MAX : role }), keyId: id }
}

/** Returns the principal of a session. @param sha256 of the session's token, lower-case hex */
export async function findMemberBySession(
  store: Store,
  sha256: string,
): Promise<(ActingMember & { readonly sessionId: string }) | undefined> {
  const row = await find(store, BY_SESSION, sha256)
  return row === undefined ? undefined : { ...acting(row), sessionId: row.id }
}

/** Returns whether an authenticated principal is still valid, for long-lived responses. */
export async function isSessionActive(
  store: Store,
  { memberId, keyId, sessionId }: { readonly memberId: string; readonly keyId?: string; readonly sessionId?: string },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM members WHERE id = ${memberId}
       AND (${keyId ?? null}::uuid IS NULL OR EXISTS (SELECT FROM member_keys WHERE id = ${keyId ?? null}
             AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})))
       AND (${sessionId ?? null}::uuid IS NULL OR EXISTS (SELECT FROM sessions WHERE id = ${sessionId ?? null}
             AND expires_at > ${now}))`.execute(store.db)
  return rows.length > 0
}

async function find(store: Store, statement: { name: string; text: string }, hex: string): Promise<Row | undefined> {
  const hash = Buffer.from(hex, 'hex')
  const [row] = await store.prepared<Row>(statement, [hash])
  // The index lookup found the row. The final comparison is constant-time.
  return row !== undefined && timingSafeEqual(row.sha256, hash) ? row : undefined
}

function acting({
  organization_id,
  member_id,
  user_id,
  email,
  role,
  expires_at,
}: Omit<Row, 'id' | 'sha256'>): ActingMember {
  return {
    organizationId: organization_id,
    memberId: member_id,
    userId: user_id,
    email,
    role,
    ...(expires_at === null ? {} : { expiresAt: expires_at.getTime() }),
  }
}
