import type { FindingSeverity, SeverityCounts } from '@gatehouse/contracts'
import { sql } from 'kysely'
import type { Store } from '../../connect.ts'

/** One day, in UTC. */
export interface TrendDay {
  /** `YYYY-MM-DD` */
  readonly date: string
  /** Open findings of the scans that ended that day. */
  readonly critical: number
  readonly high: number
  readonly medium: number
  readonly low: number
  readonly scans: number
  readonly gateFailed: number
}

export interface RepairTime {
  readonly severity: FindingSeverity
  readonly count: number
  readonly meanHours: number
}

/** Scans that ended within the last days, today with them; each of the days is there. */
export async function readTrends(
  store: Store,
  organizationId: string,
  { days, now }: { readonly days: number; readonly now: Date },
): Promise<{ readonly series: readonly TrendDay[]; readonly repairs: readonly RepairTime[] }> {
  const today = sql`(${now}::timestamptz AT TIME ZONE 'UTC')::date`
  const from = sql`((${today} - ${days - 1}::int)::timestamp AT TIME ZONE 'UTC')`
  const [series, repairs] = await Promise.all([
    sql<TrendDay>`
      SELECT to_char(day, 'YYYY-MM-DD') AS date, coalesce(sum(critical_count), 0)::int AS critical,
             coalesce(sum(high_count), 0)::int AS high, coalesce(sum(medium_count), 0)::int AS medium,
             coalesce(sum(low_count), 0)::int AS low, count(scans.id)::int AS scans,
             count(*) FILTER (WHERE gate_result = 'FAILED')::int AS "gateFailed"
        FROM generate_series(${today} - ${days - 1}::int, ${today}, interval '1 day') AS day
        LEFT JOIN scans ON scans.organization_id = ${organizationId} AND scans.status IN ('COMPLETED', 'FAILED')
             AND scans.completed_at >= day AT TIME ZONE 'UTC'
             AND scans.completed_at < (day + interval '1 day') AT TIME ZONE 'UTC'
       GROUP BY day ORDER BY day`.execute(store.db),
    sql<RepairTime>`
      SELECT severity, count(*)::int AS count,
             round((avg(extract(epoch FROM gone_at - first_seen_at)) / 3600)::numeric, 2)::float8 AS "meanHours"
        FROM known_findings WHERE organization_id = ${organizationId} AND gone_at >= ${from}
         AND status NOT IN ('FALSE_POSITIVE', 'ACCEPTED_RISK') GROUP BY severity`.execute(store.db),
  ])
  return { series: series.rows, repairs: repairs.rows }
}

/** How projects stand by their last completed scans; those that have none are absent. */
export async function readStandings(
  store: Store,
  organizationId: string,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly counts: SeverityCounts; readonly lastScanAt: Date }>> {
  const { rows } = await sql<SeverityCounts & { project_id: string; at: Date }>`
    SELECT DISTINCT ON (scans.project_id) scans.project_id, completed_at AS at, critical_count AS critical,
           high_count AS high, medium_count AS medium, low_count AS low, info_count AS info
      FROM scans JOIN projects ON projects.id = scans.project_id
     WHERE scans.organization_id = ${organizationId} AND scans.project_id = ANY (${[...projectIds]})
       AND scans.status = 'COMPLETED' AND scans.scan_type <> 'INCREMENTAL'
     ORDER BY scans.project_id, (coalesce(branch, default_branch) = default_branch) DESC, completed_at DESC`.execute(
    store.db,
  )
  return new Map(rows.map(({ project_id, at, ...counts }) => [project_id, { counts, lastScanAt: at }]))
}
