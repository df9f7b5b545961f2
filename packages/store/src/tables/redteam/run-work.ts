import type { RunStatus, RunUsage } from '@gatehouse/contracts/redteam'
import type { ReportMeta, ReportSummary } from '@gatehouse/contracts/reports'
import { sql } from 'kysely'
import type { Store } from '../../connect.ts'
import { jsonb, storable } from '../appsec/jsonb.ts'
import type { LeaseState, WorkerLease } from '../lease.ts'

/** Run that one worker owns until its lease expires. */
export interface RedteamWork {
  readonly id: string
  readonly tenantId: string
  /** Sealed. */
  readonly request: Buffer
  readonly seed: string
  readonly startedBy: string
  /** Whether the run was cancelled without a worker. Its report must be written, but nothing sent. */
  readonly isCancelled: boolean
  /** Number of worker crashes since the last progress, including this one. */
  readonly attempts: number
}

/** Claims the next available run of all tenants: first of tenants with the fewest runs in progress, then the oldest. */
export async function claimRedteamRun(
  store: Store,
  { worker, lease_ms }: WorkerLease,
): Promise<RedteamWork | undefined> {
  const { rows } = await sql<ClaimedRow>`
    UPDATE redteam_runs SET status = CASE WHEN status = 'queued' THEN 'running' ELSE status END, worker = ${worker},
           lease_until = now() + ${lease_ms} * interval '1 ms', attempts = attempts + 1
     WHERE id = (
       SELECT id FROM redteam_runs AS next
        WHERE NOT settled AND (lease_until IS NULL OR lease_until < now())
        ORDER BY (SELECT count(*) FROM redteam_runs AS busy
                   WHERE NOT busy.settled AND busy.lease_until >= now() AND busy.tenant_id = next.tenant_id),
                 created_at
        LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING id, tenant_id, request, seed, started_by, status, attempts`.execute(store.db)
  const [row] = rows
  return (
    row && {
      id: row.id,
      tenantId: row.tenant_id,
      request: row.request,
      seed: row.seed,
      startedBy: row.started_by,
      isCancelled: row.status === 'cancelled',
      attempts: row.attempts,
    }
  )
}

interface ClaimedRow {
  readonly id: string
  readonly tenant_id: string
  /** Present until the run is settled. */
  readonly request: Buffer
  readonly seed: string
  readonly started_by: string
  readonly status: RunStatus
  readonly attempts: number
}

/**
 * Renews the lease of a run, and stores its usage.
 * @returns its status while the worker owns it
 */
export async function renewRedteamRun(
  store: Store,
  id: string,
  { worker, lease_ms }: WorkerLease,
  usage?: RunUsage,
): Promise<LeaseState | 'cancelled'> {
  const { rows } = await sql<{ status: RunStatus }>`
    UPDATE redteam_runs SET lease_until = now() + ${lease_ms} * interval '1 ms', usage = coalesce(${usageOf(usage)}::jsonb, usage)
     WHERE id = ${id} AND worker = ${worker} AND NOT settled RETURNING status`.execute(store.db)
  if (rows[0] !== undefined) return rows[0].status === 'cancelled' ? 'cancelled' : 'held'
  const { rows: others } = await sql`
    SELECT FROM redteam_runs WHERE id = ${id} AND worker <> ${worker} AND NOT settled`.execute(store.db)
  return others.length > 0 ? 'taken' : 'ended'
}

function usageOf(usage: RunUsage | undefined) {
  return usage === undefined ? null : jsonb(usage)
}

/** Releases all runs of a worker at its regular end. */
export async function releaseRedteamWorker(store: Store, worker: string): Promise<void> {
  await sql`
    UPDATE redteam_runs SET worker = NULL, lease_until = NULL, attempts = greatest(0, attempts - 1)
     WHERE worker = ${worker} AND NOT settled`.execute(store.db)
}

/** Report in its stored form. */
export interface StoredReport {
  readonly filename: string
  readonly targetUrl: string
  readonly meta: ReportMeta
  /** Packed. */
  readonly content: Buffer
}

export interface RunEnd {
  readonly status: Extract<RunStatus, 'done' | 'error' | 'cancelled'>
  readonly summary?: ReportSummary
  readonly error?: string
  readonly report?: StoredReport
  readonly usage?: RunUsage
}

/**
 * Ends a run. Its report and status are stored atomically. Its journal is deleted except for the progress.
 * @returns the current status, `cancelled` if it was cancelled meanwhile; undefined if the worker no longer owns it
 */
export function settleRedteamRun(
  store: Store,
  { id, tenantId }: Pick<RedteamWork, 'id' | 'tenantId'>,
  worker: string,
  { status, summary, error, report, usage }: RunEnd,
): Promise<RunStatus | undefined> {
  return store.db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ status: RunStatus }>`
      UPDATE redteam_runs SET status = CASE WHEN status = 'cancelled' THEN status ELSE ${status} END,
             finished_at = coalesce(finished_at, now()), settled = true, request = NULL, worker = NULL,
             lease_until = NULL, summary = ${summary === undefined ? null : jsonb(summary)}::jsonb,
             usage = coalesce(${usageOf(usage)}::jsonb, usage),
             error = CASE WHEN status = 'cancelled' THEN NULL ELSE ${error === undefined ? null : storable(error)} END
       WHERE id = ${id} AND tenant_id = ${tenantId} AND worker = ${worker} AND NOT settled
      RETURNING status`.execute(transaction)
    const [row] = rows
    if (row === undefined) return undefined
    await transaction.deleteFrom('redteam_attempts').where('run_id', '=', id).where('position', 'is', null).execute()
    await transaction.updateTable('redteam_attempts').set({ record: null }).where('run_id', '=', id).execute()
    if (report !== undefined) {
      await transaction
        .insertInto('redteam_reports')
        .values({
          run_id: id,
          tenant_id: tenantId,
          filename: report.filename,
          target_url: report.targetUrl,
          meta: jsonb(report.meta),
          content: report.content,
        })
        .execute()
    }
    return row.status
  })
}
