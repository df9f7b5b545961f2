import { systemClock } from '@gatehouse/kernel'
import type { AgentFields } from '@gatehouse/contracts/agents'
import type { RoleRecord } from '@gatehouse/contracts/guard'
import { type ChainVerdict, runChain } from '../../src/agentic/engine/chain.ts'
import { compileAgentic } from '../../src/agentic/engine/compile.ts'
import { type AgenticConfig, NO_AGENTIC_CONFIG } from '../../src/agentic/engine/config.ts'
import type { AgentCall, ChainGuard } from '../../src/agentic/engine/guard.ts'
import type { AgenticPorts } from '../../src/agentic/engine/ports.ts'
import { localPorts } from './ports.ts'

export const NOBODY: AgentCall = {
  agentKey: undefined,
  headerAgentKey: undefined,
  userRole: undefined,
  sessionId: undefined,
}

export interface TestTenant {
  readonly guardrails?: AgenticConfig['guardrails']
  readonly mode?: AgenticConfig['mode']
  readonly agents?: Readonly<Record<string, AgentFields>>
  readonly roles?: Readonly<Record<string, RoleRecord>>
  readonly rbacAgents?: Readonly<Record<string, string>>
  readonly items?: AgenticConfig['items']
  readonly ports?: AgenticPorts
  readonly tenantId?: string
  readonly now?: () => number
}

/** Runs calls of one tenant through a chain, like the service. */
export function tenantOf<Call extends AgentCall>(
  chain: readonly ChainGuard<Call>[],
  {
    guardrails = {},
    mode = 'enforce',
    agents = {},
    roles = {},
    rbacAgents = {},
    items,
    tenantId = 't',
    ...rest
  }: TestTenant,
): (call: Call) => Promise<ChainVerdict> {
  const config: AgenticConfig = {
    ...NO_AGENTIC_CONFIG,
    tenantId,
    mode,
    guardrails,
    agents: new Map(Object.entries(agents)),
    rbac: { roles: { ...roles }, agents: { ...rbacAgents } },
    items: items ?? new Map(),
  }
  const clock = rest.now === undefined ? systemClock : { ...systemClock, now: rest.now }
  const ports = rest.ports ?? localPorts(clock)
  const compiled = compileAgentic(guardrails, chain, mode)
  return (call) =>
    runChain(chain, compiled, call, { config, ports, clock, requestId: 'r' }, (guard, thrown) => {
      throw new Error(`guard ${guard} failed`, { cause: thrown })
    })
}
