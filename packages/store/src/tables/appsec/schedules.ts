import type { Frequency } from '@gatehouse/contracts/appsec'
import type { ScanType } from '@gatehouse/contracts/scans'
import { sql } from 'kysely'
import type { Store } from '../../connect.ts'

/** When a project is scanned automatically. */
export interface ScheduleRow {
  readonly enabled: boolean
  readonly frequency: Frequency
  readonly cronExpr: string
  readonly timezone: string
  readonly scanType: ScanType
  /** Null: the project's default branch. */
  readonly branch: string | null
  /** Null while it is disabled. */
  readonly nextRunAt: Date | null
  readonly lastRunAt: Date | null
}

/** Sets the schedule of a project. Keeps the time of its last run. */
export async function putSchedule(
  store: Store,
  organizationId: string,
  projectId: string,
  { enabled, frequency, cronExpr, timezone, scanType, branch, nextRunAt }: Omit<ScheduleRow, 'lastRunAt'>,
): Promise<ScheduleRow> {
  const values = {
    enabled,
    frequency,
    cron_expr: cronExpr,
    timezone,
    scan_type: scanType,
    branch,
    next_run_at: nextRunAt,
    updated_at: sql<Date>`now()`,
  }
  const row = await store.db
    .insertInto('schedules')
    .values({ project_id: projectId, organization_id: organizationId, ...values })
    .onConflict((on) =>
      on.column('project_id').doUpdateSet(values).where('schedules.organization_id', '=', organizationId),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  return toSchedule(row)!
}

/** @returns whether a schedule existed */
export async function deleteSchedule(store: Store, organizationId: string, projectId: string): Promise<boolean> {
  const { numDeletedRows } = await store.db
    .deleteFrom('schedules')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

interface Row {
  readonly enabled: boolean | null
  readonly frequency: string | null
  readonly cron_expr: string | null
  readonly timezone: string | null
  readonly scan_type: string | null
  readonly branch: string | null
  readonly next_run_at: Date | null
  readonly last_run_at: Date | null
}

/** @returns null for an outer join without a match */
export function toSchedule(row: Row): ScheduleRow | null {
  const { enabled, frequency, cron_expr, timezone, scan_type } = row
  if (enabled === null || cron_expr === null || timezone === null) return null
  return {
    enabled,
    cronExpr: cron_expr,
    timezone,
    frequency: frequency as Frequency,
    scanType: scan_type as ScanType,
    branch: row.branch,
    nextRunAt: row.next_run_at,
    lastRunAt: row.last_run_at,
  }
}
