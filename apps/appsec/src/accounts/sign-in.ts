import { createHash, randomBytes } from 'node:crypto'
import { SESSION_COOKIE, type SignedIn } from '@gatehouse/contracts/appsec'
import { isOverTls, type RequestContext } from '@gatehouse/http'
import { type Account, startSession } from '@gatehouse/store/organizations'
import { deviceCookie, makeDevice } from './device.ts'
import { entryFor } from '../audited.ts'
import type { AppsecPorts } from '../routes/handler.ts'

/** Own limit of a session, active or not: one week. */
export const SESSION_MS = 7 * 86_400_000
const TOKEN_BYTES = 32

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Creates a random token for a cookie or link, with its stored digest. */
export function newToken(): { readonly token: string; readonly sha256: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return { token, sha256: sha256(token) }
}

export function sha256(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Starts and logs a session of a member, and sets its cookie. */
export async function signIn(
  account: Account,
  { store, audit, clock, keys }: AppsecPorts,
  context: RequestContext,
  headers: Headers,
): Promise<SignedIn> {
  const { token, sha256: hash } = newToken()
  const { memberId, organization, user } = account
  const expiresAt = new Date(clock.now() + SESSION_MS)
  const id = await startSession(store, { memberId, sha256: hash, expiresAt })
  await audit.append(
    entryFor(
      { action: 'session.started', resource: 'session', resourceId: id, organizationId: organization.id, user },
      context,
    ),
  )
  context.header('set-cookie', cookie(token, SESSION_MS / 1_000, headers))
  context.header('set-cookie', deviceCookie(makeDevice(user.email, { keys, clock }), isOverTls(headers)))
  return signedIn(account)
}

/** Returns the value that removes the session cookie. */
export function forgetCookie(headers: Headers): string {
  return cookie('', 0, headers)
}

export function signedIn({ memberId, role, organization, user }: Account): SignedIn {
  return { user, organization, memberId, role }
}

function cookie(value: string, maxAge_s: number, headers: Headers): string {
  const secure = isOverTls(headers) ? '; Secure' : ''
  return `${SESSION_COOKIE}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge_s}${secure}`
}
