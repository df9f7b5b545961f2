import type { AgentCall, AgenticContext, AgenticOutcome } from '../engine/guard.ts'
import { refuse } from '../engine/guard.ts'
import type { Approvals } from '../engine/ports.ts'
import { shown } from '../shown.ts'
import { banningPoliciesFor } from '../tool-policy.ts'
import type { ApprovalRule } from './conditions.ts'

/** docs/spec/guard.md "Agents": the default where a rule of another guard requests an approval and the tool's policy has no setting. */
const APPROVALS_MIN = 1
const TTL_S = 3_600

/** A call that may require an approval. */
export interface ApprovableCall extends AgentCall {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  readonly argumentsHash: string
  readonly grantId: string | undefined
  readonly approvalRequestId: string | undefined
}

type Spent = Awaited<ReturnType<Approvals['spend']>>

/** Reasons why a grant does not authorize the call. */
const REFUSALS: Readonly<Record<Exclude<Spent, 'spent'>, string>> = {
  unknown: 'Approval grant not found.',
  mismatch: 'The grant is for another agent, tool or set of arguments.',
  expired: 'The grant or its request has expired.',
  consumed: 'The grant has been used.',
  pending: 'The request is still pending.',
  denied: 'The request was denied.',
}

const NOBODY_TO_ASK = 'approval cannot be requested here'

/** Calls with a spent grant. Several guards may request an approval of one call, but there is only one request. */
const answered = new WeakMap<ApprovableCall, Promise<AgenticOutcome>>()

/** Returns why the tool's own policy requires an approval of a call; undefined for none. */
export function policyReason(call: ApprovableCall, context: AgenticContext): string | undefined {
  const rule = ruleFor(call, context)
  if (rule === undefined) return undefined
  return rule.policy.when.length === 0
    ? `The policy of tool "${shown(call.tool)}" requires approval for every call.`
    : `The policy of tool "${shown(call.tool)}" requires approval for calls with these arguments.`
}

/** Returns the approval rule for a call; of two rules the one with more approvers. */
function ruleFor({ tool, args }: ApprovableCall, { config }: AgenticContext): ApprovalRule | undefined {
  return banningPoliciesFor(config, tool)
    .flatMap(({ approval }) => (approval?.needsApproval(args) === true ? [approval] : []))
    .toSorted((a, b) => b.policy.min_approvals - a.policy.min_approvals)[0]
}

/** Returns whether a grant authorized the call: approvers have seen these exact arguments. */
export async function isApproved(call: ApprovableCall): Promise<boolean> {
  const answer = await answered.get(call)
  return answer !== undefined && !answer.flagged
}

/**
 * Authorizes a call with a grant and spends the grant; otherwise creates a request, or returns the pending one. One grant covers every
 * guard that requests an approval of the call. In monitor mode nothing is spent or created.
 * @param reason a sentence for the approver
 */
export async function requestApproval(
  call: ApprovableCall,
  context: AgenticContext,
  reason: string,
): Promise<AgenticOutcome> {
  const { ports, monitored } = context
  if (monitored) {
    const hasGrant = call.grantId !== undefined || call.approvalRequestId !== undefined
    return refuse(reason, { ...NEEDED, details: { needs_approval: true, grant_looked_at: false, has_grant: hasGrant } })
  }
  if (ports.approvals === undefined) {
    return refuse(`${reason} No approver is available.`, {
      action: 'block',
      category: 'approval_required',
      severity: 'high',
      details: { needs_approval: true, approvals: NOBODY_TO_ASK },
    })
  }
  let answer = answered.get(call)
  if (answer === undefined) {
    answer = settle(call, context, ports.approvals, reason)
    answered.set(call, answer)
  }
  return answer
}

const NEEDED = { action: 'require_approval', category: 'approval_required', severity: 'medium' } as const

async function settle(
  call: ApprovableCall,
  context: AgenticContext,
  approvals: Approvals,
  reason: string,
): Promise<AgenticOutcome> {
  const { tenantId } = context.config
  const grant =
    call.grantId === undefined
      ? call.approvalRequestId === undefined
        ? undefined
        : { requestId: call.approvalRequestId }
      : { grantId: call.grantId }
  const bound = { ...grantSubject(call), askedIn: context.requestId }
  if (grant !== undefined) {
    const spent = await approvals.spend(tenantId, grant, bound)
    if (spent === 'spent') return { flagged: false, details: { approved: true, grant: 'spent' } }
    // A repeated call during a pending request gets its status.
    if (spent !== 'pending' || 'grantId' in grant) {
      const rest = { action: 'block', category: 'invalid_grant', severity: 'high' } as const
      return refuse(REFUSALS[spent], { ...rest, details: { grant: spent } })
    }
  }
  const own = policyReason(call, context)
  const { min_approvals: minApprovals = APPROVALS_MIN, ttl_seconds: ttl_s = TTL_S } =
    ruleFor(call, context)?.policy ?? {}
  const reasons = own === undefined || own === reason ? reason : `${reason} ${own}`
  const { args, userRole, sessionId } = call
  const request = { ...bound, args, userRole, sessionId, reason: reasons, minApprovals, ttl_s }
  const { requestId, expiresAt, requiredApprovals } = await approvals.request(tenantId, request)
  const extra = {
    request_id: requestId,
    expires_at: expiresAt.toISOString(),
    required_approvals: requiredApprovals,
  }
  return refuse(reason, { ...NEEDED, details: { needs_approval: true, ...extra }, extra })
}

/** Returns the agent to which the grant is bound: the one in the body, or the header's if the body has none. */
function grantSubject({ agentKey, headerAgentKey, tool, argumentsHash }: ApprovableCall) {
  return { agentKey: agentKey ?? headerAgentKey, tool, argumentsHash }
}
