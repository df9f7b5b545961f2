import type { AgentCall } from '../engine/guard.ts'

/** Amounts to spend. Costs are in millionths of a dollar, so that sums are exact. */
export interface Amounts {
  readonly tokens: number
  readonly microUsd: number
  readonly toolCalls: number
}

/** One usage report of an agent. */
export interface BudgetCall extends AgentCall, Amounts {
  /** Identity of the calls for loop detection. Equal calls have equal text. */
  readonly signatures: readonly string[]
}

const MICRO = 1_000_000

/** Converts dollars to millionths, rounded up: tiny costs still count. */
export function microUsd(usd: number): number {
  const exact = usd * MICRO
  // 0.29 dollars are 289999.99999999994 in floating point: a value within its error of an integer is that integer.
  const nearest = Math.round(exact)
  return nearest > 0 && Math.abs(exact - nearest) <= exact * ERROR ? nearest : Math.ceil(exact)
}

/** Error bound of one multiplication of two rounded numbers, with a reserve. */
const ERROR = 4 * Number.EPSILON

/** Converts millionths of a dollar to dollars. */
export function usdOf(micro: number): number {
  return micro / MICRO
}
