import type { ProblemShape } from '@gatehouse/contracts'
import type { Failure } from '@gatehouse/kernel'

/** A failure in the format of another API, for endpoints with standard clients. */
export interface ShapedProblem {
  readonly failure: Failure | undefined
  readonly status: number
  readonly message: string
  readonly requestId: string
}

type Shape = (problem: ShapedProblem) => Readonly<Record<string, unknown>>

/** Failure bodies in the formats of other APIs. */
export const PROBLEM_SHAPES: Readonly<Record<ProblemShape, Shape>> = {
  openai: ({ failure, status, message, requestId }) => ({
    error: { message, type: openAiType(status), param: paramOf(failure), code: failure?.code ?? 'internal_error' },
    request_id: requestId,
    ...failure?.extra,
  }),
  anthropic: ({ failure, status, message, requestId }) => ({
    type: 'error',
    error: { type: anthropicType(status), message, code: failure?.code ?? 'internal_error' },
    request_id: requestId,
    ...failure?.extra,
  }),
  json_rpc: ({ failure, status, message, requestId }) => ({
    jsonrpc: '2.0',
    // The id of the request is unknown. JSON-RPC 2.0 section 5.
    id: null,
    error: {
      code: jsonRpcCode(failure, status),
      message,
      data: { error: failure?.code ?? 'internal_error', ...failure?.extra, request_id: requestId },
    },
  }),
}

/** Returns OpenAI's error type for a status. */
function openAiType(status: number): string {
  if (status === 401) return 'authentication_error'
  if (status === 403) return 'permission_error'
  if (status === 404) return 'not_found_error'
  if (status === 429) return 'rate_limit_error'
  return status < 500 ? 'invalid_request_error' : 'server_error'
}

/** Returns Anthropic's error type for a status. */
function anthropicType(status: number): string {
  if (status === 401) return 'authentication_error'
  if (status === 403) return 'permission_error'
  if (status === 404) return 'not_found_error'
  if (status === 413) return 'request_too_large'
  if (status === 429) return 'rate_limit_error'
  if (status < 500) return 'invalid_request_error'
  if (status === 504) return 'timeout_error'
  return status === 503 ? 'overloaded_error' : 'api_error'
}

/** docs/spec/guard.md "Gateways": error codes of the MCP gateway. */
function jsonRpcCode(failure: Failure | undefined, status: number): number {
  if (failure?.code === 'malformed_json') return -32_700
  if (status === 401) return -32_001
  if (status === 404) return -32_004
  return status < 500 ? -32_600 : -32_603
}

function paramOf(failure: Failure | undefined): string | null {
  const path = failure?.violations[0]?.path.slice(1) ?? []
  return path.length === 0 ? null : path.join('.')
}
