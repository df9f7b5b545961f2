import { z } from 'zod'
import { type ApprovableCall, isApproved } from '../approval/ask.ts'
import { createConfirmation, burnConfirmation, CONFIRMATION_TTL_MS } from '../confirmation.ts'
import { type AgenticOutcome, defineAgenticGuard, fine, refuse } from '../engine/guard.ts'
import { sensitiveAction } from '../sensitive-actions.ts'
import { shown } from '../shown.ts'

const ACTIONS_MAX = 200
const ACTION_CHARS_MAX = 200

/** A call that may have to be confirmed. */
export interface ConfirmableCall extends ApprovableCall {
  readonly confirmationToken: string | undefined
}

/** Runs after the approvals: an approval of these exact arguments counts as confirmation. */
export default defineAgenticGuard({
  name: 'sensitive_action_confirmation',
  title: 'Sensitive action confirmation',
  description:
    'Requires a confirmation for delete_account, bulk_export, modify_permissions, purge_data and the `actions` ' +
    'of the tenant. It detects them by the name of the tool or by an argument that names an action, at any ' +
    'depth and in any spelling. The response is `require_approval` with a `confirmation_token`, which is valid ' +
    'once, for 300 s, for the same agent and arguments. Send it with the repeated call or to tool/confirm. The ' +
    'guard does not verify who confirms; use approvals for this purpose.',
  owasp: ['LLM06:2025', 'ASI09:2026'],
  defaults: { enabled: true, action: 'require_approval' },
  settings: z.object({
    actions: z
      .array(z.string().min(1).max(ACTION_CHARS_MAX))
      .max(ACTIONS_MAX)
      .default([])
      .describe(
        'Additional actions: names, or prefixes with `*`. A name also matches tools whose name ends in its words.',
      ),
  }),
  async check(
    call: ConfirmableCall,
    { actions },
    { config: { tenantId }, ports, monitored, clock },
  ): Promise<AgenticOutcome> {
    const action = sensitiveAction(call, actions)
    if (action === undefined) return fine
    const details = { sensitive_action: action }
    if (await isApproved(call)) return { flagged: false, details: { ...details, confirmed_by: 'approval' } }
    const { tool, argumentsHash } = call
    const bound = { agentKey: call.agentKey ?? call.headerAgentKey, action, tool, argumentsHash }
    const message = `"${shown(action)}" requires confirmation.`
    const category = 'confirmation_required'
    if (monitored) return refuse(message, { category, severity: 'high', details })
    if (call.confirmationToken !== undefined) {
      const burned = await burnConfirmation(ports.state, tenantId, call.confirmationToken, bound)
      if (burned.outcome === 'confirmed') return { flagged: false, details: { ...details, confirmed_by: 'token' } }
    }
    const token = await createConfirmation(ports.state, tenantId, bound)
    const expires_at = new Date(clock.now() + CONFIRMATION_TTL_MS).toISOString()
    return refuse(
      call.confirmationToken === undefined
        ? message
        : `${message} The confirmation token is used, expired or for another call.`,
      {
        category,
        severity: 'high',
        details,
        extra: { confirmation_token: token, expires_at },
      },
    )
  },
})
