import type { IncomingMessage } from 'node:http'
import type { EndpointAuth } from '@gatehouse/contracts'
import type { OrgRole } from '@gatehouse/contracts/appsec'
import type { RedteamRole } from '@gatehouse/contracts/redteam'
import { Failure } from '@gatehouse/kernel'
import { KEY_CHARS_MAX } from './limits.ts'
import { identifyMember } from './member.ts'
import { identifyTester } from './tester.ts'
import { bearerOf, countHeader, sha256 } from './credentials.ts'
import { type KeyRecord, type Authenticator, type Caller, DEFAULT_TENANT_ID } from './caller.ts'

const NOBODY: Caller = { kind: 'nobody' }
const PLATFORM: Caller = { kind: 'platform' }
const ANYONE: Caller = { kind: 'tenant', tenantId: DEFAULT_TENANT_ID, keyId: undefined, scope: 'admin' }

/** Authorization requirements of an endpoint. */
export interface Demands {
  readonly auth: EndpointAuth
  /** Whether the handler also processes a bearer token beside `X-API-Key`. */
  readonly takesTokens: boolean
  /** For `member` endpoints. */
  readonly role: OrgRole
  readonly sessionOnly: boolean
  /** For `tester` endpoints. */
  readonly testerRole: RedteamRole
}

/**
 * Authenticates the caller of an endpoint.
 * @throws {Failure} `missing_tenant_key`, `invalid_tenant_key`, `insufficient_scope`, `missing_admin_key`, `invalid_admin_key`,
 * `Unauthorized`, `unauthorized`, `insufficient_role`, `origin_refused`; as a rejection for asynchronous lookups
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
  // An expired key gets the same response as an unknown key, so that its bearer learns nothing.
  if (record === undefined || (record.expiresAt !== undefined && record.expiresAt <= now_ms)) {
    throw invalidTenantKey('Invalid tenant key.')
  }
  if (auth === 'config' && record.scope !== 'admin') {
    throw new Failure(
      'insufficient_scope',
      'This call requires a key with the admin scope; the key has the runtime scope.',
    )
  }
  const { tenantId, keyId, scope, defaultAgent } = record
  return { kind: 'tenant', tenantId, keyId, scope, defaultAgent }
}

function identifyPlatform(request: IncomingMessage, authenticator: Authenticator): Caller | Promise<Caller> {
  const key = request.headers['x-admin-key']
  if (typeof key !== 'string' || key === '') {
    throw new Failure('missing_admin_key', 'Admin key missing. Send it in the X-Admin-Key header.')
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

/** Returns the only tenant key of a request: `X-API-Key`, or `Authorization: Bearer`. */
function tenantKey({ headers, rawHeaders }: IncomingMessage, takesTokens: boolean): string {
  const { authorization, 'x-api-key': header } = headers
  const bearer = authorization === undefined ? undefined : bearerOf(authorization)
  if (authorization !== undefined && countHeader(rawHeaders, 'authorization') > 1) {
    // Node keeps the first of several headers, but a proxy may have checked another one.
    throw invalidTenantKey('The request has more than one Authorization header.')
  }
  const key = typeof header === 'string' && header !== '' ? header : bearer
  if (key === undefined) {
    throw new Failure('missing_tenant_key', 'Tenant key missing. Send it in X-API-Key or as Authorization: Bearer.')
  }
  if (bearer !== undefined && bearer !== key && !takesTokens) {
    throw invalidTenantKey('The request contains two different tenant keys.')
  }
  if (key.length > KEY_CHARS_MAX) throw invalidTenantKey('Invalid tenant key.')
  return key
}

function invalidTenantKey(detail: string): Failure {
  return new Failure('invalid_tenant_key', detail)
}

function invalidAdminKey(): Failure {
  return new Failure('invalid_admin_key', 'Invalid admin key.')
}
