import type { FindingStatus } from '@gatehouse/contracts/scans'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../schema.gen.ts'

/** Maximum rows per statement: well within the statement timeout, with little memory. */
export const BATCH_ROWS = 1_000

/** Stored state of a finding in a project. */
export interface KnownRow {
  readonly identity: string
  readonly fingerprint: string
  readonly filePath: string
  readonly startLine: number
  readonly status: FindingStatus
  readonly statusNote: string | null
  /** Whether a complete import resolved it. */
  readonly importResolved: boolean
  /** Last scan that reported it. */
  readonly lastScanId: string
}

/** Returns the known findings with these identities. */
export async function readKnown(db: Kysely<DB>, projectId: string, identities: readonly string[]): Promise<KnownRow[]> {
  const known: KnownRow[] = []
  for (const batch of batches([...new Set(identities)])) {
    const { rows } = await sql<KnownRow>`
      SELECT identity, fingerprint, file_path AS "filePath", start_line AS "startLine", status,
             status_note AS "statusNote", import_resolved AS "importResolved", last_scan_id AS "lastScanId"
        FROM known_findings WHERE project_id = ${projectId} AND identity = ANY (${batch})`.execute(db)
    known.push(...rows)
  }
  return known
}

/** Rows in the batches of statements. */
export function batches<One>(all: readonly One[]): One[][] {
  const at = (_: unknown, number: number): One[] => all.slice(number * BATCH_ROWS, (number + 1) * BATCH_ROWS)
  return Array.from({ length: Math.ceil(all.length / BATCH_ROWS) }, at)
}
