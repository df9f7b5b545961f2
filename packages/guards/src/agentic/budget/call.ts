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
  // 0.29 dollars are 289999.99999999994 in floating point: what is within its error of a whole number is that number.
  const nearest = Math.round(exact)
  return nearest > 0 && Math.abs(exact - nearest) <= exact * ERROR ? nearest : Math.ceil(exact)
}

/** Of one multiplication of two rounded numbers, with room. */
const ERROR = 4 * Number.EPSILON

/** Millionths of a dollar in dollars. */
export function usdOf(micro: number): number {
  return micro / MICRO
}
