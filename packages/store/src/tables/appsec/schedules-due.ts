import type { ScanType } from '@gatehouse/contracts/scans'
import { Failure } from '@gatehouse/kernel'
import type { Store } from '../../connect.ts'
import { checkScanQuota, lockScanQuota, type ScanQuota } from './scan-room.ts'
import { insertScan, type NewScan } from './scans.ts'

/** Schedule that is due. */
export interface DueSchedule {
  readonly organizationId: string
  readonly projectId: string
  readonly repoUrl: string | null
  readonly defaultBranch: string
  readonly scanType: ScanType
  readonly branch: string | null
  readonly frequency: string
  readonly cronExpr: string
  readonly timezone: string
  readonly lastRunAt: Date | null
}

/** Result of a due schedule. */
export interface ClaimedSchedule {
  readonly queued?: NewScan
  readonly refused?: { readonly scan: NewScan; readonly why: string }
}

/**
 * Claims one due schedule, sets its next time and queues its scan, atomically: only one process does it, once for all missed times.
 * @param next returns the next time; null: never
 * @param scanOf returns the scan; undefined if not possible, such as without a repository
 * @param scanQuota quota of the organization; above it the scan is skipped this time
 * @returns undefined if nothing was due
 */
export function takeDueSchedule(
  store: Store,
  now: Date,
  next: (due: DueSchedule) => Date | null,
  scanOf: (due: DueSchedule) => NewScan | undefined,
  scanQuota: ScanQuota,
): Promise<ClaimedSchedule | undefined> {
  return store.db.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('schedules')
      .innerJoin('projects', 'projects.id', 'schedules.project_id')
      .selectAll('schedules')
      .select(['projects.repo_url', 'projects.default_branch'])
      .where('schedules.enabled', '=', true)
      .where('schedules.next_run_at', '<=', now)
      .orderBy('schedules.next_run_at')
      .limit(1)
      .forUpdate('schedules')
      .skipLocked()
      .executeTakeFirst()
    if (row === undefined) return undefined
    const due: DueSchedule = {
      organizationId: row.organization_id,
      projectId: row.project_id,
      repoUrl: row.repo_url,
      defaultBranch: row.default_branch,
      scanType: row.scan_type as ScanType,
      branch: row.branch,
      frequency: row.frequency,
      cronExpr: row.cron_expr,
      timezone: row.timezone,
      lastRunAt: row.last_run_at,
    }
    const scan = scanOf(due)
    await transaction
      .updateTable('schedules')
      .set({ next_run_at: next(due), ...(scan === undefined ? {} : { last_run_at: now }) })
      .where('organization_id', '=', row.organization_id)
      .where('project_id', '=', row.project_id)
      .execute()
    if (scan === undefined) return {}
    await lockScanQuota(transaction, scan.organizationId)
    try {
      await checkScanQuota(transaction, scan.organizationId, scanQuota, { source_bytes: 0, isUpload: false })
    } catch (error) {
      if (error instanceof Failure) return { refused: { scan, why: error.message } }
      throw error
    }
    await insertScan({ ...store, db: transaction }, scan)
    return { queued: scan }
  })
}
