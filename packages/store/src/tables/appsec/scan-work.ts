import type { ScannerName } from '@gatehouse/contracts/scans'
import { sql } from 'kysely'
import type { Store } from '../../connect.ts'
import type { LeaseState, WorkerLease } from '../lease.ts'
import { jsonb, storable } from './jsonb.ts'
import { keepScanFiles, type LookedAt } from './scan-files.ts'
import { findSuspect, FRESH, type Losses, SUSPECT } from './scan-losses.ts'
import { findScan, type ScannerStates, type ScanRow } from './scans.ts'

/** Own limit of scans in progress over all workers. Each has its extracted source on disk. */
const RUNNING_MAX = 16

/** Work item that one worker owns until its lease expires. */
export type ScanWork =
  /** Fetches the source and creates the shards. */
  | { readonly kind: 'prepare'; readonly scan: ScanRow; readonly isPlanned: boolean; readonly attempts: number }
  | {
      readonly kind: 'shard'
      readonly scan: ScanRow
      readonly scanner: ScannerName
      readonly shardId: string
      readonly attempts: number
    }
  /** Merges the results of the shards into the findings. */
  | { readonly kind: 'settle'; readonly scan: ScanRow; readonly attempts: number }

/**
 * Claims the next available work item of all organizations. An item that crashed a worker is claimed first, and only by an idle process,
 * so that a second crash has a clear cause.
 * @param isIdle whether the process has no other work
 */
export async function claimScanWork(store: Store, lease: WorkerLease, isIdle = true): Promise<ScanWork | undefined> {
  const hasSuspect = await findSuspect(store)
  if (hasSuspect && !isIdle) return undefined
  const losses = hasSuspect ? SUSPECT : FRESH
  return (
    (await claimSettle(store, lease, losses)) ??
    (await claimPrepare(store, lease, losses)) ??
    (await claimShard(store, lease, losses))
  )
}

interface ClaimedScan {
  readonly id: string
  readonly planned: boolean
  readonly attempts: number
}

/** Prefers organizations with the fewest scans in progress, then interactive scans, then the oldest. */
async function claimPrepare(
  store: Store,
  { worker, lease_ms }: WorkerLease,
  { min, max }: Losses,
): Promise<ScanWork | undefined> {
  const { rows } = await sql<ClaimedScan>`
    UPDATE scans SET status = 'RUNNING', started_at = coalesce(started_at, now()), worker = ${worker},
           lease_until = now() + ${lease_ms} * interval '1 ms', attempts = attempts + 1, settled = false
     WHERE id = (
       SELECT id FROM scans AS next
        WHERE attempts BETWEEN ${min} AND ${max}
          AND ((status = 'QUEUED' AND (SELECT count(*) FROM scans WHERE status = 'RUNNING') < ${RUNNING_MAX})
           OR (status = 'RUNNING' AND NOT planned AND (lease_until IS NULL OR lease_until < now())))
        ORDER BY (SELECT count(*) FROM scans AS busy
                   WHERE busy.status = 'RUNNING' AND busy.organization_id = next.organization_id),
                 source ->> 'kind' = 'inventory', created_at
        LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING id, planned, attempts`.execute(store.db)
  const scan = await claimed(store, rows[0])
  return scan && { kind: 'prepare', scan, isPlanned: rows[0]!.planned, attempts: rows[0]!.attempts }
}

async function claimSettle(
  store: Store,
  { worker, lease_ms }: WorkerLease,
  { min, max }: Losses,
): Promise<ScanWork | undefined> {
  const { rows } = await sql<ClaimedScan>`
    UPDATE scans SET worker = ${worker}, lease_until = now() + ${lease_ms} * interval '1 ms', attempts = attempts + 1
     WHERE id = (
       SELECT id FROM scans AS next
        WHERE NOT settled AND (lease_until IS NULL OR lease_until < now()) AND attempts BETWEEN ${min} AND ${max}
          AND (status = 'STOPPED' OR (status = 'RUNNING' AND planned AND NOT EXISTS (
                SELECT FROM scan_shards WHERE scan_id = next.id AND status IN ('QUEUED', 'RUNNING'))))
        ORDER BY created_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING id, planned, attempts`.execute(store.db)
  const scan = await claimed(store, rows[0])
  return scan && { kind: 'settle', scan, attempts: rows[0]!.attempts }
}

async function claimShard(
  store: Store,
  { worker, lease_ms }: WorkerLease,
  { min, max }: Losses,
): Promise<ScanWork | undefined> {
  const { rows } = await sql<{ scan_id: string; scanner: ScannerName; shard_id: string; attempts: number }>`
    UPDATE scan_shards SET status = 'RUNNING', worker = ${worker}, files_done = 0, attempts = scan_shards.attempts + 1,
           lease_until = now() + ${lease_ms} * interval '1 ms'
      FROM (SELECT shard.scan_id, shard.scanner, shard.shard_id
              FROM scan_shards AS shard JOIN scans ON scans.id = shard.scan_id
             WHERE scans.status = 'RUNNING' AND scans.planned AND shard.attempts BETWEEN ${min} AND ${max}
               AND (shard.status = 'QUEUED' OR (shard.status = 'RUNNING' AND shard.lease_until < now()))
             ORDER BY (SELECT count(*) FROM scan_shards AS busy
                        WHERE busy.scan_id = shard.scan_id AND busy.status = 'RUNNING'),
                      scans.started_at, shard.scanner, shard.shard_id
             LIMIT 1 FOR UPDATE OF shard SKIP LOCKED) AS next
     WHERE scan_shards.scan_id = next.scan_id AND scan_shards.scanner = next.scanner
       AND scan_shards.shard_id = next.shard_id
    RETURNING scan_shards.scan_id, scan_shards.scanner, scan_shards.shard_id, scan_shards.attempts`.execute(store.db)
  const [row] = rows
  const scan = await claimed(store, row && { id: row.scan_id })
  return scan && { kind: 'shard', scan, scanner: row!.scanner, shardId: row!.shard_id, attempts: row!.attempts }
}

async function claimed(store: Store, row: { readonly id: string } | undefined): Promise<ScanRow | undefined> {
  return row === undefined ? undefined : findScan(store, row.id)
}

/**
 * Renews the lease of a task.
 * @param filesDone number of completed files of the shard
 * @returns `ended` if the scan was paused, stopped, cancelled or deleted, or the work is done
 */
export async function renewScanWork(
  store: Store,
  work: ScanWork,
  { worker, lease_ms }: WorkerLease,
  filesDone = 0,
): Promise<LeaseState> {
  const until = sql`now() + ${lease_ms} * interval '1 ms'`
  const { numAffectedRows = 0n } =
    work.kind === 'shard'
      ? await sql`
          UPDATE scan_shards SET lease_until = ${until}, files_done = ${filesDone}
           WHERE scan_id = ${work.scan.id} AND scanner = ${work.scanner} AND shard_id = ${work.shardId}
             AND worker = ${worker} AND status = 'RUNNING'`.execute(store.db)
      : await sql`
          UPDATE scans SET lease_until = ${until} WHERE id = ${work.scan.id} AND worker = ${worker}`.execute(store.db)
  if (numAffectedRows > 0n) return 'held'
  const { rows } =
    work.kind === 'shard'
      ? await sql`
          SELECT FROM scan_shards WHERE scan_id = ${work.scan.id} AND scanner = ${work.scanner}
             AND shard_id = ${work.shardId} AND worker <> ${worker} AND status = 'RUNNING'`.execute(store.db)
      : await sql`
          SELECT FROM scans WHERE id = ${work.scan.id} AND worker <> ${worker} AND NOT settled`.execute(store.db)
  return rows.length > 0 ? 'taken' : 'ended'
}

/** Content of a planned shard. */
export interface PlannedShard {
  readonly scanner: ScannerName
  readonly id: string
  readonly files: number
}

/** Plan of a scan before any shard runs. */
export interface ScanPlan {
  readonly shards: readonly PlannedShard[]
  /** Parts of the source that cannot be analysed. */
  readonly gaps: readonly object[]
  readonly files: number
  readonly commitSha?: string
  /** Source with resolved details such as the commit, the same for every worker. */
  readonly source: ScanRow['source']
  /** Scanners without files, which are complete. */
  readonly idle: readonly ScannerName[]
  /** Advisory snapshot, the same for every worker. */
  readonly advisories?: string
  /** Absent for a scan without files. */
  readonly looked?: LookedAt
}

/** Stores the shards of a scan, once. @returns false when the scan no longer belongs to the worker */
export function planScan(store: Store, scanId: string, worker: string, plan: ScanPlan): Promise<boolean> {
  return store.db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ organization_id: string }>`
      UPDATE scans SET planned = true, worker = NULL, lease_until = NULL, attempts = 0, gaps = ${jsonb(plan.gaps)},
             files_scanned = ${plan.files}, source = ${jsonb(plan.source)},
             progress = ${jsonb(idleStates(plan.idle))}, advisories = ${plan.advisories ?? null},
             commit_sha = coalesce(${plan.commitSha ?? null}, commit_sha)
       WHERE id = ${scanId} AND worker = ${worker} AND status = 'RUNNING' RETURNING organization_id`.execute(
      transaction,
    )
    const [scan] = rows
    if (scan === undefined) return false
    await sql`
      INSERT INTO scan_shards (scan_id, organization_id, scanner, shard_id, files)
      SELECT ${scanId}, ${scan.organization_id}, scanner, id, files
        FROM jsonb_to_recordset(${jsonb(plan.shards)}::jsonb) AS (scanner text, id text, files int)
      ON CONFLICT DO NOTHING`.execute(transaction)
    if (plan.looked !== undefined) await keepScanFiles(transaction, scan.organization_id, scanId, plan.looked)
    return true
  })
}

function idleStates(idle: readonly ScannerName[]): ScannerStates {
  const through = { status: 'COMPLETED', findingsCount: 0, filesCompleted: 0, filesTotal: 0 } as const
  return Object.fromEntries(idle.map((name) => [name, through]))
}

/** Releases a scan that needs no preparation. */
export async function releaseScan(store: Store, scanId: string, worker: string): Promise<void> {
  await store.db
    .updateTable('scans')
    .set({ worker: null, lease_until: null, attempts: 0 })
    .where('id', '=', scanId)
    .where('worker', '=', worker)
    .execute()
}

export interface ShardOutcome {
  readonly status: 'COMPLETED' | 'FAILED'
  readonly findings: number
  /** Compressed observations and gaps. */
  readonly result: Buffer
}

/**
 * Stores the complete result of a shard, once, even if several workers ran it.
 * @returns false if the worker was too late: the scan no longer runs, or another worker owns the shard
 */
export function finishShard(
  store: Store,
  work: ScanWork & { readonly kind: 'shard' },
  worker: string,
  { status, findings, result }: ShardOutcome,
): Promise<boolean> {
  return store.db.transaction().execute(async (transaction) => {
    const scan = await transaction
      .selectFrom('scans')
      .select('status')
      .where('id', '=', work.scan.id)
      .forShare()
      .executeTakeFirst()
    if (scan?.status !== 'RUNNING') return false
    const { numUpdatedRows } = await transaction
      .updateTable('scan_shards')
      .set({ status, findings, result, worker: null, lease_until: null, files_done: sql<number>`files` })
      .where('scan_id', '=', work.scan.id)
      .where('scanner', '=', work.scanner)
      .where('shard_id', '=', work.shardId)
      .where('status', '=', 'RUNNING')
      .where('worker', '=', worker)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  })
}

/**
 * Ends a scan without a usable result, or one that keeps crashing its workers. It never passes.
 * @returns false when neither the scan nor one of its shards belongs to the worker
 */
export async function failScan(store: Store, scanId: string, worker: string, message: string): Promise<boolean> {
  const reasons = jsonb(['The scan failed; its findings are incomplete.'])
  const { numAffectedRows = 0n } = await sql`
    UPDATE scans SET status = 'FAILED', completed_at = now(), gate_result = 'FAILED', gate_reasons = ${reasons},
           error_message = ${storable(message)}, settled = true, worker = NULL, lease_until = NULL
     WHERE id = ${scanId} AND status = 'RUNNING'
       AND (worker = ${worker} OR EXISTS (
         SELECT FROM scan_shards WHERE scan_id = scans.id AND status = 'RUNNING' AND worker = ${worker}))`.execute(
    store.db,
  )
  return numAffectedRows > 0n
}

/** Leaves a stopped scan without new findings, because merging them crashes workers. It can be resumed. */
export async function leaveUnsettled(store: Store, scanId: string, worker: string, message: string): Promise<void> {
  await store.db
    .updateTable('scans')
    .set({ settled: true, error_message: storable(message), worker: null, lease_until: null, attempts: 0 })
    .where('id', '=', scanId)
    .where('worker', '=', worker)
    .where('status', '=', 'STOPPED')
    .execute()
}

/** Releases all work of a worker at its regular end. */
export async function releaseWorker(store: Store, worker: string): Promise<void> {
  await sql`
    UPDATE scan_shards SET status = 'QUEUED', worker = NULL, lease_until = NULL, attempts = attempts - 1
     WHERE worker = ${worker} AND status = 'RUNNING'`.execute(store.db)
  await sql`
    UPDATE scans SET worker = NULL, lease_until = NULL, attempts = attempts - 1 WHERE worker = ${worker}`.execute(
    store.db,
  )
}
