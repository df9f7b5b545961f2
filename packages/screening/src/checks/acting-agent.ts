import type { RequestContext } from '@gatehouse/http'

/**
 * Returns the acting agent of a call: the one in its body or its headers, else the one of its key. Standard clients cannot send
 * `X-Agent-Key`. docs/spec/guard.md "Details: identity".
 */
export function actingAgent(
  named: string | undefined,
  { agentKey, caller }: Pick<RequestContext, 'agentKey' | 'caller'>,
): string | undefined {
  return named ?? agentKey ?? (caller.kind === 'tenant' ? caller.defaultAgent : undefined)
}
