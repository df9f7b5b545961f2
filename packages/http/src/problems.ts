import type { ProblemShape } from '@gatehouse/contracts'
import { Failure, type FailureCode, isExhaustion, type Violation } from '@gatehouse/kernel'

import { PROBLEM_SHAPES } from './problem-shapes.ts'

/** The only mapping from failure codes to HTTP statuses. A missing code is a type error. */
export const STATUS: Record<FailureCode, number> = {
  malformed_json: 400,
  invalid_request: 422,
  missing_tenant_key: 401,
  invalid_tenant_key: 401,
  missing_admin_key: 401,
  invalid_admin_key: 401,
  insufficient_scope: 403,
  authz_denied: 403,
  // Capitalized as in docs/spec/appsec.md.
  Unauthorized: 401,
  unauthorized: 401,
  insufficient_role: 403,
  not_a_member: 403,
  last_admin: 400,
  // Spelled as in docs/spec/appsec.md; also for the other git hosts.
  GITHUB_REPO_REQUIRED: 400,
  not_implemented: 501,
  origin_refused: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  limit_reached: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  guard_unavailable: 422,
  egress_refused: 422,
  // docs/spec/redteam.md "Target".
  target_refused: 400,
  target_failed: 502,
  rate_limited: 429,
  quota_exceeded: 429,
  model_refused: 502,
  model_unavailable: 503,
  upstream_failed: 502,
  upstream_invalid: 502,
  upstream_timeout: 504,
  unavailable: 503,
  overloaded: 503,
  // Settings are read at startup. Within a request this failure is a defect.
  invalid_setting: 500,
}

/** docs/spec/common.md: guard reports violations with 422, appsec and red team with 400. */
export type ValidationStyle = 'guard' | 'appsec'

/** Response to a failed request. */
export interface ProblemAnswer {
  readonly status: number
  /** Names and values, alternating. */
  readonly headers: readonly string[]
  readonly body: string
  /** True if the cause is unknown or internal and must be logged with its stack. */
  readonly defect: boolean
}

/** docs/spec/common.md: 429 and 503 always contain Retry-After. */
const RETRY_AFTER_S = 1

/** Client message for a failing dependency. Addresses and tables appear only in the log. */
const UNAVAILABLE = 'A dependency of the service is unavailable. Try again later.'

/** Client message for a defect. */
const DEFECT = 'Internal error. The log contains the cause under this request ID.'

/**
 * Converts an exception to a response. Exceptions other than Failure disclose only the request id.
 * @param shape of another API; default: the service's own
 */
export function problemOf(
  thrown: unknown,
  style: ValidationStyle,
  requestId: string,
  shape?: ProblemShape,
): ProblemAnswer {
  if (isExhaustion(thrown)) return problemOf(exhausted(thrown), style, requestId, shape)
  if (!(thrown instanceof Failure) || STATUS[thrown.code] === 500) {
    const body =
      shape === undefined
        ? { error: 'internal_error', detail: DEFECT, request_id: requestId }
        : PROBLEM_SHAPES[shape]({ failure: undefined, status: 500, message: DEFECT, requestId })
    return { status: 500, headers: [], body: JSON.stringify(body), defect: true }
  }
  // Clients of other APIs expect 400 for invalid requests.
  const isBadRequest = thrown.code === 'invalid_request' && (style === 'appsec' || shape !== undefined)
  const status = isBadRequest ? 400 : STATUS[thrown.code]
  if (shape !== undefined) {
    const message = thrown.code === 'unavailable' ? UNAVAILABLE : sentenceOf(thrown)
    const body = PROBLEM_SHAPES[shape]({ failure: thrown, status, message, requestId })
    return { status, headers: headersOf(thrown, status), body: JSON.stringify(body), defect: false }
  }
  const detail = detailOf(thrown, style)
  const body = { error: thrown.code, ...detail, request_id: requestId, ...thrown.extra }
  return { status, headers: headersOf(thrown, status), body: JSON.stringify(body), defect: false }
}

/** Like `problemOf`, but treats non-JSON extra fields of a failure as a defect. */
export function safeProblemOf(
  thrown: unknown,
  style: ValidationStyle,
  requestId: string,
  shape?: ProblemShape,
): ProblemAnswer {
  try {
    return problemOf(thrown, style, requestId, shape)
  } catch (error) {
    return problemOf(error, style, requestId, shape)
  }
}

function exhausted(cause: unknown): Failure {
  return new Failure('overloaded', 'The service is short of memory. Try again later.', { cause })
}

/** Returns the first violation with its path, if any. */
function sentenceOf({ message, violations }: Failure): string {
  const [first] = violations
  return first === undefined ? message : `${dotted(first)}: ${first.message}`
}

function detailOf({ code, message, violations }: Failure, style: ValidationStyle): Record<string, unknown> {
  if (code === 'unavailable') return { detail: UNAVAILABLE }
  if (code !== 'invalid_request') return { detail: message }
  const named = violations.length > 0 ? violations : [{ path: ['body'], message, type: 'invalid' }]
  if (style === 'guard') return { detail: named.map(guardViolation) }
  return {
    detail: message,
    details: named.map((violation) => ({ path: dotted(violation), message: violation.message })),
  }
}

function guardViolation({ path, message, type }: Violation) {
  return { loc: path, msg: message, type }
}

/** Converts `["body", "target", "headers", 0]` to `target.headers.0`, because the other two services omit the first part. */
function dotted({ path }: Violation): string {
  return path.slice(path.length > 1 ? 1 : 0).join('.')
}

/** Failures that a valid key would prevent. */
const TELLS_HOW: ReadonlySet<FailureCode> = new Set([
  'missing_tenant_key',
  'invalid_tenant_key',
  'Unauthorized',
  'unauthorized',
])

function headersOf(failure: Failure, status: number): readonly string[] {
  const headers: string[] = []
  if (status === 429 || status === 503) {
    headers.push('retry-after', String(Math.max(1, Math.ceil(failure.retryAfter_s ?? RETRY_AFTER_S))))
  }
  if (TELLS_HOW.has(failure.code)) {
    headers.push('www-authenticate', 'Bearer realm="gatehouse"')
  }
  return headers
}
