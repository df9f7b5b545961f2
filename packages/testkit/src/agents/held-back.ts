import type { AgentSpec } from './spec.ts'

/** Agents that the judges were not repaired by. */
export const HELD_BACK_AGENTS: readonly AgentSpec[] = []
