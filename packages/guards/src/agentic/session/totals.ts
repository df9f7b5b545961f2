import type { SharedState } from '../engine/ports.ts'
import { SESSION_TTL_MS, sessionKey } from './keys.ts'

/** Costs are counted in millionths of a dollar: counters are whole numbers. */
const MICRO = 1_000_000

/** Resource usage of a session including this call, or of one call. */
export interface Totals {
  readonly tool_calls: number
  readonly cost_usd: number
  readonly tokens: number
}

/** Adds the usage of a call before its decision, so that concurrent calls see each other. @returns the new totals */
export async function addTotals(state: SharedState, tenantId: string, session: string, use: Totals): Promise<Totals> {
  const [tool_calls, cost, tokens] = await Promise.all(
    amountsOf(tenantId, session, use).map(({ key, amount }) => state.increment(key, amount, SESSION_TTL_MS)),
  )
  return { tool_calls: tool_calls!, cost_usd: cost! / MICRO, tokens: tokens! }
}

/** Subtracts the usage of a denied call. */
export async function refundTotals(state: SharedState, tenantId: string, session: string, use: Totals): Promise<void> {
  const used = amountsOf(tenantId, session, use).filter(({ amount }) => amount > 0)
  await Promise.all(used.map(({ key, amount }) => state.increment(key, -amount, SESSION_TTL_MS)))
}

function amountsOf(tenantId: string, session: string, { tool_calls, cost_usd, tokens }: Totals) {
  return [
    { key: sessionKey(tenantId, session, 'tool_calls'), amount: tool_calls },
    // Rounded up, so that cheap calls are not free.
    { key: sessionKey(tenantId, session, 'cost'), amount: Math.ceil(cost_usd * MICRO) },
    { key: sessionKey(tenantId, session, 'tokens'), amount: tokens },
  ]
}
