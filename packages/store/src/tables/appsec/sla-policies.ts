import { type Kysely, sql } from 'kysely'
import type { Store } from '../../connect.ts'
import type { DB } from '../../schema.gen.ts'
import { jsonb } from './jsonb.ts'
import type { ScanRow } from './scans.ts'

/** Days until a new finding is due; null: no due date. */
export interface SlaPolicy {
  readonly critical: number | null
  readonly high: number | null
  readonly medium: number | null
  readonly low: number | null
}

const NONE: SlaPolicy = { critical: null, high: null, medium: null, low: null }

export async function readSlaPolicy(store: Store, organizationId: string): Promise<SlaPolicy> {
  const { rows } = await sql<{ days: Partial<SlaPolicy> }>`
    SELECT days FROM sla_policies WHERE organization_id = ${organizationId}`.execute(store.db)
  return { ...NONE, ...rows[0]?.days }
}

/** Stores the policy; absent severities are unchanged. */
export async function saveSlaPolicy(
  store: Store,
  organizationId: string,
  change: Partial<SlaPolicy>,
): Promise<SlaPolicy> {
  const { rows } = await sql<{ days: Partial<SlaPolicy> }>`
    INSERT INTO sla_policies AS policy (organization_id, days) VALUES (${organizationId}, ${jsonb(change)}::jsonb)
    ON CONFLICT (organization_id) DO UPDATE SET days = policy.days || excluded.days RETURNING days`.execute(store.db)
  return { ...NONE, ...rows[0]?.days }
}

/** Sets the due dates of findings that this transaction has stored for the first time. */
export async function setDueDates(
  db: Kysely<DB>,
  { id, organizationId, projectId }: Pick<ScanRow, 'id' | 'organizationId' | 'projectId'>,
): Promise<void> {
  // now() is the start of the transaction, and therefore the time of first sight of new findings alone.
  await sql`
    UPDATE known_findings AS known
       SET due_at = first_seen_at + make_interval(days => (policy.days ->> lower(known.severity))::int)
      FROM sla_policies AS policy
     WHERE policy.organization_id = ${organizationId} AND known.organization_id = ${organizationId}
       AND known.project_id = ${projectId} AND known.last_scan_id = ${id} AND known.first_seen_at = now()
       AND known.due_at IS NULL AND policy.days ->> lower(known.severity) IS NOT NULL`.execute(db)
}
