import type { FindingStatus } from '@gatehouse/contracts'
import { sql } from 'kysely'
import type { Store } from '../../connect.ts'

/** What is known in a project of a finding: what people said of it, and what its last scan saw. */
export interface JudgedRow {
  readonly identity: string
  readonly status: FindingStatus
  readonly statusNote: string | null
  /** A later scan found it no more, or somebody said that it is dealt with. */
  readonly isGone: boolean
  /** Of its last scan; null where that scan was removed. */
  readonly metadata: Readonly<Record<string, unknown>> | null
}

/** All findings that a project ever had of these identities. */
export async function readJudged(
  store: Store,
  organizationId: string,
  projectId: string,
  identities: readonly string[],
): Promise<readonly JudgedRow[]> {
  if (identities.length === 0) return []
  const { rows } = await sql<JudgedRow>`
    SELECT known.identity, known.status, known.status_note AS "statusNote", known.gone_at IS NOT NULL AS "isGone",
           findings.details -> 'metadata' AS metadata
      FROM known_findings AS known
      LEFT JOIN findings ON findings.project_id = known.project_id AND findings.fingerprint = known.fingerprint
                        AND findings.scan_id = known.last_scan_id
     WHERE known.organization_id = ${organizationId} AND known.project_id = ${projectId}
       AND known.identity = ANY (${[...identities]})`.execute(store.db)
  return rows
}
