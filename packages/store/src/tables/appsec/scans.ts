import type { SeverityCounts } from '@gatehouse/contracts/appsec'
import type {
  AdvisoryCoverage,
  GateResult,
  ScannerName,
  ScanStatus,
  ScanType,
  SourceType,
} from '@gatehouse/contracts/scans'
import { Failure } from '@gatehouse/kernel'
import { type Kysely, sql } from 'kysely'
import type { Store } from '../../connect.ts'
import type { DB } from '../../schema.gen.ts'
import { isUuid } from './owned.ts'
import type { ScanSource } from './scan-source.ts'

/** Progress of one scanner. */
export interface ScannerState {
  /** PAUSED and STOPPED are derived from the scan's status. */
  readonly status: 'QUEUED' | 'RUNNING' | 'PAUSED' | 'STOPPED' | 'COMPLETED' | 'FAILED'
  readonly findingsCount: number
  readonly filesCompleted: number
  readonly filesTotal: number
}

export type ScannerStates = Readonly<Partial<Record<ScannerName, ScannerState>>>

export interface ScanRow {
  readonly id: string
  readonly organizationId: string
  readonly projectId: string
  readonly projectName: string
  readonly status: ScanStatus
  readonly scanType: ScanType
  readonly branch: string | null
  readonly commitSha: string | null
  readonly baseSha: string | null
  readonly prNumber: number | null
  readonly sourceType: SourceType
  readonly sourceRef: string
  readonly source: ScanSource
  readonly sourceSecret: Buffer | null
  readonly sourceFile: string | null
  readonly sourceBytes: number
  readonly triggeredBy: string
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly completedAt: Date | null
  readonly counts: SeverityCounts
  readonly filesScanned: number
  readonly depsScanned: number
  readonly progress: ScannerStates
  readonly gateResult: GateResult
  readonly gateReasons: readonly string[]
  readonly errorMessage: string | null
  readonly settled: boolean
  /** Advisory snapshot for the lookup; null: none. */
  readonly advisories: string | null
  /** Number and age of these advisories; null if none were used or recorded. */
  readonly advisoryCoverage: AdvisoryCoverage | null
}

export type NewScan = Pick<
  ScanRow,
  'id' | 'organizationId' | 'projectId' | 'scanType' | 'sourceType' | 'sourceRef' | 'source' | 'triggeredBy'
> &
  Partial<
    Pick<
      ScanRow,
      'branch' | 'commitSha' | 'baseSha' | 'prNumber' | 'sourceSecret' | 'sourceFile' | 'sourceBytes' | 'advisories'
    >
  > & {
    /** Whether its upload was sent for another scan. */
    readonly sharesSource?: boolean
  }

/** PostgreSQL error code. */
const FOREIGN_KEY_VIOLATION = '23503'

/** Queues a scan. @throws {Failure} `not_found` when the project was deleted meanwhile */
export async function insertScan(store: Pick<Store, 'db'>, scan: NewScan): Promise<void> {
  await store.db
    .insertInto('scans')
    .values({
      id: scan.id,
      organization_id: scan.organizationId,
      project_id: scan.projectId,
      status: 'QUEUED',
      scan_type: scan.scanType,
      branch: scan.branch ?? null,
      commit_sha: scan.commitSha ?? null,
      base_sha: scan.baseSha ?? null,
      pr_number: scan.prNumber ?? null,
      source_type: scan.sourceType,
      source_ref: scan.sourceRef,
      source: JSON.stringify(scan.source),
      source_secret: scan.sourceSecret ?? null,
      source_file: scan.sourceFile ?? null,
      source_bytes: scan.sourceBytes ?? 0,
      triggered_by: scan.triggeredBy,
      advisories: scan.advisories ?? null,
    })
    .execute()
    .catch((error: unknown) => {
      const isGone = error instanceof Error && 'code' in error && error.code === FOREIGN_KEY_VIOLATION
      throw isGone ? new Failure('not_found', 'Project not found.', { cause: error }) : error
    })
}

/** Returns a scan of any organization: the caller must check `owned` before using it. */
export async function findScan(store: Store, id: string): Promise<ScanRow | undefined> {
  if (!isUuid(id)) return undefined
  const row = await scans(store.db).where('scans.id', '=', id).executeTakeFirst()
  if (row === undefined) return undefined
  return (await withProgress(store, [toScan(row)]))[0]
}

export interface ScanQuery {
  readonly page: number
  readonly limit: number
  readonly projectId?: string | undefined
  readonly status?: readonly ScanStatus[] | undefined
}

/** A page of an organization's scans, newest first. */
export async function listScans(
  store: Store,
  organizationId: string,
  { page, limit, projectId, status }: ScanQuery,
): Promise<{ readonly scans: readonly ScanRow[]; readonly total: number }> {
  if (projectId !== undefined && !isUuid(projectId)) return { scans: [], total: 0 }
  let rows = scans(store.db).where('scans.organization_id', '=', organizationId)
  let all = store.db.selectFrom('scans').where('organization_id', '=', organizationId)
  if (projectId !== undefined) {
    rows = rows.where('scans.project_id', '=', projectId)
    all = all.where('project_id', '=', projectId)
  }
  if (status !== undefined) {
    rows = rows.where('scans.status', 'in', [...status])
    all = all.where('status', 'in', [...status])
  }
  const [found, { total }] = await Promise.all([
    rows
      .orderBy('scans.created_at', 'desc')
      .orderBy('scans.id', 'desc')
      .offset((page - 1) * limit)
      .limit(limit)
      .execute(),
    all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { scans: await withProgress(store, found.map(toScan)), total }
}

/** Returns the newest COMPLETED scan of all of a project's source. */
export async function latestCompleted(
  store: Store,
  organizationId: string,
  projectId: string,
): Promise<ScanRow | undefined> {
  const row = await scans(store.db)
    .where('scans.organization_id', '=', organizationId)
    .where('scans.project_id', '=', projectId)
    .where('scans.status', '=', 'COMPLETED')
    .where('scans.scan_type', '<>', 'INCREMENTAL')
    .where(sql<boolean>`scans.source ->> 'kind' NOT IN ('inventory', 'import')`)
    .orderBy('scans.completed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? undefined : toScan(row)
}

/** Adds the progress: from the shards for running scans, from the scan for ended ones. */
async function withProgress(store: Store, rows: readonly ScanRow[]): Promise<readonly ScanRow[]> {
  const open = rows.filter(({ status }) => status !== 'COMPLETED' && status !== 'FAILED').map(({ id }) => id)
  if (open.length === 0) return rows
  const states = await shardProgress(store.db, open)
  return rows.map((row) => {
    const progress = states.get(row.id)
    return progress === undefined
      ? row
      : { ...row, progress: pausedStates({ ...row.progress, ...progress }, row.status) }
  })
}

/** Adjusts scanner states to a paused or stopped scan: nothing runs or is queued. */
export function pausedStates(states: ScannerStates, status: ScanStatus): ScannerStates {
  if (status !== 'PAUSED' && status !== 'STOPPED') return states
  return Object.fromEntries(
    Object.entries(states).map(([name, state]) => {
      const isThrough = state.status === 'COMPLETED' || state.status === 'FAILED'
      return [name, isThrough ? state : { ...state, status }]
    }),
  )
}

/** Returns the progress in the shards of scans, by scan. */
export async function shardProgress(
  db: Kysely<DB>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ScannerStates>> {
  const { rows } = await sql<{
    scan_id: string
    scanner: ScannerName
    shards: number
    done: number
    failed: number
    running: number
    files: number
    files_done: number
    findings: number
  }>`
    SELECT scan_id, scanner, count(*)::int AS shards,
           count(*) FILTER (WHERE status IN ('COMPLETED', 'FAILED'))::int AS done,
           count(*) FILTER (WHERE status = 'FAILED')::int AS failed,
           count(*) FILTER (WHERE status = 'RUNNING')::int AS running,
           sum(files)::int AS files, sum(least(files_done, files))::int AS files_done, sum(findings)::int AS findings
      FROM scan_shards WHERE scan_id = ANY (${[...ids]}) GROUP BY scan_id, scanner`.execute(db)
  const result = new Map<string, Partial<Record<ScannerName, ScannerState>>>()
  for (const row of rows) {
    const of = result.get(row.scan_id) ?? {}
    of[row.scanner] = {
      status: statusOf(row),
      findingsCount: row.findings,
      filesCompleted: row.files_done,
      filesTotal: row.files,
    }
    result.set(row.scan_id, of)
  }
  return result
}

function statusOf(row: { shards: number; done: number; failed: number; running: number }): ScannerState['status'] {
  if (row.done === row.shards) return row.failed === 0 ? 'COMPLETED' : 'FAILED'
  return row.done + row.running === 0 ? 'QUEUED' : 'RUNNING'
}

function scans(db: Kysely<DB>) {
  return db
    .selectFrom('scans')
    .innerJoin('projects', 'projects.id', 'scans.project_id')
    .selectAll('scans')
    .select('projects.name as project_name')
}

type Row = Awaited<ReturnType<ReturnType<typeof scans>['execute']>>[number]

function toScan(row: Row): ScanRow {
  return {
    id: row.id,
    organizationId: row.organization_id,
    projectId: row.project_id,
    projectName: row.project_name,
    status: row.status as ScanStatus,
    scanType: row.scan_type as ScanType,
    branch: row.branch,
    commitSha: row.commit_sha,
    baseSha: row.base_sha,
    prNumber: row.pr_number,
    sourceType: row.source_type as SourceType,
    sourceRef: row.source_ref,
    source: row.source as ScanSource,
    sourceSecret: row.source_secret,
    sourceFile: row.source_file,
    sourceBytes: row.source_bytes,
    triggeredBy: row.triggered_by,
    createdAt: row.created_at,
    startedAt: row.started_at,
    completedAt: row.completed_at,
    counts: {
      critical: row.critical_count,
      high: row.high_count,
      medium: row.medium_count,
      low: row.low_count,
      info: row.info_count,
    },
    filesScanned: row.files_scanned,
    depsScanned: row.deps_scanned,
    progress: row.progress as ScannerStates,
    gateResult: row.gate_result as GateResult,
    gateReasons: row.gate_reasons as readonly string[],
    errorMessage: row.error_message,
    settled: row.settled,
    advisories: row.advisories,
    advisoryCoverage: row.advisory_coverage as AdvisoryCoverage | null,
  }
}
