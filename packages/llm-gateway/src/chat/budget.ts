import { type BudgetCall, budgetChain, type ChainVerdict, runChain } from '@gatehouse/guards/agentic'
import { effectiveRole } from '@gatehouse/guards/tools'
import { canonicalJson } from '@gatehouse/kernel'
import { agenticEntries, decideCheck } from '@gatehouse/screening'
import type { ProposedCall } from './dialect.ts'
import type { ChatExchange } from './exchange.ts'
import { isObject } from './json.ts'

const BUDGET = 'agent_budget'

/** Charges the cost only. Permission for the model is checked elsewhere. */
const chain = budgetChain.filter(({ name }) => name === BUDGET)

/** Charges the tokens of a request. A denial is audited. */
export function chargeRequest(exchange: ChatExchange): Promise<ChainVerdict | undefined> {
  return charge(exchange, { tokens: exchange.estimatedTokens, toolCalls: 0, signatures: [] })
}

/** Charges tool calls and counts them. Loops are detected only with a session, because callers without a session share a counter. */
export function chargeCalls(exchange: ChatExchange, calls: readonly ProposedCall[]): Promise<ChainVerdict | undefined> {
  const signatures =
    exchange.caller.sessionId === undefined ? [] : calls.map((call) => canonicalJson([call.tool, call.arguments]))
  return charge(exchange, { tokens: 0, toolCalls: calls.length, signatures })
}

/** Counts used tokens even above the budget, because they are already spent. */
export async function countTokens(exchange: ChatExchange, tokens: number): Promise<void> {
  if (tokens <= 0 || !isCounted(exchange)) return
  const { tenant, ports, context } = exchange
  const entries = new Map(agenticEntries(tenant.agentic))
  const entry = entries.get(BUDGET)
  if (entry === undefined) return
  // In monitor mode everything is counted, and nothing is denied.
  entries.set(BUDGET, { ...entry, mode: 'monitor' })
  await runChain(
    chain,
    entries,
    callOf(exchange, { tokens, toolCalls: 0, signatures: [] }),
    { config: tenant.agentic, ports: ports.agentic, clock: ports.clock, requestId: context.requestId },
    (guard, err) => context.log.error({ guard, err }, 'counting tokens failed'),
  )
}

type Spent = Pick<BudgetCall, 'tokens' | 'toolCalls' | 'signatures'>

async function charge(exchange: ChatExchange, spent: Spent): Promise<ChainVerdict | undefined> {
  if (!isCounted(exchange)) return undefined
  const { tenant, context, ports, path } = exchange
  const details = { tokens: spent.tokens, tool_calls: spent.toolCalls, path }
  return decideCheck(
    { name: 'budget', path, guards: chain, call: callOf(exchange, spent), details },
    tenant,
    context,
    ports,
  )
}

function callOf({ caller }: ChatExchange, spent: Spent): BudgetCall {
  return { ...caller, microUsd: 0, ...spent }
}

/** Returns whether any limit applies to the caller. Requests without budgets skip the counters. */
function isCounted({ tenant, caller }: ChatExchange): boolean {
  const entry = agenticEntries(tenant.agentic).get(BUDGET)
  if (entry?.enabled !== true) return false
  if (effectiveRole(tenant.agentic, caller) !== undefined || caller.sessionId !== undefined) return true
  const { settings } = entry
  if (!isObject(settings)) return false
  const agents = settings['agents']
  return (
    Object.keys(settings).some((name) => name.startsWith('max_')) ||
    (isObject(agents) && Object.keys(agents).length > 0)
  )
}
