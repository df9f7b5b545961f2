import type { OrgRole } from '@gatehouse/contracts/appsec'
import type { RedteamRole } from '@gatehouse/contracts/redteam'

export type KeyScope = 'runtime' | 'admin'

/** Stored data of a tenant key. */
export interface KeyRecord {
  readonly tenantId: string
  readonly keyId: string
  readonly scope: KeyScope
  /** Milliseconds since the Unix epoch; default: never. */
  readonly expiresAt?: number | undefined
  /** Default agent of calls with the key. */
  readonly defaultAgent?: string | undefined
}

/** Key lookup. Synchronous results avoid an await per request. */
export interface Authenticator {
  /** False: every call acts for the tenant `default`. The admin key is still required. */
  readonly authEnabled: boolean
  /** Looks up a key by its SHA-256 in lower-case hex. Plaintext keys are neither compared nor stored. */
  tenantByKeyHash(sha256: string): KeyRecord | undefined | Promise<KeyRecord | undefined>
  /** Compares in constant time. */
  isAdminKey(key: string): boolean | Promise<boolean>
  /** For services with `member` endpoints. */
  readonly members?: MemberAuthenticator
  /** For services with `tester` endpoints. */
  readonly testers?: TesterAuthenticator
}

/** Current data of an organization's member. */
export interface MemberRecord {
  readonly organizationId: string
  readonly memberId: string
  readonly userId: string
  readonly email: string
  /** Role of the caller. For a key: the lowest of the key's role, its creator's current role, and DEVELOPER. */
  readonly role: OrgRole
  /** Milliseconds since the Unix epoch; default: never. */
  readonly expiresAt?: number | undefined
}

/** Member lookup for every request, by the SHA-256 of the key or of the session token in lower-case hex. */
export interface MemberAuthenticator {
  memberByKeyHash(sha256: string): Promise<(MemberRecord & { readonly keyId: string }) | undefined>
  memberBySessionHash(sha256: string): Promise<(MemberRecord & { readonly sessionId: string }) | undefined>
}

/** Authenticated caller. */
export type Caller =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'platform' }
  | {
      readonly kind: 'tenant'
      readonly tenantId: string
      readonly keyId: string | undefined
      readonly scope: KeyScope
      /** Default agent of calls with the key. */
      readonly defaultAgent?: string | undefined
    }
  | MemberCaller
  | TesterCaller

/** Member of an organization, authenticated by a key or a session. */
export interface MemberCaller extends MemberRecord {
  readonly kind: 'member'
  readonly keyId?: string
  readonly sessionId?: string
}

/** docs/spec/guard.md: without authentication every call acts for this tenant. */
export const DEFAULT_TENANT_ID = 'default'

/** Returns the owner of a caller for log lines. */
export function ownerOf(caller: Caller): { readonly tenant_id?: string; readonly organization_id?: string } {
  if (caller.kind === 'tenant' || caller.kind === 'tester') return { tenant_id: caller.tenantId }
  return caller.kind === 'member' ? { organization_id: caller.organizationId } : {}
}

/** Current data of an operator in the red-team service. */
export interface TesterRecord {
  /** Tenant whose runs, reports and log the operator can read. */
  readonly tenantId: string
  /** As in the audit log: `key:<id>`, `oidc:<subject>`, `local`. */
  readonly actor: string
  /** Display name. */
  readonly name: string
  readonly role: RedteamRole
  /** Milliseconds since the Unix epoch; default: never. */
  readonly expiresAt?: number | undefined
}

/** Operator lookup for every request. */
export interface TesterAuthenticator {
  /** Principal of all requests without authentication. */
  readonly everyone?: TesterRecord
  /** Looks up an operator by the SHA-256 of the key in lower-case hex. */
  testerByKeyHash(sha256: string): Promise<TesterRecord | undefined>
  /**
   * Default: bearer tokens are keys.
   * @returns undefined for an invalid or expired token
   * @throws {Failure} `insufficient_role` when the provider assigns no role; `unavailable`
   */
  testerByToken?(token: string): Promise<TesterRecord | undefined>
}

/** Caller of the red-team service. */
export interface TesterCaller extends TesterRecord {
  readonly kind: 'tester'
}
