import { Failure } from '@gatehouse/kernel'
import { withDeadline } from './deadline.ts'
import type { GuardContext, Outcome, Rewrite } from './guard.ts'

/** Time limit for storing tokens in the vault; a durable write takes milliseconds. */
const REWRITE_DEADLINE_MS = 2_000

type Flagged = Extract<Outcome, { flagged: true }>

/**
 * Returns the outcome with replacements for its spans. On failure the outcome reports it and keeps the labels, so that no value is
 * released because of a missing token.
 * @param onError called with the error; the outcome reveals no details of a defect
 */
export function withReplacements(
  outcome: Flagged,
  context: GuardContext,
  onError: (thrown: unknown) => void,
): Flagged | Promise<Flagged> {
  if (outcome.rewrite === undefined) return outcome
  const create = ({ spans, details }: Rewrite): Flagged => ({
    ...outcome,
    spans,
    details: { ...outcome.details, ...details },
  })
  const failed = (thrown: unknown): Flagged => {
    onError(thrown)
    const entity_actions_error = thrown instanceof Failure ? thrown.message : 'internal error'
    return { ...outcome, details: { ...outcome.details, entity_actions_error } }
  }
  try {
    const rewrite = outcome.rewrite(context)
    return rewrite instanceof Promise
      ? withDeadline(rewrite, REWRITE_DEADLINE_MS).then(create, failed)
      : create(rewrite)
  } catch (thrown) {
    return failed(thrown)
  }
}
