import { sql, type Transaction } from 'kysely'
import type { Store } from '../connect.ts'
import type { DB } from '../schema.gen.ts'
import { type ApprovalDecision, type ApprovalRow, readApprovalRow, stateNow, UUID } from './approval-rows.ts'

/** Result of a decision. */
export type Decided =
  | {
      readonly outcome: 'recorded' | 'decided_before' | 'same_approver' | 'same_key' | 'expired'
      readonly approval: ApprovalRow
    }
  | { readonly outcome: 'unknown' }

export type Spent =
  | { readonly outcome: 'spent'; readonly id: string }
  | { readonly outcome: 'unknown' | 'mismatch' | 'expired' | 'consumed' | 'pending' | 'denied' }

/**
 * Records a decision of one approver. Concurrent decisions are serialized. The last required approval creates the grant. One denial ends
 * the request.
 * @param result `approverKey` is the normalized name of the approver; with `distinctKeys` an approver who has approved as `decidedBy` cannot
 * approve again under another name, but can still deny
 */
export async function decideApproval(
  store: Store,
  tenantId: string,
  id: string,
  result: ApprovalDecision & { readonly approverKey: string; readonly distinctKeys: boolean },
  grant: { readonly id: string; readonly expiresAt: Date },
): Promise<Decided> {
  if (!UUID.test(id)) return { outcome: 'unknown' }
  return store.db.transaction().execute(async (transaction): Promise<Decided> => {
    await sql`SELECT 1 FROM approvals WHERE tenant_id = ${tenantId} AND id = ${id} FOR UPDATE`.execute(transaction)
    const before = await readApprovalRow(transaction, tenantId, id, result.decidedAt)
    if (before === undefined) return { outcome: 'unknown' }
    if (before.state === 'expired') return { outcome: 'expired', approval: before }
    if (before.state !== 'pending') return { outcome: 'decided_before', approval: before }
    if (result.distinctKeys && result.decision === 'approve' && before.decisions.some(decidedBy(result.decidedBy))) {
      return { outcome: 'same_key', approval: before }
    }
    if (!(await addDecision(transaction, tenantId, id, result))) return { outcome: 'same_approver', approval: before }
    const approvals = before.decisions.length + 1
    if (result.decision === 'deny' || approvals >= before.minApprovals) {
      await transaction
        .updateTable('approvals')
        .set(
          result.decision === 'deny'
            ? { state: 'denied', decided_at: result.decidedAt }
            : {
                state: 'approved',
                decided_at: result.decidedAt,
                grant_id: grant.id,
                grant_expires_at: grant.expiresAt,
              },
        )
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .execute()
    }
    const approval = await readApprovalRow(transaction, tenantId, id, result.decidedAt)
    return { outcome: 'recorded', approval: approval! }
  })
}

/**
 * Spends the grant of a request, identified by its own id or by that of the request, for its call. One statement finds and spends it, so
 * that of several concurrent callers exactly one succeeds.
 */
export async function spendGrant(
  store: Store,
  tenantId: string,
  by: { readonly grantId: string } | { readonly requestId: string },
  callHmac: Buffer,
  now: Date,
): Promise<Spent> {
  const [column, value] = 'grantId' in by ? (['grant_id', by.grantId] as const) : (['id', by.requestId] as const)
  if (!UUID.test(value)) return { outcome: 'unknown' }
  const spent = await store.db
    .updateTable('approvals')
    .set({ state: 'consumed', consumed_at: now })
    .where('tenant_id', '=', tenantId)
    .where(column, '=', value)
    .where('call_hmac', '=', callHmac)
    .where('state', '=', 'approved')
    .where('grant_expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  if (spent !== undefined) return { outcome: 'spent', id: spent.id }
  const found = await store.db
    .selectFrom('approvals')
    .select(['state', 'call_hmac', 'expires_at', 'grant_expires_at'])
    .where('tenant_id', '=', tenantId)
    .where(column, '=', value)
    .executeTakeFirst()
  if (found === undefined) return { outcome: 'unknown' }
  // A caller with another call must learn neither the purpose nor the state of the grant.
  if (!found.call_hmac.equals(callHmac)) return { outcome: 'mismatch' }
  const state = stateNow(found, now)
  // The request was approved after the first statement. The caller may retry.
  return { outcome: state === 'approved' ? 'pending' : state }
}

function decidedBy(actor: string): (approvalDecision: ApprovalDecision) => boolean {
  return (approvalDecision) => approvalDecision.decidedBy === actor
}

/** @returns false if the approver has already decided */
async function addDecision(
  transaction: Transaction<DB>,
  tenantId: string,
  id: string,
  result: ApprovalDecision & { readonly approverKey: string },
): Promise<boolean> {
  const done = await transaction
    .insertInto('approval_decisions')
    .values({
      tenant_id: tenantId,
      approval_id: id,
      approver_key: result.approverKey,
      approver: result.approver,
      decision: result.decision,
      comment: result.comment,
      decided_by: result.decidedBy,
      decided_at: result.decidedAt,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'approval_id', 'approver_key']).doNothing())
    .executeTakeFirst()
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n
}
