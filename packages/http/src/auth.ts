import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

import type { EndpointAuth, OrgRole, RedteamRole } from '@gatehouse/contracts'
import { Failure } from '@gatehouse/kernel'

import { KEY_CHARS_MAX } from './limits.ts'
import { identifyMember } from './member.ts'
import { identifyTester, type TesterAuthenticator, type TesterCaller } from './tester.ts'

export type KeyScope = 'runtime' | 'admin'

/** What the store knows of one tenant key. */
export interface KeyRecord {
  readonly tenantId: string
  readonly keyId: string
  readonly scope: KeyScope
  /** Milliseconds since the Unix epoch; absent: never. */
  readonly expiresAt?: number | undefined
  /** The agent that a call with the key acts as where it names none. */
  readonly defaultAgent?: string | undefined
}

/** Where keys are looked up. Answers given at once, without a promise, keep the request on its fast path. */
export interface Authenticator {
  /** Off: every call acts for the tenant `default`; the admin key is enforced all the same. */
  readonly authEnabled: boolean
  /** By the SHA-256 of the key in lower-case hex, so that no key is compared and none is kept. */
  tenantByKeyHash(sha256: string): KeyRecord | undefined | Promise<KeyRecord | undefined>
  /** Compares in constant time. */
  isAdminKey(key: string): boolean | Promise<boolean>
  /** Where the service has rows of `member`. */
  readonly members?: MemberAuthenticator
  /** Where the service has rows of `tester`. */
  readonly testers?: TesterAuthenticator
}

/** A member of an organization, as the store knows them at this moment. */
export interface MemberRecord {
  readonly organizationId: string
  readonly memberId: string
  readonly userId: string
  readonly email: string
  /** What the caller may do: of a key the least of its own, its creator's present one and DEVELOPER. */
  readonly role: OrgRole
  /** Milliseconds since the Unix epoch; absent: never. */
  readonly expiresAt?: number | undefined
}

/** Where members are looked up, at every request: by the SHA-256 of the key or of the session's token in lower-case hex. */
export interface MemberAuthenticator {
  memberByKeyHash(sha256: string): Promise<(MemberRecord & { readonly keyId: string }) | undefined>
  memberBySessionHash(sha256: string): Promise<(MemberRecord & { readonly sessionId: string }) | undefined>
}

/** Who calls. */
export type Caller =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'platform' }
  | {
      readonly kind: 'tenant'
      readonly tenantId: string
      readonly keyId: string | undefined
      readonly scope: KeyScope
      /** The agent that the key names for calls that name none. */
      readonly defaultAgent?: string | undefined
    }
  | MemberCaller
  | TesterCaller

/** A member of an organization, by a key or by a session. */
export interface MemberCaller extends MemberRecord {
  readonly kind: 'member'
  readonly keyId?: string
  readonly sessionId?: string
}

/** docs/spec/guard.md: with authentication off every call acts for this tenant. */
export const DEFAULT_TENANT_ID = 'default'

/** For whom a caller acts, as the log names it. */
export function ownerOf(caller: Caller): { readonly tenant_id?: string; readonly organization_id?: string } {
  if (caller.kind === 'tenant' || caller.kind === 'tester') return { tenant_id: caller.tenantId }
  return caller.kind === 'member' ? { organization_id: caller.organizationId } : {}
}

const NOBODY: Caller = { kind: 'nobody' }
const PLATFORM: Caller = { kind: 'platform' }
const ANYONE: Caller = { kind: 'tenant', tenantId: DEFAULT_TENANT_ID, keyId: undefined, scope: 'admin' }

/** What a row asks of its callers. */
export interface Demands {
  readonly auth: EndpointAuth
  /** Whether a bearer token beside `X-API-Key` is the handler's business. */
  readonly takesTokens: boolean
  /** Of rows of `member`. */
  readonly role: OrgRole
  readonly sessionOnly: boolean
  /** Of rows of `tester`. */
  readonly testerRole: RedteamRole
}

/**
 * The caller of a request to an endpoint.
 * @throws {Failure} `missing_tenant_key`, `invalid_tenant_key`, `insufficient_scope`, `missing_admin_key`,
 * `invalid_admin_key`, `Unauthorized`, `unauthorized`, `insufficient_role`, `origin_refused`; through the promise where the lookup is one
 */
export function identify(
  { auth, takesTokens, role, sessionOnly, testerRole }: Demands,
  request: IncomingMessage,
  authenticator: Authenticator,
  now_ms: number,
  allowedHosts: ReadonlySet<string>,
): Caller | Promise<Caller> {
  if (auth === 'none') return NOBODY
  if (auth === 'member') return identifyMember({ role, sessionOnly }, request, authenticator, now_ms, allowedHosts)
  if (auth === 'tester') return identifyTester(testerRole, request, authenticator.testers, now_ms)
  if (auth === 'platform') return identifyPlatform(request, authenticator)
  if (!authenticator.authEnabled) return ANYONE
  const record = authenticator.tenantByKeyHash(sha256(tenantKey(request, takesTokens)))
  if (record instanceof Promise) return record.then((found) => admit(found, auth, now_ms))
  return admit(record, auth, now_ms)
}

function admit(record: KeyRecord | undefined, auth: EndpointAuth, now_ms: number): Caller {
  // An expired key is answered like an unknown one: who holds it learns nothing.
  if (record === undefined || (record.expiresAt !== undefined && record.expiresAt <= now_ms)) {
    throw invalidTenantKey('This key does not identify a tenant.')
  }
  if (auth === 'config' && record.scope !== 'admin') {
    throw new Failure('insufficient_scope', 'This call needs a key of scope admin; the given key has scope runtime.')
  }
  const { tenantId, keyId, scope, defaultAgent } = record
  return { kind: 'tenant', tenantId, keyId, scope, defaultAgent }
}

function identifyPlatform(request: IncomingMessage, authenticator: Authenticator): Caller | Promise<Caller> {
  const key = request.headers['x-admin-key']
  if (typeof key !== 'string' || key === '') {
    throw new Failure('missing_admin_key', 'Send the admin key in the header X-Admin-Key.')
  }
  if (key.length > KEY_CHARS_MAX) throw invalidAdminKey()
  const is = authenticator.isAdminKey(key)
  if (is instanceof Promise) return is.then(admitPlatform)
  return admitPlatform(is)
}

function admitPlatform(isAdminKey: boolean): Caller {
  if (!isAdminKey) throw invalidAdminKey()
  return PLATFORM
}

/** The one tenant key of a request: `X-API-Key`, or `Authorization: Bearer`. */
function tenantKey({ headers, rawHeaders }: IncomingMessage, takesTokens: boolean): string {
  const { authorization, 'x-api-key': header } = headers
  const bearer = authorization === undefined ? undefined : bearerOf(authorization)
  if (authorization !== undefined && countHeader(rawHeaders, 'authorization') > 1) {
    // Node keeps the first of several; a proxy before us may have looked at another one.
    throw invalidTenantKey('The request carries several Authorization headers.')
  }
  const key = typeof header === 'string' && header !== '' ? header : bearer
  if (key === undefined) {
    throw new Failure('missing_tenant_key', 'Send a tenant key in X-API-Key or as Authorization: Bearer.')
  }
  if (bearer !== undefined && bearer !== key && !takesTokens) {
    throw invalidTenantKey('The request carries two different tenant keys.')
  }
  if (key.length > KEY_CHARS_MAX) throw invalidTenantKey('This key does not identify a tenant.')
  return key
}

export function bearerOf(authorization: string): string | undefined {
  if (authorization.length < 8 || authorization.slice(0, 7).toLowerCase() !== 'bearer ') return undefined
  const key = authorization.slice(7).trim()
  return key === '' ? undefined : key
}

export function countHeader(rawHeaders: readonly string[], name: string): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const raw = rawHeaders[at]!
    if (raw.length === name.length && raw.toLowerCase() === name) count += 1
  }
  return count
}

export function sha256(key: string): string {
  return hash('sha256', key, 'hex')
}

function invalidTenantKey(detail: string): Failure {
  return new Failure('invalid_tenant_key', detail)
}

function invalidAdminKey(): Failure {
  return new Failure('invalid_admin_key', 'This is not the admin key.')
}
