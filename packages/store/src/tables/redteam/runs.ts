import type { RunStatus, RunUsage } from '@gatehouse/contracts/redteam'
import type { ReportSummary } from '@gatehouse/contracts/reports'
import { Failure } from '@gatehouse/kernel'
import { sql } from 'kysely'
import type { Store } from '../../connect.ts'
import { isUuid } from '../appsec/owned.ts'

/** Own limit of a tenant's runs in progress. Each keeps its attempts in memory and sends requests to a target. */
export const LIVE_RUNS_MAX = 10
/** Own limit of the compressed size of one tenant's reports, enough for many thousands. */
export const REPORT_BYTES_STORED_MAX = 20 * 1024 ** 3
/** Duration of a run with default size. */
const RETRY_AFTER_S = 30
/** Advisory lock id, combined with a digest of the tenant. */
const LIVE_RUNS_LOCK = 1_195_918_418

/** A run without its request. */
export interface RedteamRun {
  readonly id: string
  readonly tenantId: string
  readonly status: RunStatus
  readonly seed: string
  /** Displayed address. */
  readonly targetUrl: string
  readonly startedBy: string
  readonly estimatedTotal: number
  /** Number of completed attacks. */
  readonly progressTotal: number
  readonly createdAt: Date
  readonly finishedAt: Date | null
  readonly summary: ReportSummary | null
  /** Null until it has started. */
  readonly usage: RunUsage | null
  readonly error: string | null
  /** Whether nothing is left to do. */
  readonly isSettled: boolean
  /** Undefined without a report. */
  readonly reportFile: string | undefined
}

export interface NewRedteamRun {
  readonly id: string
  readonly tenantId: string
  /** Sealed. */
  readonly request: Buffer
  readonly seed: string
  readonly targetUrl: string
  readonly startedBy: string
  readonly estimatedTotal: number
}

/**
 * Queues a run.
 * @param storedMax_bytes size of the tenant's reports
 * @throws {Failure} `rate_limited` if the tenant has {@link LIVE_RUNS_MAX} runs in progress; `limit_reached` if its reports exceed the
 * quota
 */
export function insertRedteamRun(
  store: Store,
  run: NewRedteamRun,
  storedMax_bytes = REPORT_BYTES_STORED_MAX,
): Promise<RedteamRun> {
  return store.db.transaction().execute(async (transaction) => {
    await sql`SELECT pg_advisory_xact_lock(${LIVE_RUNS_LOCK}, hashtext(${run.tenantId}))`.execute(transaction)
    const { count } = await transaction
      .selectFrom('redteam_runs')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('tenant_id', '=', run.tenantId)
      .where('settled', '=', false)
      .executeTakeFirstOrThrow()
    if (Number(count) >= LIVE_RUNS_MAX) {
      const detail = `${LIVE_RUNS_MAX} runs have not ended: wait for one of them, or cancel it.`
      throw new Failure('rate_limited', detail, { retryAfter_s: RETRY_AFTER_S })
    }
    const { bytes } = await transaction
      .selectFrom('redteam_reports')
      .select(sql<number>`coalesce(sum(octet_length(content)), 0)::float8`.as('bytes'))
      .where('tenant_id', '=', run.tenantId)
      .executeTakeFirstOrThrow()
    if (bytes >= storedMax_bytes) {
      throw new Failure('limit_reached', 'Reports have taken all the room that there is: delete runs first (?purge=1).')
    }
    const row = await transaction
      .insertInto('redteam_runs')
      .values({
        id: run.id,
        tenant_id: run.tenantId,
        request: run.request,
        seed: run.seed,
        target_url: run.targetUrl,
        started_by: run.startedBy,
        estimated_total: run.estimatedTotal,
      })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
    return toRun({ ...row, filename: null })
  })
}

/** Returns a run of the tenant. */
export async function findRedteamRun(store: Store, tenantId: string, id: string): Promise<RedteamRun | undefined> {
  if (!isUuid(id)) return undefined
  const row = await withFile(store)
    .where('redteam_runs.id', '=', id)
    .where('redteam_runs.tenant_id', '=', tenantId)
    .executeTakeFirst()
  return row === undefined ? undefined : toRun(row)
}

/** Returns the runs of a tenant, newest first. */
export async function listRedteamRuns(
  store: Store,
  tenantId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly RedteamRun[]> {
  const rows = await withFile(store)
    .where('redteam_runs.tenant_id', '=', tenantId)
    .orderBy('redteam_runs.created_at', 'desc')
    .orderBy('redteam_runs.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(toRun)
}

/**
 * Cancels a run in progress. A run without a worker ends immediately; otherwise the worker writes the report.
 * @returns its previous status; undefined for an unknown run
 */
export async function cancelRedteamRun(store: Store, tenantId: string, id: string): Promise<RunStatus | undefined> {
  if (!isUuid(id)) return undefined
  const { rows } = await sql<{ status: RunStatus }>`
    WITH before AS (
      SELECT id, status FROM redteam_runs WHERE id = ${id} AND tenant_id = ${tenantId} FOR UPDATE
    ), changed AS (
      UPDATE redteam_runs AS run SET status = 'cancelled', finished_at = now(),
             settled = before.status = 'queued', request = CASE WHEN before.status = 'queued' THEN NULL ELSE request END
        FROM before WHERE run.id = before.id AND before.status IN ('queued', 'running')
    )
    SELECT status FROM before`.execute(store.db)
  return rows[0]?.status
}

/** Deletes a run with all its data. @returns whether it existed */
export async function deleteRedteamRun(store: Store, tenantId: string, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  const { numDeletedRows } = await store.db
    .deleteFrom('redteam_runs')
    .where('id', '=', id)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

const COLUMNS = [
  'id',
  'redteam_runs.tenant_id',
  'status',
  'seed',
  'redteam_runs.target_url',
  'started_by',
  'estimated_total',
  'progress_total',
  'redteam_runs.created_at',
  'finished_at',
  'summary',
  'usage',
  'error',
  'settled',
] as const

function withFile({ db }: Store) {
  return db
    .selectFrom('redteam_runs')
    .leftJoin('redteam_reports', 'redteam_reports.run_id', 'redteam_runs.id')
    .select(COLUMNS)
    .select('redteam_reports.filename')
}

interface Row {
  readonly id: string
  readonly tenant_id: string
  readonly status: string
  readonly seed: string
  readonly target_url: string
  readonly started_by: string
  readonly estimated_total: number
  readonly progress_total: number
  readonly created_at: Date
  readonly finished_at: Date | null
  readonly summary: unknown
  readonly usage: unknown
  readonly error: string | null
  readonly settled: boolean
  readonly filename: string | null
}

function toRun(row: Row): RedteamRun {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    // A table constraint ensures that the status is known.
    status: row.status as RunStatus,
    seed: row.seed,
    targetUrl: row.target_url,
    startedBy: row.started_by,
    estimatedTotal: row.estimated_total,
    progressTotal: row.progress_total,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    // Only report summaries are stored in this column.
    summary: row.summary as ReportSummary | null,
    // Only worker usage counts are stored in this column.
    usage: row.usage as RunUsage | null,
    error: row.error,
    isSettled: row.settled,
    reportFile: row.filename ?? undefined,
  }
}
