import { CHARS_PER_TOKEN, tokensOf } from '@gatehouse/screening'
import { countTokens } from './budget.ts'
import type { ChatRequest, TokenCounts } from './dialect.ts'
import type { ChatExchange } from './exchange.ts'

/** About how many tokens a request has. */
export function estimateTokens({ texts }: Pick<ChatRequest, 'texts'>): number {
  return texts.reduce((sum, { text }) => sum + tokensOf(text), 0)
}

/**
 * Counts what an answer has cost, for the tenant and for the agent: as the upstream says, or reckoned from its length. Upstreams are
 * of tenants, so that what one says never gives back what the request was let in with.
 * @param chars of the answer
 * @returns the tokens of request and answer
 */
export async function spend(exchange: ChatExchange, usage: TokenCounts | undefined, chars: number): Promise<number> {
  const { ports, tenant, estimatedTokens, context } = exchange
  const input = Math.max(estimatedTokens, usage?.input ?? 0)
  const total = input + Math.max(0, usage?.output ?? Math.ceil(chars / CHARS_PER_TOKEN))
  ports.usage.spend(tenant.tenantId, total - estimatedTokens)
  try {
    await countTokens(exchange, total - estimatedTokens)
  } catch (err) {
    context.log.error({ err }, 'tokens could not be counted')
  }
  return total
}
