import type { AgentCall } from '../engine/guard.ts'

/** What can be spent. Costs are in millionths of a dollar, so that sums are exact. */
export interface Amounts {
  readonly tokens: number
  readonly microUsd: number
  readonly toolCalls: number
}

/** One report of what an agent spends. */
export interface BudgetCall extends AgentCall, Amounts {
  /** Which calls these are, for finding loops: one text that equal calls share. */
  readonly signatures: readonly string[]
}

const MICRO = 1_000_000

/** Dollars in millionths, rounded up: what costs next to nothing still costs. */
export function microUsd(usd: number): number {
  const exact = usd * MICRO
  // Half a hundred is 50000000.000000007 in floating point, and no millionth more than that.
  return Math.max(0, Math.ceil(exact - Math.max(ROUNDING, exact * RELATIVE)))
}

const ROUNDING = 1e-3
const RELATIVE = 1e-12

/** Millionths of a dollar in dollars. */
export function usdOf(micro: number): number {
  return micro / MICRO
}
