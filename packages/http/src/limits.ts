import { LARGE_BODIES_BYTES_MAX } from './body-budget.ts'

/** docs/spec/common.md: limit of guard JSON bodies after decompression. */
export const BODY_BYTES_MAX = 2 * 1024 * 1024

/** Own limit for concurrent file uploads of one organization. A pipeline needs one, and each may have the maximum size. */
export const UPLOADS_AT_ONCE_MAX = 16

/** Own limit for all non-file parts of a multipart form. */
export const FORM_BYTES_MAX = 1024 * 1024

/** docs/spec/appsec.md "Details": limit of JSON for the appsec service, also for endpoints that accept forms. */
export const JSON_BESIDE_FORM_BYTES_MAX = 1024 * 1024

/** Own limits for the parts of a form, and for the length of a part's name. */
export const FORM_PARTS_MAX = 32
export const FORM_NAME_BYTES_MAX = 100

/** docs/spec/guard.md "Details": deeper JSON is rejected with 422. */
export const JSON_DEPTH_MAX = 64

/**
 * Own limit for the JSON values of a guard request. Parsing this many strings blocks the event loop for less than 0.1 s. A conversation of
 * ten thousand messages with two parts each has ninety thousand values.
 */
export const BODY_VALUES_MAX = 150_000

/**
 * Own limit for the values of a JSON document. An empty list of three characters needs fifty bytes and as many steps as a long string, so
 * that twenty megabytes of them would block all requests for seconds. Probabilities of four thousand tokens have 700,000 values.
 */
export const JSON_VALUES_MAX = 1_000_000

/** docs/spec/common.md: a longer X-Request-Id is replaced. */
export const REQUEST_ID_CHARS_MAX = 128

/** Own limit: Gatehouse keys have fewer than 100 characters; longer values are not hashed. */
export const KEY_CHARS_MAX = 512

/** Own limit: signed tokens of providers have 1 to 4 KiB. All headers have at most 16 KiB. */
export const TOKEN_CHARS_MAX = 8 * 1024

/** docs/spec/guard.md §5 rule 5: agent ids and roles have at most 128 safe characters. */
export const IDENTITY_CHARS_MAX = 128

/** Own limit for the violations in one response. */
export const VIOLATIONS_MAX = 20

/** Own limit for the steps and characters of a body path, because keys are untrusted. */
export const VIOLATION_PATH_MAX = 16
export const VIOLATION_STEP_CHARS_MAX = 100

/** Own limit for the value of one path parameter; ids of the contract have at most 128 characters. */
export const PATH_PARAMETER_CHARS_MAX = 1_024

/** Same as Node's default, but independent of the runtime version. */
export const HEADER_BYTES_MAX = 16 * 1024

/** Own limit: slower headers indicate a slow-loris attack. */
export const HEADERS_TIMEOUT_MS = 10_000

/** Own limit for the time to receive a request with its body. */
export const REQUEST_TIMEOUT_MS = 60_000

/** Own value: check interval of the two timeouts above. */
export const TIMEOUT_CHECK_MS = 1_000

/** Own limit: longer than the 60 s of common load balancers, which should close idle connections first. */
export const KEEP_ALIVE_TIMEOUT_MS = 65_000

/** Own limit for the open sockets of one process. */
export const CONNECTIONS_MAX = 10_000

/** Own limit for the wait of `close` for requests in progress. */
export const DRAIN_MS = 10_000

/**
 * Own limit for the discarded rest of a rejected body before the connection is closed. Discarding needs no memory. Bodies that clients
 * send by mistake have some ten megabytes.
 */
export const LINGER_BYTES_MAX = 128 * 1024 * 1024
/** Own limits for the total time and the idle time. */
export const LINGER_MS = 30_000
export const LINGER_SILENCE_MS = 2_000

/** Own limit for a readiness probe of one dependency. */
export const READINESS_MS = 2_000

/** Own value: share of logged requests on data-plane routes. Logging every request costs 45 % of throughput. */
export const LOG_SAMPLE = 100

/** Limits that an app may override. */
export interface Limits {
  readonly body_bytes: number
  /** Maximum total size of concurrent large bodies. One tenant gets half of it. */
  readonly largeBodies_bytes: number
  readonly headersTimeout_ms: number
  readonly requestTimeout_ms: number
  readonly keepAliveTimeout_ms: number
  readonly connections: number
  readonly drain_ms: number
  readonly logSample: number
}

export const DEFAULT_LIMITS: Limits = {
  body_bytes: BODY_BYTES_MAX,
  largeBodies_bytes: LARGE_BODIES_BYTES_MAX,
  headersTimeout_ms: HEADERS_TIMEOUT_MS,
  requestTimeout_ms: REQUEST_TIMEOUT_MS,
  keepAliveTimeout_ms: KEEP_ALIVE_TIMEOUT_MS,
  connections: CONNECTIONS_MAX,
  drain_ms: DRAIN_MS,
  logSample: LOG_SAMPLE,
}

/** Returns the maximum number of JSON values in a request. Bodies of other services may contain long package lists. */
export function valuesMax({ validationStyle }: { readonly validationStyle: 'guard' | 'appsec' }): number {
  return validationStyle === 'guard' ? BODY_VALUES_MAX : JSON_VALUES_MAX
}
