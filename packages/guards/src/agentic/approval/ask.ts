import type { AgentCall, AgenticContext, AgenticOutcome } from '../engine/guard.ts'
import { refuse } from '../engine/guard.ts'
import type { Approvals } from '../engine/ports.ts'
import { shown } from '../shown.ts'
import { banningPoliciesFor } from '../tool-policy.ts'
import type { ApprovalRule } from './conditions.ts'

/** docs/spec/guard.md "Agents": what holds where a rule of another guard asks and the tool's policy says nothing. */
const APPROVALS_MIN = 1
const TTL_S = 3_600

/** A call that may need people. */
export interface ApprovableCall extends AgentCall {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  readonly argumentsHash: string
  readonly grantId: string | undefined
  readonly approvalRequestId: string | undefined
}

type Spent = Awaited<ReturnType<Approvals['spend']>>

/** Why a grant did not let the call pass. */
const REFUSALS: Readonly<Record<Exclude<Spent, 'spent'>, string>> = {
  unknown: 'The tenant knows no such grant.',
  mismatch: 'The grant was given for another agent, tool or other arguments.',
  expired: 'The grant or its request has expired.',
  consumed: 'The grant has been used.',
  pending: 'The request has not been decided yet.',
  denied: 'The request was denied.',
}

const NOBODY_TO_ASK = 'it cannot be asked for here'

/** Calls whose grant is spent: several guards may ask for an approval of one call, and people are asked once. */
const answered = new WeakMap<ApprovableCall, Promise<AgenticOutcome>>()

/** Why the tool's own policy needs an approval of a call; undefined where it needs none. */
export function policyReason(call: ApprovableCall, context: AgenticContext): string | undefined {
  const rule = ruleFor(call, context)
  if (rule === undefined) return undefined
  return rule.policy.when.length === 0
    ? `The policy of tool "${shown(call.tool)}" asks for an approval of every call.`
    : `The policy of tool "${shown(call.tool)}" asks for an approval of calls with such arguments.`
}

/** The rule that asks for an approval of a call; of two the one that asks more people. */
function ruleFor({ tool, args }: ApprovableCall, { config }: AgenticContext): ApprovalRule | undefined {
  return banningPoliciesFor(config, tool)
    .flatMap(({ approval }) => (approval?.needsApproval(args) === true ? [approval] : []))
    .toSorted((a, b) => b.policy.min_approvals - a.policy.min_approvals)[0]
}

/** Whether the call has passed by a grant: people have seen these very arguments. */
export async function isApproved(call: ApprovableCall): Promise<boolean> {
  const answer = await answered.get(call)
  return answer !== undefined && !answer.flagged
}

/**
 * Lets a call pass that comes with a grant, which is spent; else files a request, or finds the one that is pending. One
 * grant answers every guard that asks about the call: the people who gave it were asked under the tool's own policy too.
 * Monitored, nothing is spent and nothing is filed.
 * @param reason  a sentence; shown to who decides
 */
export async function askApproval(
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
    return refuse(`${reason} There is nobody to ask.`, {
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
  const bound = { ...boundCall(call), askedIn: context.requestId }
  if (grant !== undefined) {
    const spent = await approvals.spend(tenantId, grant, bound)
    if (spent === 'spent') return { flagged: false, details: { approved: true, grant: 'spent' } }
    // Whoever asks again about a request that waits is told that it waits.
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
  const asked = { ...bound, args, userRole, sessionId, reason: reasons, minApprovals, ttl_s }
  const { requestId, expiresAt, requiredApprovals } = await approvals.request(tenantId, asked)
  const extra = {
    request_id: requestId,
    expires_at: expiresAt.toISOString(),
    required_approvals: requiredApprovals,
  }
  return refuse(reason, { ...NEEDED, details: { needs_approval: true, ...extra }, extra })
}

/** The agent as the grant is bound to it: the one that the body names, or the header where the body names none. */
function boundCall({ agentKey, headerAgentKey, tool, argumentsHash }: ApprovableCall) {
  return { agentKey: agentKey ?? headerAgentKey, tool, argumentsHash }
}
