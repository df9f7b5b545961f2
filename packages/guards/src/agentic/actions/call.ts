import type { AgentCall } from '../engine/guard.ts'

/** Something that an agent is about to do. */
export interface ActionCall extends AgentCall {
  readonly action: string
  readonly resource: string | undefined
  readonly params: Readonly<Record<string, unknown>>
  /** From 0 to 1, as the caller holds it; it makes a verdict stricter, never milder. */
  readonly risk: number | undefined
  /** SHA-256 of resource and params in canonical form; a grant is bound to it. */
  readonly argumentsHash: string
  readonly grantId: string | undefined
  readonly approvalRequestId: string | undefined
}

/** Numbers that stand for the words that callers use for a risk. */
export const RISK_WORDS = { low: 0.2, medium: 0.5, high: 0.8, critical: 0.95 } as const
