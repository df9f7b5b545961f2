import { Failure } from '@gatehouse/kernel'
import { withDeadline } from './deadline.ts'
import type { GuardContext, Outcome, Rewrite } from './guard.ts'

/** How long the vault may take to store what tokens stand for; a durable write takes milliseconds. */
const REWRITE_DEADLINE_MS = 2_000

type Flagged = Extract<Outcome, { flagged: true }>

/**
 * The outcome with the replacements of its spans made. Something must stand in the places, and the labels always can: when
 * the replacements fail, the outcome says so and is otherwise as it was, so that nothing passes for want of a token.
 * @param onError  told what was thrown; the outcome gives nothing of a defect away
 */
export function withReplacements(
  outcome: Flagged,
  context: GuardContext,
  onError: (thrown: unknown) => void,
): Flagged | Promise<Flagged> {
  if (outcome.rewrite === undefined) return outcome
  const made = ({ spans, details }: Rewrite): Flagged => ({
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
    return rewrite instanceof Promise ? withDeadline(rewrite, REWRITE_DEADLINE_MS).then(made, failed) : made(rewrite)
  } catch (thrown) {
    return failed(thrown)
  }
}
