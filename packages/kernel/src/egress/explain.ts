import { Failure, messageOf } from '../failure.ts'

/** Returns the policy's failure inside a network error. */
export function failureWithin(cause: unknown): Failure | undefined {
  for (let inner: unknown = cause; inner instanceof Error; inner = inner.cause) {
    if (inner instanceof Failure) return inner
  }
  return undefined
}

/** Why a call failed: no connection, a timeout, a connection that ended early, or an undecodable body. */
export type EgressFailureKind = 'unreachable' | 'timeout' | 'broken' | 'undecodable'

/** A call that failed in the network or at the peer. */
export class EgressFailure extends Failure {
  readonly kind: EgressFailureKind

  constructor(kind: EgressFailureKind, message: string, cause?: unknown) {
    super('unavailable', message, cause === undefined ? {} : { cause })
    this.kind = kind
  }
}

/** Converts a network error to a failure that names the host. */
export function unreachable(cause: unknown, host: string): EgressFailure {
  const root = rootOf(cause)
  const kind = CLOSED_CODES.has(codeOf(root)) ? 'broken' : 'unreachable'
  return new EgressFailure(kind, `${host} could not be reached: ${messageOf(root) || codeOf(root)}`, cause)
}

/** Converts an error while reading a response body to a failure that names the host. */
export function brokenOff(cause: unknown, host: string): EgressFailure {
  const root = rootOf(cause)
  const isUndecodable = UNDECODABLE_CODE.test(codeOf(root))
  const what = isUndecodable
    ? 'sent a corrupt compressed body'
    : 'closed the connection before the response was complete'
  return new EgressFailure(isUndecodable ? 'undecodable' : 'broken', `${host} ${what}: ${messageOf(root)}`, cause)
}

/** The peer accepted the connection and ended it without a response. */
const CLOSED_CODES: ReadonlySet<string> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])
/** Error codes of zlib and Brotli. `Z_BUF_ERROR` means a truncated body. */
const UNDECODABLE_CODE = /^(?:Z_DATA_ERROR|ERR__ERROR_\w+|ERR_BROTLI\w*)$/

function rootOf(cause: unknown): unknown {
  return cause instanceof Error && cause.cause !== undefined ? cause.cause : cause
}

// Failed attempts on several addresses have an empty message and a code.
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'the connection failed'
}
