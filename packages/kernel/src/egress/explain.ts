import { Failure, messageOf } from '../failure.ts'

/** The failure of ours that lies in an error of the network, where the policy refused in the middle of a connect. */
export function failureWithin(cause: unknown): Failure | undefined {
  for (let inner: unknown = cause; inner instanceof Error; inner = inner.cause) {
    if (inner instanceof Failure) return inner
  }
  return undefined
}

/** An error of the network as a failure that names the host. */
export function unreachable(cause: unknown, host: string): Failure {
  const root = cause instanceof Error && cause.cause !== undefined ? cause.cause : cause
  return new Failure('unavailable', `${host} could not be reached: ${messageOf(root) || codeOf(root)}`, { cause })
}

// Attempts on several addresses fail together, with an empty message and a code.
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'the connection failed'
}
