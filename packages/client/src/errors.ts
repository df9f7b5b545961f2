/** Error that a service reported. Branch on `code`; `message` is one sentence for users. */
export class GatehouseError extends Error {
  override readonly name = 'GatehouseError'
  readonly status: number
  /** In snake_case, as in `docs/generated/errors.md`; `unknown` for a response that is not from a Gatehouse service. */
  readonly code: string
  /** Id of the request in the service's log. */
  readonly requestId: string | undefined
  /** Retry delay in seconds, if the service sent one. */
  readonly retryAfter_s: number | undefined
  /** Schema violations of the request. */
  readonly violations: readonly Violation[]
  /** Received body, if it was JSON. */
  readonly body: unknown

  constructor(reported: Pick<GatehouseError, 'status' | 'code' | 'message' | 'violations' | 'body'> & ErrorDetails) {
    super(reported.message)
    this.status = reported.status
    this.code = reported.code
    this.requestId = reported.requestId
    this.retryAfter_s = reported.retryAfter_s
    this.violations = reported.violations
    this.body = reported.body
  }
}

interface ErrorDetails {
  readonly requestId?: string | undefined
  readonly retryAfter_s?: number | undefined
}

/** Invalid field of a request, for example `input.pii.action`. */
export interface Violation {
  readonly path: string
  readonly message: string
}

/** No valid response: connection failure, timeout, or invalid JSON. `cause` contains the reason. */
export class GatehouseConnectionError extends Error {
  override readonly name = 'GatehouseConnectionError'
  /** The attempt timed out. */
  readonly isTimeout: boolean

  constructor(message: string, cause: unknown, isTimeout = false) {
    super(message, { cause })
    this.isTimeout = isTimeout
  }
}

const SENTENCE_CHARS_MAX = 2_000

/** Returns the error of a response in any of the services' formats. */
export function errorOf(response: Response, body: unknown): GatehouseError {
  const { code, message, violations } = readProblem(body)
  return new GatehouseError({
    status: response.status,
    code: code ?? 'unknown',
    message: (message ?? `The service answered ${response.status} without a reason.`).slice(0, SENTENCE_CHARS_MAX),
    violations,
    body,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfter_s: retryAfterOf(response),
  })
}

interface Problem {
  readonly code?: string
  readonly message?: string
  readonly violations: readonly Violation[]
}

function readProblem(body: unknown): Problem {
  const { error, detail, details } = asObject(body)
  if (typeof error === 'object' && error !== null) return readVendorProblem(error)
  const violations = [...guardViolations(detail), ...appsecViolations(details)]
  const sentence = typeof detail === 'string' ? detail : violations.map(shown).join('; ')
  return {
    ...(typeof error === 'string' ? { code: error } : {}),
    ...(sentence === '' ? {} : { message: sentence }),
    violations,
  }
}

/** The chat gateways use the error format of their clients' vendors. */
function readVendorProblem(error: object): Problem {
  const { code, type, message } = asObject(error)
  const named = typeof code === 'string' ? code : type
  return {
    ...(typeof named === 'string' ? { code: named } : {}),
    ...(typeof message === 'string' ? { message } : {}),
    violations: [],
  }
}

function guardViolations(detail: unknown): readonly Violation[] {
  if (!Array.isArray(detail)) return []
  return detail.map((item: unknown) => {
    const { loc, msg } = asObject(item)
    const place = Array.isArray(loc) ? loc.filter((step, at) => at > 0 || step !== 'body') : []
    return { path: place.join('.'), message: String(msg) }
  })
}

function appsecViolations(details: unknown): readonly Violation[] {
  if (!Array.isArray(details)) return []
  return details.map((detail: unknown) => {
    const { path, message } = asObject(detail)
    return { path: typeof path === 'string' ? path : '', message: String(message) }
  })
}

const shown = ({ path, message }: Violation): string => (path === '' ? message : `${path}: ${message}`)

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** Parses seconds or a date. A date in the past means no delay. */
function retryAfterOf({ headers }: Response): number | undefined {
  const text = headers.get('retry-after')
  if (text === null) return undefined
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1_000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}
