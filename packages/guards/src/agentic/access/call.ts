import type { AgentCall } from '../engine/guard.ts'

/** Something that an agent wants to do to a resource. */
export interface AccessCall extends AgentCall {
  readonly action: string
  readonly resource: string
  /** Agent that acts through this agent. */
  readonly sourceAgent: string | undefined
  /** The caller's classification of the resource. It can only make a verdict stricter. */
  readonly classification: string | undefined
}
