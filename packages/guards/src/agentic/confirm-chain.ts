import { z } from 'zod'
import { authorizeTool } from './authorize.ts'
import { burnConfirmation } from './confirmation.ts'
import { type AgentCall, type AgenticOutcome, type ChainGuard, defineAgenticGuard, refuse } from './engine/guard.ts'
import { bannedBy } from './engine/tool-names.ts'
import certIdentity from './guards/cert-identity.ts'

/** A token that comes back. */
export interface ConfirmCall extends AgentCall {
  /** The sensitive action, or the tool that is one. */
  readonly action: string
  readonly token: string
}

const NOT_CONFIRMED = 'The confirmation token is unknown, used, expired or of another action.'

/**
 * The other half of `sensitive_action_confirmation`: burns the token that its check gave. What was taken away since then,
 * by the kill switch or from the agent, is not confirmed.
 */
const burnToken = defineAgenticGuard({
  name: 'sensitive_action_confirmation',
  title: 'Confirmation of sensitive actions',
  description: 'Burns a token.',
  owasp: [],
  defaults: { enabled: true, action: 'require_approval' },
  settings: z.object({}),
  async check(call: ConfirmCall, _settings, { config, ports, monitored }): Promise<AgenticOutcome> {
    const agentKey = call.agentKey ?? call.headerAgentKey
    const refused = { action: 'block', category: 'not_confirmed', severity: 'high' } as const
    // Where nothing is blocked the action runs anyway, and a token that was asked for under enforcement is not wasted on it.
    if (monitored) return { flagged: false, details: { monitored: true } }
    const { tenantId } = config
    const burned = await burnConfirmation(ports.state, tenantId, call.token, { agentKey, action: call.action })
    if (burned.outcome !== 'confirmed') return refuse(NOT_CONFIRMED, { ...refused, details: { token: burned.outcome } })
    const { tool } = burned
    if (bannedBy(config.items.get('disabled_tool'), tool) !== undefined) {
      return refuse('The tool has been switched off.', { ...refused, category: 'tool_disabled' })
    }
    const allowed = authorizeTool(config, { agentKey, userRole: call.userRole, tool })
    if (!allowed.allowed) return refuse(allowed.reason, { ...refused, category: allowed.guardrail })
    return { flagged: false, details: { confirmed: true } }
  },
})

/** What a confirmation passes. */
export const confirmChain: readonly ChainGuard<ConfirmCall>[] = [certIdentity, burnToken]
