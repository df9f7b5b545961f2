import type { ReportMeta } from '@gatehouse/contracts/reports'
import { sql } from 'kysely'
import type { Store } from '../../connect.ts'
import { isUuid } from '../appsec/owned.ts'

/** Maximum number of names in an unpaged response. */
export const REPORT_NAMES_MAX = 10_000

/** File names of the reports of a tenant, newest first. */
export async function listRedteamReportNames(store: Store, tenantId: string): Promise<readonly string[]> {
  const rows = await store.db
    .selectFrom('redteam_reports')
    .select('filename')
    .where('tenant_id', '=', tenantId)
    .orderBy('created_at', 'desc')
    .orderBy('run_id', 'desc')
    .limit(REPORT_NAMES_MAX)
    .execute()
  return rows.map(({ filename }) => filename)
}

export interface ReportsQuery {
  readonly limit: number
  /** From 1. */
  readonly page: number
  /** Substring of the target or of the file name, case-insensitive. */
  readonly search?: string | undefined
}

/** Returns one page of a tenant's reports, newest first, and the total. */
export async function pageRedteamReports(
  store: Store,
  tenantId: string,
  { limit, page, search }: ReportsQuery,
): Promise<{ readonly reports: readonly ReportMeta[]; readonly total: number }> {
  let found = store.db.selectFrom('redteam_reports').where('tenant_id', '=', tenantId)
  if (search !== undefined && search !== '') {
    // Compared literally, without wildcards.
    const part = search.toLowerCase()
    found = found.where((row) =>
      row.or([
        sql<boolean>`strpos(lower(target_url), ${part}) > 0`,
        sql<boolean>`strpos(lower(filename), ${part}) > 0`,
      ]),
    )
  }
  const [rows, counted] = await Promise.all([
    found
      .select('meta')
      .orderBy('created_at', 'desc')
      .orderBy('run_id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    found.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow(),
  ])
  // Only report metadata is stored in this column.
  return { reports: rows.map(({ meta }) => meta as ReportMeta), total: Number(counted.count) }
}

/** Returns a tenant's report by name, compressed. */
export async function readRedteamReport(store: Store, tenantId: string, filename: string): Promise<Buffer | undefined> {
  const row = await store.db
    .selectFrom('redteam_reports')
    .select('content')
    .where('tenant_id', '=', tenantId)
    .where('filename', '=', filename)
    .executeTakeFirst()
  return row?.content
}

/** Returns the report of a tenant's run, compressed. */
export async function readReportOfRun(store: Store, tenantId: string, runId: string): Promise<Buffer | undefined> {
  if (!isUuid(runId)) return undefined
  const row = await store.db
    .selectFrom('redteam_reports')
    .select('content')
    .where('tenant_id', '=', tenantId)
    .where('run_id', '=', runId)
    .executeTakeFirst()
  return row?.content
}
