import { type AgenticContext, type AgenticOutcome, refuse } from '../engine/guard.ts'
import type { ActionCall } from './call.ts'

/** So that a grant for an action is none for a tool of the same name. */
const PREFIX = 'action:'

export interface ApprovalRule {
  readonly minApprovals: number
  readonly ttl_s: number
}

/**
 * Spends the call's grant, or asks people for one.
 * @param found  why somebody must say yes; its action is `require_approval`
 * @returns undefined when a grant was spent and the call may run
 */
export async function approve(
  call: ActionCall,
  { config, ports, monitored, requestId }: AgenticContext,
  { minApprovals, ttl_s }: ApprovalRule,
  found: Extract<AgenticOutcome, { flagged: true }>,
): Promise<AgenticOutcome | undefined> {
  // A monitored call runs anyway: it spends no grant, and nobody is asked.
  if (monitored) return found
  const { approvals } = ports
  if (approvals === undefined) {
    return { ...found, details: { ...found.details, approvals: 'unavailable' } }
  }
  const { agentKey, userRole, sessionId, argumentsHash, grantId, approvalRequestId } = call
  const bound = { agentKey, tool: PREFIX + call.action, argumentsHash, askedIn: requestId }
  if (grantId !== undefined || approvalRequestId !== undefined) {
    const grant = grantId !== undefined ? { grantId } : { requestId: approvalRequestId! }
    const spent = await approvals.spend(config.tenantId, grant, bound)
    if (spent === 'spent') return undefined
    if (spent !== 'pending') {
      return refuse(`The grant cannot be used: ${WHY[spent]}.`, {
        action: 'block',
        category: 'grant',
        severity: 'high',
        details: { ...found.details, grant: spent },
      })
    }
  }
  const asked = await approvals.request(config.tenantId, {
    ...bound,
    userRole,
    sessionId,
    args: { resource: call.resource, ...call.params },
    reason: found.message,
    minApprovals,
    ttl_s,
  })
  return {
    ...found,
    extra: {
      request_id: asked.requestId,
      expires_at: asked.expiresAt.toISOString(),
      required_approvals: asked.requiredApprovals,
    },
  }
}

const WHY = {
  unknown: 'there is no such grant',
  mismatch: 'it is for another call',
  expired: 'it has expired',
  consumed: 'it was used before',
  denied: 'the request was denied',
} as const
