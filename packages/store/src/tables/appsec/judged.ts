import type { FindingStatus } from '@gatehouse/contracts/scans'
import { sql } from 'kysely'
import type { Store } from '../../connect.ts'

/** Triage of a finding in a project, and the result of its last scan. */
export interface TriagedRow {
  readonly identity: string
  readonly status: FindingStatus
  readonly statusNote: string | null
  /** Whether a later scan no longer found it, or it was marked as resolved. */
  readonly isGone: boolean
  /** Metadata of its last scan; null if that scan was removed. */
  readonly metadata: Readonly<Record<string, unknown>> | null
}

/** Returns all findings that a project ever had with these identities. */
export async function readTriaged(
  store: Store,
  organizationId: string,
  projectId: string,
  identities: readonly string[],
): Promise<readonly TriagedRow[]> {
  if (identities.length === 0) return []
  const { rows } = await sql<TriagedRow>`
    SELECT known.identity, known.status, known.status_note AS "statusNote", known.gone_at IS NOT NULL AS "isGone",
           findings.details -> 'metadata' AS metadata
      FROM known_findings AS known
      LEFT JOIN findings ON findings.project_id = known.project_id AND findings.fingerprint = known.fingerprint
                        AND findings.scan_id = known.last_scan_id
     WHERE known.organization_id = ${organizationId} AND known.project_id = ${projectId}
       AND known.identity = ANY (${[...identities]})`.execute(store.db)
  return rows
}
