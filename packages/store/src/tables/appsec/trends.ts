import type { SeverityCounts } from '@gatehouse/contracts/appsec'
import type { FindingSeverity } from '@gatehouse/contracts/scans'
import { sql } from 'kysely'
import type { Store } from '../../connect.ts'
import { IS_DEFAULT_BRANCH } from './branches.ts'
import { OF_PACKAGES } from './scan-artifacts.ts'

/** One day in UTC. */
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

/** Returns the number of ended scans per day for the last days, including today. */
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

/** Rule of the coverage gap for a scan that analysed nothing. */
const NOTHING_ANALYSED = 'coverage/nothing-analysed'

/** The current state of a project. */
export interface ProjectStanding {
  readonly counts: SeverityCounts
  readonly lastScanAt: Date
  /** False if static analysis, or every scanner, had nothing to analyse. */
  readonly isAnalysed: boolean
}

/**
 * Returns the current state of projects: for each scanner the open findings of its last completed scan, so that a package scan hides no
 * secrets. Equal package findings of two scanners in two scans count once, and so do
 * equal findings of a scan and an import. Projects without a completed scan are absent.
 */
export async function readStandings(
  store: Store,
  organizationId: string,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, ProjectStanding>> {
  const of = (severity: FindingSeverity) => sql`coalesce(sum(count) FILTER (WHERE severity = ${severity}), 0)::int`
  const { rows } = await sql<SeverityCounts & { project_id: string; at: Date; is_blind: boolean }>`
    WITH whole AS (
      SELECT scans.id, scans.project_id, completed_at, progress, coalesce(scans.source ->> 'tool', '') AS tool,
             ${IS_DEFAULT_BRANCH} AS is_default
        FROM scans JOIN projects ON projects.id = scans.project_id
       WHERE scans.organization_id = ${organizationId} AND scans.project_id = ANY (${[...projectIds]})
         AND scans.status = 'COMPLETED' AND scans.scan_type <> 'INCREMENTAL'
    ), last AS (
      SELECT DISTINCT ON (project_id, scanner, tool) id, project_id, scanner, tool
        FROM whole CROSS JOIN LATERAL jsonb_object_keys(progress) AS scanner
       ORDER BY project_id, scanner, tool, is_default DESC, completed_at DESC
    ), newest AS (
      SELECT DISTINCT ON (project_id) project_id, completed_at FROM whole
       ORDER BY project_id, is_default DESC, completed_at DESC
    ), blind AS (
      SELECT last.project_id
        FROM last LEFT JOIN findings AS gap
             ON gap.scan_id = last.id AND gap.file_path COLLATE "C" = '' AND gap.rule_id = ${NOTHING_ANALYSED}
            AND gap.organization_id = ${organizationId}
       GROUP BY last.project_id
      HAVING bool_and(gap.id IS NOT NULL)
          OR bool_or(last.scanner = 'SAST_PATTERN' AND gap.scanner IS NOT DISTINCT FROM 'SAST_PATTERN')
    ), counted AS (
      SELECT last.project_id, severity, count
        FROM last JOIN finding_counts AS counts ON counts.scan_id = last.id AND counts.scanner = last.scanner
       WHERE counts.organization_id = ${organizationId} AND counts.status IN ('OPEN', 'IN_PROGRESS')
      UNION ALL
      SELECT one.project_id, said.severity, -1
        FROM last AS one JOIN findings AS said ON said.scan_id = one.id AND said.scanner = one.scanner
       WHERE (one.scanner = ANY (${OF_PACKAGES}) OR one.tool <> '') AND said.organization_id = ${organizationId}
         AND said.status IN ('OPEN', 'IN_PROGRESS')
         AND EXISTS (
           SELECT FROM last AS other JOIN findings AS again ON again.scan_id = other.id AND again.scanner = other.scanner
            WHERE other.project_id = one.project_id AND other.id <> one.id AND again.project_id = one.project_id
              AND (other.tool < one.tool OR (other.tool = one.tool AND other.scanner > one.scanner
                   AND one.scanner = ANY (${OF_PACKAGES}) AND other.scanner = ANY (${OF_PACKAGES})))
              AND again.fingerprint = said.fingerprint AND again.status IN ('OPEN', 'IN_PROGRESS'))
    )
    SELECT newest.project_id, newest.completed_at AS at, ${of('CRITICAL')} AS critical, ${of('HIGH')} AS high,
           ${of('MEDIUM')} AS medium, ${of('LOW')} AS low, ${of('INFO')} AS info,
           newest.project_id IN (SELECT project_id FROM blind) AS is_blind
      FROM newest LEFT JOIN counted ON counted.project_id = newest.project_id
     GROUP BY newest.project_id, newest.completed_at`.execute(store.db)
  return new Map(
    rows.map(({ project_id, at, is_blind, ...counts }) => [
      project_id,
      { counts, lastScanAt: at, isAnalysed: !is_blind },
    ]),
  )
}
