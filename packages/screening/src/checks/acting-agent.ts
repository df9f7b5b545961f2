import type { RequestContext } from '@gatehouse/http'

/**
 * Returns the acting agent of a call: from its body or headers, else from its key. Standard clients cannot send `X-Agent-Key`.
 * docs/spec/guard.md "Details: identity".
 */
export function actingAgent(
  named: string | undefined,
  { agentKey, caller }: Pick<RequestContext, 'agentKey' | 'caller'>,
): string | undefined {
  return named ?? agentKey ?? (caller.kind === 'tenant' ? caller.defaultAgent : undefined)
}
