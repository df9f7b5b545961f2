import type { BlockNotice, JsonObject, ProblemNotice } from '../chat/dialect.ts'

/** Returns the response of a block before any output was sent: an API error with the additional fields of decisions section 1. */
export function blockedBody({ message, guardrail, stage, results, requestId, status }: BlockNotice): JsonObject {
  return {
    type: 'error',
    error: { type: errorType(status), message, code: 'content_filter' },
    blocked: true,
    guardrail,
    stage,
    guardrail_results: results,
    request_id: requestId,
  }
}

/** Returns the body of a failure that is not a guard decision. */
export function problemBody({ status, message, code, requestId }: ProblemNotice): JsonObject {
  return { type: 'error', error: { type: errorType(status), message, code }, request_id: requestId }
}

/** Returns the API's error type for a status. */
function errorType(status: number): string {
  if (status === 401) return 'authentication_error'
  if (status === 403) return 'permission_error'
  if (status === 404) return 'not_found_error'
  if (status === 413) return 'request_too_large'
  if (status === 429) return 'rate_limit_error'
  if (status < 500) return 'invalid_request_error'
  return status === 503 || status === 529 ? 'overloaded_error' : 'api_error'
}
