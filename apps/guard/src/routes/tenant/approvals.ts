import type { Handlers } from '@gatehouse/contracts'
import type { Approval as ApprovalView, approvalEndpoints } from '@gatehouse/contracts/agents'
import type { guardEndpoints } from '@gatehouse/contracts/guard'
import { type AgenticConfig, approvalWorkflow } from '@gatehouse/guards/agentic'
import type { RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import { actorOf } from '../../administration/audited.ts'
import type { Approval } from '../../approvals/approvals.ts'
import { agenticEntries } from '@gatehouse/screening'
import type { GuardHandler, GuardPorts } from '../handler.ts'

const listApprovals: GuardHandler<'listApprovals'> =
  ({ approvals }) =>
  async ({ query: { status, limit, cursor }, context }) => {
    const [found, total] = await Promise.all([
      approvals.list(context.tenantId, { state: status, after: cursor, limit: limit + 1 }),
      approvals.count(context.tenantId, status),
    ])
    const page = found.slice(0, limit).map((approval) => viewOf(approval, context))
    return {
      tenant_id: context.tenantId,
      approvals: page,
      total,
      next_cursor: found.length > limit ? page.at(-1)!.id : null,
    }
  }

const readApproval: GuardHandler<'readApproval'> =
  ({ approvals }) =>
  async ({ params: { approval_id: id }, context }) => {
    const approval = await approvals.read(context.tenantId, id)
    if (approval === undefined) throw new Failure('not_found', `Approval "${id.slice(0, 64)}" not found.`)
    return viewOf(approval, context)
  }

const decide =
  (decision: 'approve' | 'deny'): GuardHandler<'approveCall' | 'denyCall'> =>
  ({ approvals, tenants }) =>
  async ({ params: { approval_id: id }, body: { approver, comment }, context }) => {
    const distinctKeys = hasKey(context) && wantsDistinctKeys((await tenants.snapshot(context.tenantId)).agentic)
    const vote = { decision, approver, comment, actor: actorOf(context), distinctKeys, requestId: context.requestId }
    const approval = viewOf(await approvals.decide(context.tenantId, id, vote), context)
    const { status, grant } = approval
    return { success: true, status, approval, ...(grant === undefined ? {} : { grant }) }
  }

/** Returns whether the caller has a key. Without authentication all callers are the same actor. */
function hasKey({ caller }: RequestContext): boolean {
  return caller.kind === 'platform' || (caller.kind === 'tenant' && caller.keyId !== undefined)
}

function wantsDistinctKeys(config: AgenticConfig): boolean {
  const entry = agenticEntries(config).get(approvalWorkflow.name)
  return entry === undefined || approvalWorkflow.settings.parse(entry.settings).distinct_keys
}

/** Handlers of approval requests. */
export function approvalHandlers(ports: GuardPorts): ApprovalHandlers {
  return {
    listApprovals: listApprovals(ports),
    readApproval: readApproval(ports),
    approveCall: decide('approve')(ports),
    denyCall: decide('deny')(ports),
  }
}

type ApprovalHandlers = Pick<Handlers<typeof guardEndpoints, RequestContext>, keyof typeof approvalEndpoints>

/** Returns an approval for a response. A key of scope runtime sees the status of a request, not the content of its call. */
function viewOf(approval: Approval, { caller }: RequestContext): ApprovalView {
  const isAdmin = caller.kind === 'tenant' && caller.scope === 'admin'
  const { grant, state } = approval
  return {
    id: approval.id,
    request_id: approval.id,
    status: state,
    tool_name: approval.tool,
    agent_key: approval.agentKey === '' ? null : approval.agentKey,
    user_role: approval.userRole ?? null,
    session_id: approval.sessionId ?? null,
    reason: approval.reason,
    ...(isAdmin
      ? {
          arguments: { ...approval.arguments },
          arguments_truncated: approval.truncated,
          arguments_hash: approval.argumentsHash,
        }
      : {}),
    required_approvals: approval.minApprovals,
    approvals: approval.decisions.filter(({ decision }) => decision === 'approve').length,
    decisions: approval.decisions.map(({ approver, decision, comment, decidedAt }) => ({
      approver,
      decision,
      comment,
      decided_at: decidedAt.toISOString(),
    })),
    created_at: approval.createdAt.toISOString(),
    expires_at: approval.expiresAt.toISOString(),
    decided_at: approval.decidedAt?.toISOString() ?? null,
    consumed_at: approval.consumedAt?.toISOString() ?? null,
    ...(isAdmin && state === 'approved' && grant !== undefined
      ? { grant: { grant_id: grant.id, expires_at: grant.expiresAt.toISOString() } }
      : {}),
  }
}
