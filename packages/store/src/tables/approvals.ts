import { sql, type Transaction } from 'kysely'
import type { Store } from '../connect.ts'
import type { DB } from '../schema.gen.ts'
import {
  APPROVAL_COLUMNS,
  type ApprovalRow,
  type ApprovalState,
  decisionsOf,
  type NewApproval,
  readApprovalRow,
  toApproval,
  UUID,
} from './approval-rows.ts'

export interface ApprovalPage {
  readonly state?: ApprovalState | undefined
  /** Cursor: id of the last item of the previous page. */
  readonly after?: string | undefined
  readonly limit: number
}

/** Maximum number of rows per sweep statement, so that locks are short. */
const SWEEP_ROWS = 1_000

/** Maximum numbers of pending requests. Concurrent requests may slightly exceed them. */
export interface PendingBounds {
  readonly tenantMax: number
  /** Maximum per agent, so that one agent cannot block the others. */
  readonly agentMax: number
}

/** Creates a request, or returns the pending request of the same call. That request then requires the higher number of approvals. */
export async function fileApproval(
  store: Store,
  tenantId: string,
  newApproval: NewApproval,
  now: Date,
  { tenantMax, agentMax }: PendingBounds,
): Promise<
  | { readonly id: string; readonly expiresAt: Date; readonly minApprovals: number; readonly isNew: boolean }
  | 'full'
  | 'agent_full'
> {
  return store.db.transaction().execute(async (transaction) => {
    // Only an expired request of the same call conflicts with this one.
    await transaction
      .updateTable('approvals')
      .set({ state: 'expired' })
      .where('tenant_id', '=', tenantId)
      .where('call_hmac', '=', newApproval.callHmac)
      .where('state', '=', 'pending')
      .where('expires_at', '<=', now)
      .execute()
    const { all, own } = await countPending(transaction, tenantId, newApproval, now)
    if (all >= tenantMax) return 'full'
    if (own >= agentMax) return 'agent_full'
    const row = await transaction
      .insertInto('approvals')
      .values({
        tenant_id: tenantId,
        id: newApproval.id,
        call_hmac: newApproval.callHmac,
        agent_key: newApproval.agentKey,
        tool: newApproval.tool,
        user_role: newApproval.userRole ?? null,
        session_id: newApproval.sessionId ?? null,
        reason: newApproval.reason,
        shown: newApproval.shown,
        state: 'pending',
        min_approvals: newApproval.minApprovals,
        created_at: now,
        expires_at: newApproval.expiresAt,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'call_hmac'])
          .where('state', '=', 'pending')
          .doUpdateSet({ min_approvals: sql`greatest(approvals.min_approvals, excluded.min_approvals)` }),
      )
      .returning(['id', 'expires_at', 'min_approvals'])
      .executeTakeFirstOrThrow()
    return { id: row.id, expiresAt: row.expires_at, minApprovals: row.min_approvals, isNew: row.id === newApproval.id }
  })
}

/** Counts other pending calls, in total and of the same agent. */
async function countPending(
  transaction: Transaction<DB>,
  tenantId: string,
  { agentKey, callHmac }: NewApproval,
  now: Date,
): Promise<{ readonly all: number; readonly own: number }> {
  return transaction
    .selectFrom('approvals')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('agent_key', '=', agentKey).as('own'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('state', '=', 'pending')
    .where('expires_at', '>', now)
    .where('call_hmac', '!=', callHmac)
    .executeTakeFirstOrThrow()
}

export async function readApproval(
  store: Store,
  tenantId: string,
  id: string,
  now: Date,
): Promise<ApprovalRow | undefined> {
  return UUID.test(id) ? readApprovalRow(store.db, tenantId, id, now) : undefined
}

/** Requests of a tenant, newest first. */
export async function listApprovals(
  store: Store,
  tenantId: string,
  { state, after, limit }: ApprovalPage,
  now: Date,
): Promise<readonly ApprovalRow[]> {
  if (after !== undefined && !UUID.test(after)) return []
  let select = store.db.selectFrom('approvals').select(APPROVAL_COLUMNS).where('tenant_id', '=', tenantId)
  if (after !== undefined) select = select.where('id', '<', after)
  if (state === 'expired') select = select.where((is) => is.or([is('state', '=', 'expired'), isOver(now)]))
  else if (state !== undefined) select = select.where('state', '=', state).where((is) => is.not(isOver(now)))
  const rows = await select.orderBy('id', 'desc').limit(limit).execute()
  if (rows.length === 0) return []
  const decisions = await decisionsOf(
    store.db,
    tenantId,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => toApproval(row, decisions.get(row.id) ?? [], now))
}

/** Returns the number of a tenant's requests on all pages. */
export async function countApprovals(
  store: Store,
  tenantId: string,
  state: ApprovalState | undefined,
  now: Date,
): Promise<number> {
  let select = store.db.selectFrom('approvals').where('tenant_id', '=', tenantId)
  if (state === 'expired') select = select.where((is) => is.or([is('state', '=', 'expired'), isOver(now)]))
  else if (state !== undefined) select = select.where('state', '=', state).where((is) => is.not(isOver(now)))
  const { count } = await select.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return count
}

/** Removes requests that ended before a time. @returns their number */
export async function sweepApprovals(store: Store, before: Date): Promise<number> {
  let removed = 0
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- piece by piece, so that no statement holds locks for long
    const { rows } = await sql`
      DELETE FROM approvals WHERE (tenant_id, id) IN (
        SELECT tenant_id, id FROM approvals
         WHERE expires_at < ${before} AND coalesce(grant_expires_at, expires_at) < ${before}
         LIMIT ${SWEEP_ROWS} FOR UPDATE SKIP LOCKED)
      RETURNING 1`.execute(store.db)
    removed += rows.length
    if (rows.length < SWEEP_ROWS) return removed
  }
}

/** Returns the condition for pending or approved requests whose time has expired. */
function isOver(now: Date) {
  return sql<boolean>`((state = 'pending' AND expires_at <= ${now}) OR (state = 'approved' AND grant_expires_at <= ${now}))`
}
