import type { AgentCall } from '../engine/guard.ts'

/** Something that an agent wants to do to a resource. */
export interface AccessCall extends AgentCall {
  readonly action: string
  readonly resource: string
  /** The agent that acts through this one. */
  readonly sourceAgent: string | undefined
  /** The caller's classification of the resource; it makes a verdict stricter, never milder. */
  readonly classification: string | undefined
}
