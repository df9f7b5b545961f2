import type { ConfirmableCall } from '../guards/sensitive-action-confirmation.ts'

/**
 * Something that an agent is about to do. Approvals and confirmations know it as a call: `tool` is the action, and the hash
 * is of resource and params together.
 */
export interface ActionCall extends ConfirmableCall {
  readonly action: string
  readonly resource: string | undefined
  readonly params: Readonly<Record<string, unknown>>
  /** From 0 to 1, as the caller holds it; it makes a verdict stricter, never milder. */
  readonly risk: number | undefined
}

/** Numbers that stand for the words that callers use for a risk. */
export const RISK_WORDS = { low: 0.2, medium: 0.5, high: 0.8, critical: 0.95 } as const
