import { canonicalHash } from '@gatehouse/kernel'
import { actionChain } from '../../src/agentic/agent-chains.ts'
import type { ActionCall } from '../../src/agentic/actions/call.ts'
import type { Approvals } from '../../src/agentic/engine/ports.ts'
import { localPorts } from './ports.ts'
import { NOBODY, tenantOf, type TestTenant } from './run.ts'

/** A call of an action. */
export const act = (action: string, over: Partial<ActionCall> = {}): ActionCall => ({
  ...NOBODY,
  agentKey: 'a',
  action,
  resource: undefined,
  params: {},
  risk: undefined,
  tool: action,
  args: over.params ?? {},
  confirmationToken: undefined,
  argumentsHash: canonicalHash(over.params ?? {}),
  grantId: undefined,
  approvalRequestId: undefined,
  ...over,
})

/** A tenant with settings of action_guard. */
export const team = (settings: object = {}, rest: TestTenant = {}) =>
  tenantOf(actionChain, {
    guardrails: { action_guard: { settings: { ...settings } } },
    ports: people().ports,
    ...rest,
  })

/** Returns approvals in which all granted requests match the expected ones. */
export function people(outcome: Awaited<ReturnType<Approvals['spend']>> = 'spent') {
  const requests: unknown[] = []
  const spent: unknown[] = []
  const approvals: Approvals = {
    request: (_tenant, request) => {
      requests.push(request)
      return Promise.resolve({ requestId: 'r-1', expiresAt: new Date(0), requiredApprovals: request.minApprovals })
    },
    spend: (_tenant, grant, call) => {
      spent.push([grant, call.tool, call.argumentsHash])
      return Promise.resolve(outcome)
    },
  }
  return { asked: requests, spent, ports: { ...localPorts(), approvals } }
}
