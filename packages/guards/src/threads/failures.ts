import { Failure, type FailureCode, isExhaustion, messageOf } from '@gatehouse/kernel'
import type { SentFailure } from './messages.ts'

/** An error in a form that can be sent to another thread. */
export function sentFailure(thrown: unknown): SentFailure {
  if (isExhaustion(thrown))
    return { code: 'overloaded', message: 'No memory is left to evaluate the text. Retry later.' }
  if (!(thrown instanceof Failure)) return { message: messageOf(thrown) }
  return { code: thrown.code, message: thrown.message, retryAfter_s: thrown.retryAfter_s }
}

/** The error that was sent. */
export function receivedFailure({ code, message, retryAfter_s }: SentFailure): Error {
  if (code === undefined) return new Error(message)
  return new Failure(code as FailureCode, message, retryAfter_s === undefined ? {} : { retryAfter_s })
}
