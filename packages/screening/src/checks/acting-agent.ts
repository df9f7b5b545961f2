import type { RequestContext } from '@gatehouse/http'

/**
 * The agent that a call acts as: the one that it names, in its body or its headers, else the one that its key names. Stock
 * clients cannot send `X-Agent-Key`. docs/spec/guard.md "Details: identity".
 */
export function actingAgent(
  named: string | undefined,
  { agentKey, caller }: Pick<RequestContext, 'agentKey' | 'caller'>,
): string | undefined {
  return named ?? agentKey ?? (caller.kind === 'tenant' ? caller.defaultAgent : undefined)
}
