import { auditedBy } from '../audit/actor.ts'
import type { ApprovalRequest, Approvals as ApprovalsPort } from '@gatehouse/guards/agentic'
import { canonicalJson, type Clock, Failure, uuidv7 } from '@gatehouse/kernel'
import { foldText } from '@gatehouse/kernel/match'
import { type KeyRing } from '@gatehouse/kernel/sealing'
import type { Store } from '@gatehouse/store'
import {
  type ApprovalPage,
  type ApprovalRow,
  countApprovals,
  type Decided,
  decideApproval,
  fileApproval,
  listApprovals,
  readApproval,
  spendGrant,
} from '@gatehouse/store/agents'
import type { AuditEntryInput } from '@gatehouse/store/audit'
import { createTenantKeys, type TenantKey } from '../vault/tenant-key.ts'
import { shownArguments } from './shown-arguments.ts'

/** docs/spec/guard.md "Agents: approvals": how long a grant can be used. */
export const GRANT_MS = 900_000

/** Own limit: pending requests of one tenant. Approvers cannot review more. */
export const PENDING_MAX = 1_000
/** Own limit: pending requests of one agent. */
export const PENDING_PER_AGENT_MAX = 250

const AGENT_CHARS_MAX = 256
const REASON_CHARS_MAX = 1_000

export interface ApprovalParts {
  readonly store: Store
  readonly keys: KeyRing
  readonly clock: Clock
  /** Resolves when the entry is durable. */
  readonly audit: { append(entry: AuditEntryInput): Promise<unknown> }
}

export interface Approval extends Omit<ApprovalRow, 'shown'> {
  readonly arguments: Readonly<Record<string, unknown>>
  readonly truncated: boolean
  readonly argumentsHash: string
}

/** One approver's decision. */
export interface Vote {
  readonly decision: 'approve' | 'deny'
  readonly approver: string
  readonly comment: string
  /** The key used, as an actor in the audit log. */
  readonly actor: string
  /** Whether the actor is one of several approvers. Each key then counts only once per request. */
  readonly distinctKeys: boolean
  readonly requestId: string
}

/** Approvals of this deployment's tenants, in the database. Every action is audited before it returns. */
export interface Approvals extends ApprovalsPort {
  list(tenantId: string, page: ApprovalPage): Promise<readonly Approval[]>
  /** Returns the number of requests on all pages. */
  count(tenantId: string, state: ApprovalPage['state']): Promise<number>
  read(tenantId: string, id: string): Promise<Approval | undefined>
  /**
   * Records an approver's decision.
   * @throws {Failure} `not_found`; `conflict` when it is decided or expired, or for a second decision by the same person or key
   */
  decide(tenantId: string, id: string, vote: Vote): Promise<Approval>
}

interface Sealed {
  readonly arguments: Readonly<Record<string, unknown>>
  readonly truncated: boolean
  readonly arguments_hash: string
}

type BoundCall = Pick<ApprovalRequest, 'agentKey' | 'tool' | 'argumentsHash'>

export function createApprovals(parts: ApprovalParts): Approvals {
  const { store, clock, audit } = parts
  const keyOf = createTenantKeys(store, parts.keys)
  const now = () => new Date(clock.now())
  return {
    request: async (tenantId, approvalRequest) => request(parts, tenantId, await keyOf(tenantId), approvalRequest),
    async spend(tenantId, grant, bound) {
      const callHmac = hmacOf(await keyOf(tenantId), bound)
      const spent = await spendGrant(store, tenantId, grant, callHmac, now())
      if (spent.outcome !== 'spent') return spent.outcome
      const details = { approval_id: spent.id, tool_name: bound.tool, agent_key: bound.agentKey }
      await audit.append({
        ...entry('approval.consume', tenantId, `tenant:${tenantId}`, bound.askedIn, details),
        verdict: 'pass',
      })
      return 'spent'
    },
    async list(tenantId, page) {
      const rows = await listApprovals(store, tenantId, page, now())
      if (rows.length === 0) return []
      const key = await keyOf(tenantId)
      return rows.map((row) => opened(tenantId, row, key))
    },
    count: (tenantId, state) => countApprovals(store, tenantId, state, now()),
    async read(tenantId, id) {
      const row = await readApproval(store, tenantId, id, now())
      return row === undefined ? undefined : opened(tenantId, row, await keyOf(tenantId))
    },
    async decide(tenantId, id, vote) {
      const row = await decide(parts, tenantId, id, vote)
      return opened(tenantId, row, await keyOf(tenantId))
    },
  }
}

async function request(
  { store, clock, audit }: ApprovalParts,
  tenantId: string,
  key: TenantKey,
  approvalRequest: ApprovalRequest,
): Promise<{ readonly requestId: string; readonly expiresAt: Date; readonly requiredApprovals: number }> {
  const id = uuidv7()
  const now_ms = clock.now()
  const { arguments: args, truncated } = shownArguments(approvalRequest.args)
  const sealed: Sealed = { arguments: args, truncated, arguments_hash: approvalRequest.argumentsHash }
  const filed = await fileApproval(
    store,
    tenantId,
    {
      id,
      callHmac: hmacOf(key, approvalRequest),
      agentKey: storable(approvalRequest.agentKey ?? '', AGENT_CHARS_MAX),
      tool: storable(approvalRequest.tool, AGENT_CHARS_MAX),
      userRole:
        approvalRequest.userRole === undefined ? undefined : storable(approvalRequest.userRole, AGENT_CHARS_MAX),
      sessionId:
        approvalRequest.sessionId === undefined ? undefined : storable(approvalRequest.sessionId, AGENT_CHARS_MAX),
      reason: storable(approvalRequest.reason, REASON_CHARS_MAX),
      shown: key.ring.seal(Buffer.from(JSON.stringify(sealed)), belonging(tenantId, id)),
      minApprovals: approvalRequest.minApprovals,
      expiresAt: new Date(now_ms + approvalRequest.ttl_s * 1_000),
    },
    new Date(now_ms),
    { tenantMax: PENDING_MAX, agentMax: PENDING_PER_AGENT_MAX },
  )
  if (filed === 'full' || filed === 'agent_full') {
    const [count, whose] = filed === 'full' ? [PENDING_MAX, 'tenant'] : [PENDING_PER_AGENT_MAX, 'agent']
    const problem = `${count} calls from this ${whose} are already awaiting approval. Decide on them first.`
    throw new Failure('limit_reached', problem)
  }
  if (filed.isNew) {
    const details = {
      approval_id: id,
      tool_name: approvalRequest.tool,
      agent_key: approvalRequest.agentKey,
      required_approvals: filed.minApprovals,
      expires_at: filed.expiresAt.toISOString(),
    }
    const auditEntryInput = entry('approval.request', tenantId, `tenant:${tenantId}`, approvalRequest.askedIn, details)
    await audit.append({ ...auditEntryInput, verdict: 'require_approval' })
  }
  return { requestId: filed.id, expiresAt: filed.expiresAt, requiredApprovals: filed.minApprovals }
}

async function decide(
  { store, clock, audit }: ApprovalParts,
  tenantId: string,
  id: string,
  { decision, approver, comment, actor, distinctKeys, requestId }: Vote,
): Promise<ApprovalRow> {
  const now_ms = clock.now()
  const result = { approver, approverKey: canonicalName(approver), decision, comment, decidedBy: actor, distinctKeys }
  const grant = { id: uuidv7(), expiresAt: new Date(now_ms + GRANT_MS) }
  const done = await decideApproval(store, tenantId, id, { ...result, decidedAt: new Date(now_ms) }, grant)
  if (done.outcome !== 'recorded') throw refusal(done, id)
  const { state, tool, agentKey, minApprovals, decisions } = done.approval
  const details = {
    approval_id: id,
    tool_name: tool,
    agent_key: agentKey,
    approver,
    status: state,
    approvals: decisions.filter((item) => item.decision === 'approve').length,
    required_approvals: minApprovals,
  }
  const action = decision === 'approve' ? 'approval.approve' : 'approval.deny'
  await audit.append(entry(action, tenantId, actor, requestId, details))
  return done.approval
}

function refusal(done: Decided, id: string): Failure {
  if (done.outcome === 'unknown') return new Failure('not_found', `Approval "${id.slice(0, 64)}" not found.`)
  if (done.outcome === 'expired') {
    return new Failure('conflict', 'The request has expired. The call must be checked again.')
  }
  if (done.outcome === 'same_approver') {
    return new Failure('conflict', 'This approver has already decided on the request.')
  }
  if (done.outcome === 'same_key') {
    const problem = 'This key has already approved the request. Someone with a different key must approve it as well.'
    return new Failure('conflict', problem)
  }
  return new Failure('conflict', `The request is already ${done.approval.state}.`)
}

/** Returns the hash that a grant is bound to, keyed per tenant. */
function hmacOf(key: TenantKey, { agentKey, tool, argumentsHash }: BoundCall): Buffer {
  return key.hmac('index', 'approval', canonicalJson([agentKey ?? null, tool, argumentsHash]))
}

function opened(tenantId: string, { shown, ...row }: ApprovalRow, key: TenantKey): Approval {
  const sealed = unsealed(shown, tenantId, row.id, key)
  return { ...row, arguments: sealed.arguments, truncated: sealed.truncated, argumentsHash: sealed.arguments_hash }
}

/** One corrupted row does not prevent the others. */
function unsealed(shown: Buffer, tenantId: string, id: string, key: TenantKey): Sealed {
  try {
    return JSON.parse(key.ring.open(shown, belonging(tenantId, id)).toString()) as Sealed
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown
    return { arguments: { '…': 'cannot be read' }, truncated: true, arguments_hash: '' }
  }
}

/** Returns the additional authenticated data: sealed content opens only in its own row. */
function belonging(tenantId: string, id: string) {
  return { purpose: 'approval', tenantId, name: id }
}

/** Normalizes a name, so that different spellings do not count as different approvers. */
function canonicalName(name: string): string {
  return foldText(name.normalize('NFKC'))
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Returns text that PostgreSQL accepts: without NUL and unpaired surrogates. */
function storable(text: string, chars_max: number): string {
  return text.slice(0, chars_max).toWellFormed().replaceAll('\0', '\ufffd')
}

function entry(
  action: 'approval.request' | 'approval.approve' | 'approval.deny' | 'approval.consume',
  tenantId: string,
  principal: string,
  requestId: string | undefined,
  details: Readonly<Record<string, unknown>>,
): AuditEntryInput {
  const { actor, ...by } = auditedBy(tenantId, principal)
  return { tenant_id: tenantId, actor, action, request_id: requestId ?? null, details: { ...details, ...by } }
}
