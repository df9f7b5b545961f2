import type { Kysely } from 'kysely'
import type { DB } from '../schema.gen.ts'

export const APPROVAL_STATES = ['pending', 'approved', 'denied', 'consumed', 'expired'] as const
export type ApprovalState = (typeof APPROVAL_STATES)[number]

/** Call that requires approval. */
export interface NewApproval {
  readonly id: string
  /** Keyed hash of agent, tool and arguments, 32 bytes: the grant is bound to it. */
  readonly callHmac: Buffer
  readonly agentKey: string
  readonly tool: string
  readonly userRole: string | undefined
  readonly sessionId: string | undefined
  readonly reason: string
  /** Encrypted data that approvers see. */
  readonly shown: Buffer
  readonly minApprovals: number
  readonly expiresAt: Date
}

/** Decision of one person. */
export interface ApprovalDecision {
  readonly approver: string
  readonly decision: 'approve' | 'deny'
  readonly comment: string
  readonly decidedBy: string
  readonly decidedAt: Date
}

/** Current state of a request. */
export interface ApprovalRow extends Omit<NewApproval, 'callHmac'> {
  readonly state: ApprovalState
  readonly createdAt: Date
  readonly decidedAt: Date | undefined
  readonly grant: { readonly id: string; readonly expiresAt: Date } | undefined
  readonly consumedAt: Date | undefined
  /** In chronological order. */
  readonly decisions: readonly ApprovalDecision[]
}

/** Format of an id; the database accepts no other. */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const APPROVAL_COLUMNS = [
  'id',
  'agent_key',
  'tool',
  'user_role',
  'session_id',
  'reason',
  'shown',
  'state',
  'min_approvals',
  'created_at',
  'expires_at',
  'decided_at',
  'grant_id',
  'grant_expires_at',
  'consumed_at',
] as const

interface Row {
  id: string
  agent_key: string
  tool: string
  user_role: string | null
  session_id: string | null
  reason: string
  shown: Buffer
  state: string
  min_approvals: number
  created_at: Date
  expires_at: Date
  decided_at: Date | null
  grant_id: string | null
  grant_expires_at: Date | null
  consumed_at: Date | null
}

/** Reads a request with its decisions, as of a point in time. */
export async function readApprovalRow(
  db: Kysely<DB>,
  tenantId: string,
  id: string,
  now: Date,
): Promise<ApprovalRow | undefined> {
  const row = await db
    .selectFrom('approvals')
    .select(APPROVAL_COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return toApproval(row, (await decisionsOf(db, tenantId, [id])).get(row.id) ?? [], now)
}

/** Returns the decisions of requests, by request id. */
export async function decisionsOf(
  db: Kysely<DB>,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly ApprovalDecision[]>> {
  const rows = await db
    .selectFrom('approval_decisions')
    .select(['approval_id', 'approver', 'decision', 'comment', 'decided_by', 'decided_at'])
    .where('tenant_id', '=', tenantId)
    .where('approval_id', 'in', [...ids])
    .orderBy('decided_at')
    .orderBy('approver_key')
    .execute()
  const byApproval = new Map<string, ApprovalDecision[]>()
  for (const { approval_id, approver, decision, comment, decided_by, decided_at } of rows) {
    const list = byApproval.get(approval_id) ?? []
    list.push({
      approver,
      decision: decision === 'deny' ? 'deny' : 'approve',
      comment,
      decidedBy: decided_by,
      decidedAt: decided_at,
    })
    byApproval.set(approval_id, list)
  }
  return byApproval
}

/** Returns the state of a request at a point in time: open requests and grants expire. */
export function stateNow(row: Pick<Row, 'state' | 'expires_at' | 'grant_expires_at'>, now: Date): ApprovalState {
  const { state, expires_at, grant_expires_at } = row
  if (state === 'pending' && expires_at <= now) return 'expired'
  if (state === 'approved' && grant_expires_at !== null && grant_expires_at <= now) return 'expired'
  // A table constraint ensures that the state is known.
  return state as ApprovalState
}

export function toApproval(row: Row, decisions: readonly ApprovalDecision[], now: Date): ApprovalRow {
  return {
    id: row.id,
    agentKey: row.agent_key,
    tool: row.tool,
    userRole: row.user_role ?? undefined,
    sessionId: row.session_id ?? undefined,
    reason: row.reason,
    shown: row.shown,
    state: stateNow(row, now),
    minApprovals: row.min_approvals,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    decidedAt: row.decided_at ?? undefined,
    grant: row.grant_id === null ? undefined : { id: row.grant_id, expiresAt: row.grant_expires_at! },
    consumedAt: row.consumed_at ?? undefined,
    decisions,
  }
}
