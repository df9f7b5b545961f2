import type { FindingStatus } from '@gatehouse/contracts/scans'
import { sql } from 'kysely'
import type { Store } from '../../connect.ts'
import { isUuid } from './owned.ts'
import { countOpen } from './scan-settle.ts'

/** Returns the organizations of finding ids: for the caller's authorization check. */
export async function findingOwners(
  store: Store,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly organizationId: string }[]> {
  const { rows } = await sql<{ id: string; organizationId: string }>`
    SELECT id, organization_id AS "organizationId" FROM findings WHERE id = ANY (${ids.filter(isUuid)})`.execute(
    store.db,
  )
  return rows
}

/**
 * Sets the triage of findings. It applies to their fingerprints: all scans of the project show it, including later ones. Updates the
 * counts of those scans, but not gate decisions.
 * @param note absent: kept; null: removed
 * @returns number of existing findings
 */
export function triage(
  store: Store,
  organizationId: string,
  ids: readonly string[],
  status: FindingStatus,
  note: string | null | undefined,
): Promise<number> {
  const noted = note === undefined ? sql`` : sql`, status_note = ${note}`
  return store.db.transaction().execute(async (transaction) => {
    const { rows: about } = await sql<{ projectId: string; fingerprint: string }>`
      SELECT project_id AS "projectId", fingerprint FROM findings
       WHERE organization_id = ${organizationId} AND id = ANY (${[...ids]})`.execute(transaction)
    const groups = Map.groupBy(about, (item) => item.projectId)
    // A fixed order prevents deadlocks between concurrent changes of the same findings.
    for (const [projectId, group] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
      // A concurrently ending scan either sees this change or is updated by it.
      await sql`SELECT pg_advisory_xact_lock(hashtextextended(${projectId}, 0))`.execute(transaction)
      const fingerprints = group.map(({ fingerprint }) => fingerprint)
      // Scans are locked before their findings, in the same order as for cancel and delete.
      await sql`
        SELECT FROM scans WHERE organization_id = ${organizationId} AND id IN (
          SELECT scan_id FROM findings WHERE organization_id = ${organizationId} AND project_id = ${projectId}
             AND fingerprint = ANY (${fingerprints})) ORDER BY id FOR NO KEY UPDATE`.execute(transaction)
      await sql`
        UPDATE known_findings SET status = ${status} ${noted},
               gone_at = CASE WHEN ${status} = 'RESOLVED' THEN coalesce(gone_at, now())
                              WHEN status = 'RESOLVED' THEN NULL ELSE gone_at END
         WHERE project_id = ${projectId} AND fingerprint = ANY (${fingerprints})`.execute(transaction)
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
        RETURNING scan_id`.execute(transaction)
      await sql`
        UPDATE findings SET status = ${status} ${noted}
         WHERE organization_id = ${organizationId} AND project_id = ${projectId}
           AND fingerprint = ANY (${fingerprints})`.execute(transaction)
      await countOpen(transaction, [...new Set(kinds.map(({ scan_id }) => scan_id))])
      // Documents with this triage are renewed at their next read.
      await sql`
        UPDATE scans SET triage_version = triage_version + 1
         WHERE organization_id = ${organizationId} AND id IN (
           SELECT scan_id FROM findings WHERE organization_id = ${organizationId} AND project_id = ${projectId}
              AND fingerprint = ANY (${fingerprints}) AND details #> '{metadata,purl}' IS NOT NULL)`.execute(
        transaction,
      )
    }
    return about.length
  })
}
