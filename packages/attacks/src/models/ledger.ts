import type { Spent } from '../engine/judge.ts'
import type { ModelPrice } from './run-models.ts'

export const NOTHING_SPENT: Spent = { calls: 0, tokens: 0, usd: 0 }

/** Budget of a run for its models. */
export interface ModelBudget {
  readonly maxTokens?: number | undefined
  readonly maxCostUsd?: number | undefined
}

/** Default token budget: a run of default size with two judges stays far below. Own limit: the cost of every run must be bounded. */
export const TOKENS_MAX_DEFAULT = 2_000_000

/** A call that is paid for in advance with the most that it can cost. */
export interface Reservation {
  /** Books the actual usage and releases the rest. */
  readonly settle: (promptTokens: number, completionTokens: number) => Spent
  /** Books the full reservation when the actual usage is unknown. */
  readonly lose: () => Spent
}

/** Counts model usage and enforces a budget. */
export interface Ledger {
  /** @returns undefined when the maximum cost of the call exceeds the rest of the budget */
  readonly reserve: (model: string, promptTokens: number, completionTokens: number) => Reservation | undefined
  /** Adds the usage of an earlier process. */
  readonly restore: (spent: Spent) => void
  readonly spent: () => Spent
}

export function createLedger(
  { maxTokens = TOKENS_MAX_DEFAULT, maxCostUsd }: ModelBudget,
  prices: ReadonlyMap<string, ModelPrice> = new Map(),
): Ledger {
  let total = NOTHING_SPENT
  let held = NOTHING_SPENT
  const costOf = (model: string, prompt: number, completion: number): Spent => {
    const price = prices.get(model)
    const usd =
      price === undefined
        ? undefined
        : (prompt * price.promptUsdPerMillion + completion * price.completionUsdPerMillion) / 1_000_000
    return { calls: 1, tokens: prompt + completion, usd }
  }
  const fits = (more: Spent): boolean => {
    if (total.tokens + held.tokens + more.tokens > maxTokens) return false
    if (maxCostUsd === undefined) return true
    // A cost limit cannot be enforced for models without a price.
    const all = addSpent(addSpent(total, held), more).usd
    return all !== undefined && all <= maxCostUsd
  }
  return {
    reserve(model, promptTokens, completionTokens) {
      const most = costOf(model, promptTokens, completionTokens)
      if (!fits(most)) return undefined
      held = addSpent(held, most)
      const book = (spent: Spent): Spent => {
        held = without(held, most)
        total = addSpent(total, spent)
        return spent
      }
      return {
        settle: (prompt, completion) => book(costOf(model, prompt, completion)),
        lose: () => book(costOf(model, Math.ceil(promptTokens / 2), 0)),
      }
    },
    restore: (spent) => {
      total = addSpent(total, spent)
    },
    spent: () => total,
  }
}

export function addSpent(spent: Spent, other: Spent): Spent {
  return {
    calls: spent.calls + other.calls,
    tokens: spent.tokens + other.tokens,
    usd: spent.usd === undefined || other.usd === undefined ? undefined : spent.usd + other.usd,
  }
}

function without(all: Spent, some: Spent): Spent {
  const usd = all.usd === undefined || some.usd === undefined ? undefined : all.usd - some.usd
  return { calls: all.calls - some.calls, tokens: all.tokens - some.tokens, usd }
}
