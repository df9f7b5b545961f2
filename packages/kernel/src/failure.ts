/**
 * Codes of expected errors, from the contract. `http` maps each code to a status in one place. All other exceptions are defects with
 * status
 * 500.
 */
export type FailureCode =
  | 'malformed_json'
  | 'invalid_request'
  | 'missing_tenant_key'
  | 'invalid_tenant_key'
  | 'missing_admin_key'
  | 'invalid_admin_key'
  | 'insufficient_scope'
  | 'authz_denied'
  | 'Unauthorized'
  | 'unauthorized'
  | 'insufficient_role'
  | 'not_a_member'
  | 'last_admin'
  | 'GITHUB_REPO_REQUIRED'
  | 'not_implemented'
  | 'origin_refused'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'limit_reached'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'guard_unavailable'
  | 'rate_limited'
  | 'quota_exceeded'
  | 'egress_refused'
  | 'target_refused'
  | 'target_failed'
  | 'model_unavailable'
  | 'model_refused'
  | 'upstream_failed'
  | 'upstream_invalid'
  | 'upstream_timeout'
  | 'invalid_setting'
  | 'unavailable'
  | 'overloaded'

/** Violation of a request schema; `path` is its location, such as `['body', 'message']`. */
export interface Violation {
  readonly path: readonly (string | number)[]
  readonly message: string
  /** Machine-readable kind, such as `missing`, `too_long`, `unknown_guard`. */
  readonly type: string
}

export interface FailureOptions {
  readonly violations?: readonly Violation[]
  /** Recommended retry delay in seconds; becomes `Retry-After`. */
  readonly retryAfter_s?: number
  /** Extra fields of the error body. Must not contain secrets, queries or stacks. */
  readonly extra?: Readonly<Record<string, unknown>>
  readonly cause?: unknown
}

/** Expected error with a machine-readable code and a one-sentence message. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly code: FailureCode
  readonly violations: readonly Violation[]
  readonly retryAfter_s: number | undefined
  readonly extra: Readonly<Record<string, unknown>>

  constructor(code: FailureCode, detail: string, options: FailureOptions = {}) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.violations = options.violations ?? []
    this.retryAfter_s = options.retryAfter_s
    this.extra = options.extra ?? {}
  }
}

/** Returns the message of any thrown value, without its stack. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
