import { LARGE_BODIES_BYTES_MAX } from './body-budget.ts'

/** docs/spec/common.md: guard JSON bodies. Counted after inflation. */
export const BODY_BYTES_MAX = 2 * 1024 * 1024

/** Ours: files that one organization sends to disk at once. A pipeline sends one; each may be as large as a row allows. */
export const UPLOADS_AT_ONCE_MAX = 16

/** Ours: everything in a multipart form beside its files. */
export const FORM_BYTES_MAX = 1024 * 1024

/** docs/spec/appsec.md "Details": JSON of the appsec service, also where a form may come in its place. */
export const JSON_BESIDE_FORM_BYTES_MAX = 1024 * 1024

/** Ours: parts of a form, and characters of a part's name. */
export const FORM_PARTS_MAX = 32
export const FORM_NAME_BYTES_MAX = 100

/** docs/spec/guard.md "Details": deeper JSON answers 422. */
export const JSON_DEPTH_MAX = 64

/**
 * Ours: values of the JSON body of a request to the guard. To read so many texts takes less than a tenth of a second of one turn of the
 * event loop; a conversation of ten thousand messages of two parts each has ninety thousand.
 */
export const BODY_VALUES_MAX = 150_000

/**
 * Ours: values of a JSON document. An empty list of three characters takes fifty bytes and as many steps as a long text, so that twenty
 * megabytes of them would keep everybody waiting for seconds. Probabilities of four thousand tokens are 700,000.
 */
export const JSON_VALUES_MAX = 1_000_000

/** docs/spec/common.md: a longer X-Request-Id is replaced. */
export const REQUEST_ID_CHARS_MAX = 128

/** Ours: keys that we make have fewer than 100 characters; nothing longer is worth a hash. */
export const KEY_CHARS_MAX = 512

/** Ours: signed tokens of providers are 1 to 4 KiB. A head has 16 KiB. */
export const TOKEN_CHARS_MAX = 8 * 1024

/** docs/spec/guard.md §5 rule 5: agent ids and roles have at most 128 safe characters. */
export const IDENTITY_CHARS_MAX = 128

/** Ours: violations that one answer names. More of them help nobody and cost bytes. */
export const VIOLATIONS_MAX = 20

/** Ours: a place in a body is cut after this many steps or characters, because keys come from outside. */
export const VIOLATION_PATH_MAX = 16
export const VIOLATION_STEP_CHARS_MAX = 100

/** Ours: longest value of one path parameter; ids of the contract have at most 128 characters. */
export const PATH_PARAMETER_CHARS_MAX = 1_024

/** Node's own default is 16 KiB; stated here so that it does not change with the runtime. */
export const HEADER_BYTES_MAX = 16 * 1024

/** Ours: a head that takes longer is a slow-loris connection. */
export const HEADERS_TIMEOUT_MS = 10_000

/** Ours: a request, body included, that takes longer to arrive is cut off. */
export const REQUEST_TIMEOUT_MS = 60_000

/** Ours: how often the two timeouts above are looked at. */
export const TIMEOUT_CHECK_MS = 1_000

/** Ours: longer than the 60 s of common balancers, so that they and not we close idle connections. */
export const KEEP_ALIVE_TIMEOUT_MS = 65_000

/** Ours: open sockets of one process. */
export const CONNECTIONS_MAX = 10_000

/** Ours: how long a close waits for requests in flight. */
export const DRAIN_MS = 10_000

/**
 * Ours: what is still read of a refused body before the connection is cut, so that the refusal arrives. It is discarded and takes no
 * memory. Bodies that clients send by mistake are files of some ten megabytes.
 */
export const LINGER_BYTES_MAX = 128 * 1024 * 1024
/** Ours: for how long, and for how long without a byte. */
export const LINGER_MS = 30_000
export const LINGER_SILENCE_MS = 2_000

/** Ours: how long a readiness probe may take for one dependency. */
export const READINESS_MS = 2_000

/** Ours: one request in this many is logged on data-plane routes; per-request logging costs 45 % of throughput. */
export const LOG_SAMPLE = 100

/** What an app may set differently for its service. */
export interface Limits {
  readonly body_bytes: number
  /** Large bodies that are read or answered at a time, all together; half of it for one tenant. */
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

/** The most values of a request's JSON; bodies of the other services hold lists of packages, which may be longer. */
export function valuesMax({ validationStyle }: { readonly validationStyle: 'guard' | 'appsec' }): number {
  return validationStyle === 'guard' ? BODY_VALUES_MAX : JSON_VALUES_MAX
}
