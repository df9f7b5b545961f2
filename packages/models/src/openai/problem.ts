import { type Clock, Failure, messageOf } from '@gatehouse/kernel'
import { retryAfterOf } from '../retry.ts'

/**
 * Kind of a failed attempt. `transient`: another attempt may succeed. `broken`: the endpoint does not work, and another attempt is
 * useless. `rejected`: it works, and rejected this request.
 */
export type ProblemKind = 'transient' | 'broken' | 'rejected'

/** A failed attempt, with a message of its own: provider messages may quote keys and prompts. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly kind: ProblemKind
  /** Delay that the provider requests. */
  readonly retryAfter_ms: number
  /** Unsupported request field, if the provider named one. */
  readonly field: string | undefined

  constructor(kind: ProblemKind, sentence: string, retryAfter_ms = 0, field?: string) {
    super(sentence)
    this.kind = kind
    this.retryAfter_ms = retryAfter_ms
    this.field = field
  }

  toFailure(): Failure {
    const retryAfter_s = Math.ceil(this.retryAfter_ms / 1000)
    return new Failure(
      this.kind === 'rejected' ? 'model_refused' : 'model_unavailable',
      this.message,
      retryAfter_s > 0 ? { retryAfter_s } : {},
    )
  }
}

/** The form of the client library's errors, which is loaded only when a model is used. */
interface ApiError {
  readonly status: number | undefined
  readonly headers: Headers | undefined
  readonly code: unknown
  readonly param: unknown
}

const TRANSIENT_STATUSES = new Set([408, 409, 425, 429])
/** Key, permission, address or model are wrong: every request would fail. */
const BROKEN_STATUSES = new Set([401, 403, 404, 405])

/** @param name  the model, for the sentence */
export function problemOf(thrown: unknown, name: string, clock: Clock): Problem {
  if (thrown instanceof Problem) return thrown
  const failure = failureIn(thrown)
  if (failure !== undefined) {
    return new Problem(failure.code === 'egress_refused' ? 'broken' : 'transient', `${name}: ${failure.message}`)
  }
  if (isApiError(thrown) && thrown.status !== undefined) return statusProblem(thrown, thrown.status, name, clock)
  if (thrown instanceof SyntaxError) return new Problem('transient', `${name} did not return JSON`)
  return new Problem('transient', `${name} is unreachable: ${kindOfError(thrown)}`)
}

function statusProblem(error: Error & ApiError, status: number, name: string, clock: Clock): Problem {
  const code = typeof error.code === 'string' && /^[a-z0-9_]{1,64}$/i.test(error.code) ? ` (${error.code})` : ''
  const sentence = `${name} returned HTTP status ${status}${code}`
  const retryAfter_ms = retryAfterOf(error.headers, clock)
  // An account without credit answers 429 too, and no wait helps.
  if (error.code === 'insufficient_quota') return new Problem('broken', sentence)
  if (TRANSIENT_STATUSES.has(status) || status >= 500) return new Problem('transient', sentence, retryAfter_ms)
  if (BROKEN_STATUSES.has(status)) return new Problem('broken', sentence)
  return new Problem('rejected', sentence, 0, fieldOf(error))
}

/** Request fields that some providers do not support. */
const OPTIONAL_FIELDS = ['response_format', 'max_tokens', 'temperature']

function fieldOf(error: Error & ApiError): string | undefined {
  const text = `${typeof error.param === 'string' ? error.param : ''} ${messageOf(error)}`
  return OPTIONAL_FIELDS.find((field) => text.includes(field))
}

function failureIn(thrown: unknown): Failure | undefined {
  for (let inner = thrown; inner instanceof Error; inner = inner.cause) if (inner instanceof Failure) return inner
  return undefined
}

function isApiError(thrown: unknown): thrown is Error & ApiError {
  return thrown instanceof Error && 'status' in thrown && 'headers' in thrown
}

// Returns the error class only: the message may contain anything.
function kindOfError(thrown: unknown): string {
  return thrown instanceof Error ? thrown.constructor.name : 'unknown error'
}
