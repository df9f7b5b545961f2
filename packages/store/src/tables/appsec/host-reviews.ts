import { uuidv7 } from '@gatehouse/kernel'
import { type Kysely, sql } from 'kysely'
import type { Store } from '../../connect.ts'
import type { DB } from '../../schema.gen.ts'
import { deliveryQueue } from '../delivery-queue.ts'
import { jsonb } from './jsonb.ts'

/** Reports of scans to git hosts. */
export const hostQueue = deliveryQueue<{ readonly enabled: boolean }>({
  deliveries: 'host_deliveries',
  receivers: 'host_links',
  tenant: 'organization_id',
  tenantType: 'uuid',
  receiver: 'project_id',
  key: 'project_id',
  claimed: sql`w.enabled`,
})

/** Body of a delivery. */
export interface HostReportTask {
  readonly scanId: string
  /** No earlier scan to compare with: all findings of the pull request are new. */
  readonly isFirst: boolean
}

/**
 * Queues the report of an ended scan to the git host, in the transaction that ends the scan. Only scans that a webhook queued are
 * reported: others may name a commit that they did not scan.
 */
export async function queueHostReport(
  db: Kysely<DB>,
  {
    id,
    organizationId,
    projectId,
  }: { readonly id: string; readonly organizationId: string; readonly projectId: string },
  isFirst: boolean,
): Promise<void> {
  const { rows } = await sql`
    SELECT FROM scans WHERE id = ${id} AND organization_id = ${organizationId} AND source_type = 'WEBHOOK'
       AND commit_sha IS NOT NULL`.execute(db)
  if (rows.length === 0) return
  const now = new Date()
  const body = JSON.stringify({ scanId: id, isFirst } satisfies HostReportTask)
  const delivery = { id: uuidv7(now.getTime()), tenantId: organizationId, receiverId: projectId }
  await hostQueue.queue({ db }, [{ ...delivery, event: 'scan_report', body }], now)
}

/** Comment on the line of a finding. */
export interface LineCommentRow {
  readonly id: string
  readonly path: string
  readonly scanner: string
}

/** Comments on a pull request. */
export interface HostReview {
  readonly summaryId: string | null
  /** Comments on lines, by fingerprint. */
  readonly inline: Readonly<Record<string, LineCommentRow>>
  /** Fingerprints of open findings that the pull request introduced; later scans of its branch do not report them as new. */
  readonly introduced: readonly string[]
}

interface Which {
  readonly organizationId: string
  readonly projectId: string
  readonly prNumber: number
}

/** Reserves the comments of a pull request for a delivery. @returns undefined if another delivery has them */
export async function claimHostReview(
  store: Store,
  { organizationId, projectId, prNumber }: Which,
  owner: string,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<HostReview | undefined> {
  const { rows } = await sql<HostReview>`
    INSERT INTO host_reviews AS r (organization_id, project_id, pr_number, lease_owner, lease_until)
    VALUES (${organizationId}, ${projectId}, ${prNumber}, ${owner}, ${until})
    ON CONFLICT (project_id, pr_number) DO UPDATE SET lease_owner = excluded.lease_owner, lease_until = excluded.lease_until
     WHERE r.organization_id = ${organizationId}
       AND (r.lease_until IS NULL OR r.lease_until < ${now} OR r.lease_owner = excluded.lease_owner)
    RETURNING summary_id AS "summaryId", inline, introduced`.execute(store.db)
  return rows[0]
}

/** Stores the comments. @param isDone releases them for other deliveries @returns false if another delivery has them */
export async function saveHostReview(
  store: Store,
  { organizationId, projectId, prNumber }: Which,
  owner: string,
  { summaryId, inline, introduced }: HostReview,
  isDone: boolean,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE host_reviews SET summary_id = ${summaryId}, inline = ${jsonb(inline)}::jsonb,
           introduced = ${jsonb(introduced)}::jsonb, updated_at = now(),
           lease_until = CASE WHEN ${isDone} THEN NULL ELSE lease_until END
     WHERE organization_id = ${organizationId} AND project_id = ${projectId} AND pr_number = ${prNumber}
       AND lease_owner = ${owner}`.execute(store.db)
  return numAffectedRows > 0n
}

/** Returns whether a later scan of the pull request has ended or is in progress. */
export async function hasLaterReview(
  store: Store,
  { organizationId, projectId, prNumber, scanId }: Which & { readonly scanId: string },
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM scans WHERE organization_id = ${organizationId} AND project_id = ${projectId} AND pr_number = ${prNumber}
       AND source_type = 'WEBHOOK' AND id > ${scanId} AND status IN ('COMPLETED', 'FAILED') LIMIT 1`.execute(store.db)
  return rows.length > 0
}

/** Disables the reports of a link that has failed for too long. @returns false if they were already disabled */
export async function disableHostReports(
  store: Store,
  organizationId: string,
  projectId: string,
  reason: string,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE host_links SET enabled = false, disabled_reason = ${reason}
     WHERE organization_id = ${organizationId} AND project_id = ${projectId} AND enabled`.execute(store.db)
  return numAffectedRows > 0n
}
