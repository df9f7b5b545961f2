import type { IncomingMessage } from 'node:http'

import { ORG_ROLES, type OrgRole, SESSION_COOKIE } from '@gatehouse/contracts/appsec'
import { Failure } from '@gatehouse/kernel'

import { soleCookie } from './cookies.ts'
import { type Authenticator, type MemberCaller, type MemberRecord } from './caller.ts'
import { bearerOf, countHeader, sha256 } from './credentials.ts'
import type { RequestContext } from './context.ts'
import { KEY_CHARS_MAX } from './limits.ts'
import { checkSameSite } from './origin.ts'

/** Authorization requirements of a `member` endpoint. */
interface MemberDemands {
  readonly role: OrgRole
  readonly sessionOnly: boolean
}

/** Methods without side effects, which need no CSRF protection. */
const SAFE_METHODS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD'])

/**
 * Authenticates a member by a key in `Authorization: Bearer` or `X-API-Key`, else by a session cookie. If a key is sent, the cookie is
 * ignored, even if the key is invalid. docs/spec/appsec.md "Roles", "Sessions".
 * @throws {Failure} `Unauthorized` without either; `origin_refused` for a write with a cookie from another site's page;
 * `insufficient_role` for an unauthorized role
 */
export async function identifyMember(
  demands: MemberDemands,
  request: IncomingMessage,
  { members }: Authenticator,
  now_ms: number,
  allowedHosts: ReadonlySet<string>,
): Promise<MemberCaller> {
  if (members === undefined) throw new Error('the service has member routes and no member authenticator')
  const key = memberKey(request)
  if (key !== undefined) {
    const found = await members.memberByKeyHash(sha256(key))
    if (found === undefined || isOver(found, now_ms)) throw unauthorized('Invalid API key.')
    if (demands.sessionOnly) {
      throw new Failure('insufficient_role', 'API keys cannot do this. Sign in instead.', {
        extra: { required: demands.role },
      })
    }
    return permitted({ kind: 'member', ...found }, demands)
  }
  const token = cookieOf(request, SESSION_COOKIE)
  if (token === undefined) throw unauthorized('Not authenticated. Send a key as Authorization: Bearer, or sign in.')
  if (!SAFE_METHODS.has(request.method)) checkSameSite(request.headers, allowedHosts)
  const found = await members.memberBySessionHash(sha256(token))
  if (found === undefined || isOver(found, now_ms)) throw unauthorized('The session has expired. Sign in again.')
  return permitted({ kind: 'member', ...found }, demands)
}

export function hasRole(member: Pick<MemberCaller, 'role'>, role: OrgRole): boolean {
  return ORG_ROLES.indexOf(member.role) >= ORG_ROLES.indexOf(role)
}

/**
 * Returns the caller of a `member` endpoint.
 * @throws {Error} on any other endpoint
 */
export function memberOf({ caller }: Pick<RequestContext, 'caller'>): MemberCaller {
  if (caller.kind === 'member') return caller
  throw new Error('this endpoint is not a member endpoint')
}

/** @throws {Failure} `insufficient_role` */
function permitted(caller: MemberCaller, { role }: MemberDemands): MemberCaller {
  if (hasRole(caller, role)) return caller
  const by = caller.keyId === undefined ? 'you have' : 'the key has'
  throw new Failure('insufficient_role', `The role ${role} is required; ${by} ${caller.role}.`, {
    extra: { required: role, role: caller.role },
  })
}

function isOver({ expiresAt }: MemberRecord, now_ms: number): boolean {
  return expiresAt !== undefined && expiresAt <= now_ms
}

/** @returns the key in the request; undefined without one */
function memberKey({ headers, rawHeaders }: IncomingMessage): string | undefined {
  const { authorization, 'x-api-key': header } = headers
  if (authorization !== undefined && countHeader(rawHeaders, 'authorization') > 1) {
    throw unauthorized('The request has more than one Authorization header.')
  }
  const bearer = authorization === undefined ? undefined : bearerOf(authorization)
  if (authorization !== undefined && bearer === undefined) {
    throw unauthorized('Invalid Authorization header. Expected: Bearer <key>.')
  }
  const key = typeof header === 'string' && header !== '' ? header : undefined
  if (key !== undefined && bearer !== undefined && key !== bearer) {
    throw unauthorized('The request contains two different keys.')
  }
  const found = bearer ?? key
  if (found !== undefined && found.length > KEY_CHARS_MAX) throw unauthorized('Invalid API key.')
  return found
}

function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  const token = soleCookie(headers.cookie, name)
  return token === undefined || token.length > KEY_CHARS_MAX ? undefined : token
}

function unauthorized(detail: string): Failure {
  return new Failure('Unauthorized', detail)
}
