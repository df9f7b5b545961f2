import { z } from 'zod'
import { authorizeTool } from './authorize.ts'
import { burnConfirmation } from './confirmation.ts'
import { type AgentCall, type AgenticOutcome, type ChainGuard, defineAgenticGuard, refuse } from './engine/guard.ts'
import { bannedBy } from './engine/tool-names.ts'
import certIdentity from './guards/cert-identity.ts'

/** A returned confirmation token. */
export interface ConfirmCall extends AgentCall {
  /** Sensitive action or tool. */
  readonly action: string
  readonly token: string
}

const NOT_CONFIRMED = 'The confirmation token is unknown, used, expired or for another action.'

/**
 * Second half of `sensitive_action_confirmation`: spends the token of its check. Actions revoked since then, by the kill switch or in the
 * agent's record, are not confirmed.
 */
const burnToken = defineAgenticGuard({
  name: 'sensitive_action_confirmation',
  title: 'Sensitive action confirmation',
  description: 'Redeems a confirmation token.',
  owasp: [],
  defaults: { enabled: true, action: 'require_approval' },
  settings: z.object({}),
  async check(call: ConfirmCall, _settings, { config, ports, monitored }): Promise<AgenticOutcome> {
    const agentKey = call.agentKey ?? call.headerAgentKey
    const refused = { action: 'block', category: 'not_confirmed', severity: 'high' } as const
    // In monitor mode the action runs anyway, and does not spend a token from enforcement mode.
    if (monitored) return { flagged: false, details: { monitored: true } }
    const { tenantId } = config
    const burned = await burnConfirmation(ports.state, tenantId, call.token, { agentKey, action: call.action })
    if (burned.outcome !== 'confirmed') return refuse(NOT_CONFIRMED, { ...refused, details: { token: burned.outcome } })
    const { tool } = burned
    if (bannedBy(config.items.get('disabled_tool'), tool) !== undefined) {
      return refuse('The tool has been disabled.', { ...refused, category: 'tool_disabled' })
    }
    const allowed = authorizeTool(config, { agentKey, userRole: call.userRole, tool })
    if (!allowed.allowed) return refuse(allowed.reason, { ...refused, category: allowed.guardrail })
    return { flagged: false, details: { confirmed: true } }
  },
})

/** Guards of a confirmation. */
export const confirmChain: readonly ChainGuard<ConfirmCall>[] = [certIdentity, burnToken]
