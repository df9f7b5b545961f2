import type { MemoryOperation } from '@gatehouse/contracts/agents'
import type { AgentCall } from '../engine/guard.ts'

/** One operation on an agent's memory. */
export interface MemoryCall extends AgentCall {
  readonly operation: MemoryOperation
  readonly key: string
  /** Any JSON value; undefined if none was sent. */
  readonly value: unknown
  readonly memoryType: string | undefined
  /** Default: the agent's own. */
  readonly namespace: string | undefined
  /** The caller's word. */
  readonly classification: string | undefined
  readonly sourceAgent: string | undefined
}
