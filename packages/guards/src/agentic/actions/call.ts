import type { ConfirmableCall } from '../guards/sensitive-action-confirmation.ts'

/**
 * An action that an agent is about to perform. Approvals and confirmations treat it as a call: `tool` is the action, and the hash covers
 * resource and params together.
 */
export interface ActionCall extends ConfirmableCall {
  readonly action: string
  readonly resource: string | undefined
  readonly params: Readonly<Record<string, unknown>>
  /** The caller's estimate from 0 to 1. It can only make a verdict stricter. */
  readonly risk: number | undefined
}

/** Values of callers' risk words. */
export const RISK_WORDS = { low: 0.2, medium: 0.5, high: 0.8, critical: 0.95 } as const
