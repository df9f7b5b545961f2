import { z } from 'zod'
import { identityProblem } from '../authorize.ts'
import { type AgentCall, defineAgenticGuard, fine, refuse } from '../engine/guard.ts'

/** Verifies the agent's identity. Runs before the nine steps of a tool check and first in every other check. */
export default defineAgenticGuard({
  name: 'cert_identity',
  title: 'Agent identity',
  description:
    'Denies a call whose X-Agent-Key names another agent than its body, and a call of a disabled agent. After ' +
    'the tenant has registered agents, it also denies calls of unregistered agents. The header is not ' +
    'authenticated: any holder of a tenant key can set it.',
  owasp: ['LLM06:2025', 'ASI03:2026'],
  defaults: { enabled: true, action: 'block' },
  settings: z.object({}),
  check(call: AgentCall, _settings, { config }) {
    const { agentKey, headerAgentKey } = call
    if (agentKey !== undefined && headerAgentKey !== undefined && agentKey !== headerAgentKey) {
      return refuse('X-Agent-Key and the body specify different agents.', {
        category: 'impersonation',
        severity: 'critical',
      })
    }
    const problem = identityProblem(config, agentKey ?? headerAgentKey)
    if (problem === undefined) return fine
    return refuse(problem, { category: 'unknown_agent', severity: 'high' })
  },
})
