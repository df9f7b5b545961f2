import { ACTIVE_SCAN_STATUSES } from '@gatehouse/contracts/scans'
import { Failure } from '@gatehouse/kernel'
import { type Kysely, sql } from 'kysely'
import type { Store } from '../../connect.ts'
import type { DB } from '../../schema.gen.ts'
import { insertScan, type NewScan } from './scans.ts'

/** Quota of one organization. */
export interface ScanQuota {
  /** Number of queued, running or paused scans. */
  readonly active_max: number
  /** Size of uploads and results on disk. */
  readonly stored_bytes_max: number
}

/** Used part of the quota. */
export interface ScanUsage {
  readonly active: number
  readonly stored_bytes: number
}

/** Quota usage of a new scan. */
export interface ScanDemand {
  readonly source_bytes: number
  /** Whether the request contains the upload, and therefore causes an excess. */
  readonly isUpload: boolean
}

const MB = 1_000_000
/** Own value: scans take minutes. */
const RETRY_S = 60

/** Returns the used quota. A shared upload counts once. */
export async function readScanUsage(db: Kysely<DB>, organizationId: string): Promise<ScanUsage> {
  const { rows } = await sql<{ active: number; stored_bytes: string }>`
    SELECT count(*) FILTER (WHERE status = ANY (${[...ACTIVE_SCAN_STATUSES]}))::int AS active,
           (coalesce(sum(result_bytes), 0) + coalesce(sum(source_bytes) FILTER (WHERE is_first), 0))::text AS stored_bytes
      FROM (SELECT status, result_bytes, source_bytes,
                   source_file IS NOT NULL AND row_number() OVER (PARTITION BY source_file ORDER BY id) = 1 AS is_first
              FROM scans WHERE organization_id = ${organizationId}) AS own`.execute(db)
  const [{ active, stored_bytes } = { active: 0, stored_bytes: '0' }] = rows
  return { active, stored_bytes: Number(stored_bytes) }
}

/**
 * Rejects a scan above the organization's quota.
 * @throws {Failure} `quota_exceeded`; `body_too_large` if the upload exceeds the quota
 */
export async function checkScanQuota(
  db: Kysely<DB>,
  organizationId: string,
  room: ScanQuota,
  { source_bytes, isUpload }: ScanDemand,
): Promise<void> {
  const { active, stored_bytes } = await readScanUsage(db, organizationId)
  if (active >= room.active_max) {
    const sentence = `This organization has ${active} queued, running or paused scans; the limit is ${room.active_max}. Wait for a scan to end, or stop one.`
    throw new Failure('quota_exceeded', sentence, { retryAfter_s: RETRY_S })
  }
  if (stored_bytes + source_bytes <= room.stored_bytes_max && stored_bytes < room.stored_bytes_max) return
  const more = isUpload ? `, and this upload ${megabytes(source_bytes)} more` : ''
  const sentence = `Uploads and results of this organization use ${megabytes(stored_bytes)}${more}; the limit is ${megabytes(room.stored_bytes_max)}. Delete scans that you no longer need.`
  throw isUpload
    ? new Failure('body_too_large', sentence)
    : new Failure('quota_exceeded', sentence, { retryAfter_s: RETRY_S })
}

/**
 * Queues a scan within the organization's quota. Concurrent calls are serialized.
 * @param make further writes in the same transaction
 * @throws {Failure} like {@link checkScanQuota}, and `not_found` if the project was deleted meanwhile
 */
export async function insertScanWithin(
  store: Pick<Store, 'db'>,
  scan: NewScan,
  room: ScanQuota,
  make: (db: Kysely<DB>) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const { organizationId, sourceBytes = 0, sourceType } = scan
  await store.db.transaction().execute(async (transaction) => {
    await lockScanQuota(transaction, organizationId)
    // An existing source needs no further quota.
    const isUpload = sourceType === 'UPLOAD' && scan.sharesSource !== true
    await checkScanQuota(transaction, organizationId, room, { source_bytes: isUpload ? sourceBytes : 0, isUpload })
    await insertScan({ db: transaction }, scan)
    await make(transaction)
  })
}

/** Locks the quota of the organization until the transaction ends. */
export async function lockScanQuota(db: Kysely<DB>, organizationId: string): Promise<void> {
  await db.selectFrom('organizations').select('id').where('id', '=', organizationId).forNoKeyUpdate().execute()
}

function megabytes(bytes: number): string {
  return `${(bytes / MB).toFixed(1)} MB`
}
