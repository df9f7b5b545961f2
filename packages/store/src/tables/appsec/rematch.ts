import type { FindingSeverity } from '@gatehouse/contracts/scans'
import { uuidv7 } from '@gatehouse/kernel'
import { type Kysely, sql } from 'kysely'
import type { Store } from '../../connect.ts'
import type { DB } from '../../schema.gen.ts'
import { BRANCH } from './branches.ts'
import { copyInventory } from './scan-inventories.ts'
import { findScan, insertScan, type NewScan, type ScanRow } from './scans.ts'

/** Advisories newer than those of earlier matches. */
export interface NewerAdvisories {
  readonly organizationId: string
  /** See `matchMark`. */
  readonly mark: string
  /** Other branches than the default branch are skipped if their last scan is older. */
  readonly since: Date
}

/** Results of the last scan for packages that must be matched again. */
export interface StalePackages {
  readonly scan: ScanRow
  /** Packed. */
  readonly inventory: Buffer
  readonly found: readonly FoundBefore[]
}

/** A finding of the dependency scanner. */
export interface FoundBefore {
  readonly identity: string
  readonly severity: FindingSeverity
  /** Known to be exploited. */
  readonly kev: boolean
  /** Whether another scanner reported the same finding, and its text may be displayed. */
  readonly isShared: boolean
}

/** Organizations that have packages. */
export async function organizationsWithPackages(store: Store): Promise<readonly string[]> {
  const rows = await store.db.selectFrom('scan_inventories').select('organization_id').distinct().execute()
  return rows.map((row) => row.organization_id)
}

/**
 * Returns scans whose packages were never matched with these advisories or newer ones: of each branch the last COMPLETED scan with
 * packages, unless a scan in progress will match them.
 */
export async function staleInventories(
  store: Store,
  newer: NewerAdvisories,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM (${newestOf(newer)}) AS newest WHERE ${isStale(newer)} ORDER BY id LIMIT ${limit}`.execute(store.db)
  return rows.map(({ id }) => id)
}

/** Numbers of queued or running scans of stored packages. */
export interface InventoryScans {
  readonly all: number
  readonly own: number
}

export async function countInventoryScans(store: Store, organizationId: string): Promise<InventoryScans> {
  const { rows } = await sql<InventoryScans>`
    SELECT count(*)::int AS all, count(*) FILTER (WHERE organization_id = ${organizationId})::int AS own FROM scans
     WHERE status IN ('QUEUED', 'RUNNING') AND source ->> 'kind' = 'inventory'`.execute(store.db)
  return rows[0]!
}

/** Lease of a matching process. Exceeds the time that a service needs for all packages. */
const MATCHING_MS = 10 * 60_000

/**
 * Matches packages again and queues the resulting scan, atomically. A lease protects them meanwhile: only one process does the work,
 * another takes over after a crash, and no database lock is held during requests to services.
 * @param scanOf returns the scan; undefined: no change
 * @returns the queued scan; undefined if there is none, or another process handles it
 */
export async function rematchInventory(
  store: Store,
  scanId: string,
  newer: NewerAdvisories,
  scanOf: (stale: StalePackages) => Promise<NewScan | undefined>,
): Promise<NewScan | undefined> {
  const claim = uuidv7()
  const inventory = await claimInventory(store.db, scanId, newer, claim)
  if (inventory === undefined) return undefined
  try {
    const scan = await findScan(store, scanId)
    if (scan === undefined) return undefined
    const queued = await scanOf({ scan, inventory, found: await foundBefore(store.db, scan) })
    return await store.db.transaction().execute(async (transaction) => {
      // Another process has taken over, or a scan of the branch was queued meanwhile.
      if (!(await isClaimHeld(transaction, scanId, newer, claim))) return undefined
      await sql`
        UPDATE scan_inventories SET matched_with = ${newer.mark}
         WHERE scan_id = ${scanId} AND organization_id = ${newer.organizationId}`.execute(transaction)
      if (queued === undefined) return undefined
      await insertScan({ db: transaction }, queued)
      await copyInventory(transaction, queued, scanId)
      return queued
    })
  } finally {
    await sql`
      UPDATE scan_inventories SET matching_by = NULL, matching_until = NULL
       WHERE scan_id = ${scanId} AND matching_by = ${claim}`.execute(store.db)
  }
}

async function claimInventory(
  db: Kysely<DB>,
  scanId: string,
  newer: NewerAdvisories,
  claim: string,
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ inventory: Buffer }>`
    UPDATE scan_inventories AS kept
       SET matching_by = ${claim}, matching_until = now() + ${MATCHING_MS} * interval '1 ms'
     WHERE scan_id = ${scanId} AND organization_id = ${newer.organizationId} AND ${isStale(newer)}
       AND (matching_until IS NULL OR matching_until < now())
       AND EXISTS (SELECT FROM (${newestOf(newer, scanId)}) AS newest WHERE newest.id = kept.scan_id)
    RETURNING inventory`.execute(db)
  return rows[0]?.inventory
}

async function isClaimHeld(db: Kysely<DB>, scanId: string, newer: NewerAdvisories, claim: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM scan_inventories AS kept
     WHERE scan_id = ${scanId} AND organization_id = ${newer.organizationId} AND ${isStale(newer)}
       AND matching_by = ${claim}
       AND EXISTS (SELECT FROM (${newestOf(newer, scanId)}) AS newest WHERE newest.id = kept.scan_id)
       FOR UPDATE`.execute(db)
  return rows.length > 0
}

/** Marks sort by time in any database collation. */
function isStale({ mark }: NewerAdvisories) {
  return sql<boolean>`(matched_with IS NULL OR matched_with COLLATE "C" < ${mark})`
}

/** Returns, for each branch of the organization or of one scan's project, the scan with the current packages. */
function newestOf({ organizationId, since }: NewerAdvisories, scanId?: string) {
  const project =
    scanId === undefined
      ? sql`true`
      : sql`scans.project_id = (SELECT project_id FROM scan_inventories WHERE scan_id = ${scanId})`
  return sql`
    SELECT last.* FROM (
      SELECT DISTINCT ON (scans.project_id, ${BRANCH}) scans.id, scans.project_id, packages.matched_with,
             ${BRANCH} AS branch, projects.default_branch, scans.completed_at, scans.source
        FROM scan_inventories AS packages JOIN scans ON scans.id = packages.scan_id
             JOIN projects ON projects.id = scans.project_id
       WHERE packages.organization_id = ${organizationId} AND scans.status = 'COMPLETED' AND ${project}
       ORDER BY scans.project_id, ${BRANCH}, scans.completed_at DESC) AS last
     WHERE (last.branch = last.default_branch
            OR coalesce((last.source ->> 'scannedAt')::timestamptz, last.completed_at) >= ${since})
       AND NOT EXISTS (
         SELECT FROM scans AS busy
          WHERE busy.project_id = last.project_id AND coalesce(busy.branch, last.default_branch) = last.branch
            AND busy.status IN ('QUEUED', 'RUNNING')
            AND (busy.scan_type IN ('FULL', 'SCA_ONLY') OR busy.source ->> 'kind' = 'inventory'))`
}

async function foundBefore(
  db: Kysely<DB>,
  { id, organizationId }: Pick<ScanRow, 'id' | 'organizationId'>,
): Promise<readonly FoundBefore[]> {
  const { rows } = await sql<FoundBefore>`
    SELECT known.identity, findings.severity, coalesce(findings.details #> '{metadata,kev}' = 'true', false) AS kev,
           jsonb_array_length(findings.details -> 'seenBy') > 1 AS "isShared"
      FROM findings JOIN known_findings AS known
           ON known.project_id = findings.project_id AND known.fingerprint = findings.fingerprint
     WHERE findings.organization_id = ${organizationId} AND findings.scan_id = ${id} AND NOT findings.is_gap
       AND findings.details -> 'seenBy' @> '["SCA"]'`.execute(db)
  return rows
}
