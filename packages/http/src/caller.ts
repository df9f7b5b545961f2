import type { OrgRole, RedteamRole } from '@gatehouse/contracts'

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

/** Somebody with a role in the red-team service, as is known of them at this moment. */
export interface TesterRecord {
  /** Whose runs, reports and log they see. */
  readonly tenantId: string
  /** As the audit log names them: `key:<id>`, `oidc:<subject>`, `local`. */
  readonly actor: string
  /** For people to read. */
  readonly name: string
  readonly role: RedteamRole
  /** Milliseconds since the Unix epoch; absent: never. */
  readonly expiresAt?: number | undefined
}

/** Where testers are looked up, at every request. */
export interface TesterAuthenticator {
  /** Who everybody is where nobody has to say who they are. */
  readonly everyone?: TesterRecord
  /** By the SHA-256 of the key in lower-case hex. */
  testerByKeyHash(sha256: string): Promise<TesterRecord | undefined>
  /**
   * Absent: bearer tokens are keys.
   * @returns undefined for a token that is none of the provider's, or one that has ended
   * @throws {Failure} `insufficient_role` for somebody to whom the provider gives no role; `unavailable`
   */
  testerByToken?(token: string): Promise<TesterRecord | undefined>
}

/** Somebody who uses the red-team service. */
export interface TesterCaller extends TesterRecord {
  readonly kind: 'tester'
}
