import { CHARS_PER_TOKEN, tokensOf } from '@gatehouse/screening'
import { countTokens } from './budget.ts'
import type { ChatRequest, TokenCounts } from './dialect.ts'
import type { ChatExchange } from './exchange.ts'

/** Estimates the number of tokens of a request. */
export function estimateTokens({ texts }: Pick<ChatRequest, 'texts'>): number {
  return texts.reduce((sum, { text }) => sum + tokensOf(text), 0)
}

/**
 * Counts the cost of an answer for the tenant and the agent: as reported by the upstream, or estimated from its length. Tenants configure
 * their own upstreams, so that a reported usage never refunds the tokens charged at admission.
 * @param chars length of the answer
 * @returns tokens of request and answer
 */
export async function spend(exchange: ChatExchange, usage: TokenCounts | undefined, chars: number): Promise<number> {
  const { ports, tenant, estimatedTokens, context } = exchange
  const input = Math.max(estimatedTokens, usage?.input ?? 0)
  const total = input + Math.max(0, usage?.output ?? Math.ceil(chars / CHARS_PER_TOKEN))
  ports.usage.spend(tenant.tenantId, total - estimatedTokens)
  try {
    await countTokens(exchange, total - estimatedTokens)
  } catch (err) {
    context.log.error({ err }, 'counting tokens failed')
  }
  return total
}
