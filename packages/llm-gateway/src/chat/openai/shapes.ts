import type { BlockNotice, JsonObject, ProblemNotice } from '../dialect.ts'

/** Returns the body of a block before any output was sent. docs/spec/guard.md "Gateways". */
export function blockedBody({ message, guardrail, stage, results, requestId }: BlockNotice): JsonObject {
  return {
    error: { message, type: 'guardrail_blocked', param: null, code: 'content_filter' },
    blocked: true,
    guardrail,
    stage,
    guardrail_results: results,
    request_id: requestId,
  }
}

/** Returns the note in the last chunk of a blocked stream. docs/spec/guard.md §4 rule 7. */
export function blockedNote({ message, guardrail, stage, requestId }: BlockNotice): JsonObject {
  return { blocked: true, guardrail, message, stage, request_id: requestId }
}

/** Returns the body of a failure that is not a guard decision. */
export function problemBody({ status, message, code, requestId }: ProblemNotice): JsonObject {
  const type = status === 429 ? 'rate_limit_error' : status < 500 ? 'invalid_request_error' : 'server_error'
  return { error: { message, type, param: null, code }, request_id: requestId }
}
