import type { FindingSeverity, FindingStatus } from '@gatehouse/contracts/scans'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../schema.gen.ts'

export interface TriageChange {
  readonly organizationId: string
  readonly projectId: string
  readonly fingerprints: readonly string[]
  readonly status: FindingStatus
  /** Absent: kept; null: removed. */
  readonly note: string | null | undefined
}

/** Sets the triage of fingerprints in all scans of a project. The caller holds the advisory lock of the project. */
export async function applyTriage(db: Kysely<DB>, change: TriageChange): Promise<void> {
  const { organizationId, projectId, status, note } = change
  const fingerprints = [...change.fingerprints]
  if (fingerprints.length === 0) return
  const noted = note === undefined ? sql`` : sql`, status_note = ${note}`
  // Scans are locked before their findings, in the same order as for cancel and delete.
  await sql`
    SELECT FROM scans WHERE organization_id = ${organizationId} AND id IN (
      SELECT scan_id FROM findings WHERE organization_id = ${organizationId} AND project_id = ${projectId}
         AND fingerprint = ANY (${fingerprints})) ORDER BY id FOR NO KEY UPDATE`.execute(db)
  await sql`
    UPDATE known_findings SET status = ${status} ${noted}, import_resolved = false,
           accepted_until = CASE WHEN ${status} = 'ACCEPTED_RISK' THEN accepted_until END,
           accepted_by = CASE WHEN ${status} = 'ACCEPTED_RISK' THEN accepted_by END,
           gone_at = CASE WHEN ${status} = 'RESOLVED' THEN coalesce(gone_at, now())
                          WHEN status = 'RESOLVED' THEN NULL ELSE gone_at END
     WHERE project_id = ${projectId} AND fingerprint = ANY (${fingerprints})`.execute(db)
  const { rows: kinds } = await sql<{ scan_id: string }>`
    WITH kinds AS (
      SELECT scan_id, scanner, severity, status, count(*)::int AS count FROM findings
       WHERE organization_id = ${organizationId} AND project_id = ${projectId} AND fingerprint = ANY (${fingerprints})
         AND status <> ${status} GROUP BY 1, 2, 3, 4
    ), fewer AS (
      UPDATE finding_counts AS counts SET count = counts.count - kinds.count FROM kinds
       WHERE counts.scan_id = kinds.scan_id AND counts.scanner = kinds.scanner
         AND counts.severity = kinds.severity AND counts.status = kinds.status
    )
    INSERT INTO finding_counts AS counts (scan_id, organization_id, scanner, severity, status, count)
    SELECT scan_id, ${organizationId}, scanner, severity, ${status}, sum(count)::int FROM kinds GROUP BY 1, 3, 4
    ON CONFLICT (scan_id, scanner, severity, status) DO UPDATE SET count = counts.count + excluded.count
    RETURNING scan_id`.execute(db)
  await sql`
    UPDATE findings SET status = ${status} ${noted}
     WHERE organization_id = ${organizationId} AND project_id = ${projectId}
       AND fingerprint = ANY (${fingerprints})`.execute(db)
  await countOpen(db, [...new Set(kinds.map(({ scan_id }) => scan_id))])
  // Documents with this triage are renewed at their next read.
  await sql`
    UPDATE scans SET triage_version = triage_version + 1
     WHERE organization_id = ${organizationId} AND id IN (
       SELECT scan_id FROM findings WHERE organization_id = ${organizationId} AND project_id = ${projectId}
          AND fingerprint = ANY (${fingerprints}) AND details #> '{metadata,purl}' IS NOT NULL)`.execute(db)
}

/** Updates the counts of scans: all open findings. docs/spec/appsec.md "Details". */
export async function countOpen(db: Kysely<DB>, scanIds: readonly string[]): Promise<void> {
  const of = (severity: FindingSeverity) =>
    sql`coalesce((SELECT sum(count)::int FROM finding_counts WHERE scan_id = scans.id AND severity = ${severity}
          AND status IN ('OPEN', 'IN_PROGRESS')), 0)`
  await sql`
    UPDATE scans SET critical_count = ${of('CRITICAL')}, high_count = ${of('HIGH')}, medium_count = ${of('MEDIUM')},
           low_count = ${of('LOW')}, info_count = ${of('INFO')} WHERE id = ANY (${[...scanIds]})`.execute(db)
}
