import type { FindingSeverity, FindingStatus, ScannerName } from '@gatehouse/contracts/scans'
import { type RawBuilder, sql } from 'kysely'
import type { Store } from '../../connect.ts'
import { isUuid } from './owned.ts'

/** Own limit of the count of a text search. A higher total is not useful, and counting fetches each row. */
export const SEARCH_HITS_MAX = 2_000
/** Own limit of the count of a path filter, which needs only an index. */
export const PATH_HITS_MAX = 10_000

export interface FindingRow {
  readonly id: string
  readonly organizationId: string
  readonly projectId: string
  readonly scanId: string
  readonly fingerprint: string
  readonly scanner: ScannerName
  readonly ruleId: string
  readonly severity: FindingSeverity
  readonly status: FindingStatus
  readonly statusNote: string | null
  readonly isNew: boolean
  readonly isGap: boolean
  readonly title: string
  readonly filePath: string
  readonly startLine: number
  readonly endLine: number
  readonly cveId: string | null
  readonly confidence: number
  readonly details: Readonly<Record<string, unknown>>
  readonly createdAt: Date
}

/** Sort keys of a list; a `-` prefix reverses the order. */
export const FINDING_SORTS = ['severity', 'filePath', 'title', 'status', 'scanner'] as const
export type FindingSort = (typeof FINDING_SORTS)[number]

/** Filter for the findings of a scan. */
export interface FindingFilter {
  readonly severity?: readonly FindingSeverity[] | undefined
  readonly status?: readonly FindingStatus[] | undefined
  readonly scanner?: readonly ScannerName[] | undefined
  /** Exact path, or a folder with a trailing `/`. */
  readonly filePath?: string | undefined
  /** Substring of title, path, rule or CVE, case-insensitive. */
  readonly search?: string | undefined
}

export interface FindingQuery extends FindingFilter {
  readonly page: number
  readonly limit: number
  readonly sort?: FindingSort | undefined
  readonly descending?: boolean | undefined
}

export interface FindingPage {
  readonly findings: readonly FindingRow[]
  /** At most {@link SEARCH_HITS_MAX} for searches, and {@link PATH_HITS_MAX} for path filters. */
  readonly total: number
}

/** Each index starts with the scan. Equal findings are ordered by severity. */
const COLUMNS: Readonly<Record<FindingSort, RawBuilder<unknown> | undefined>> = {
  severity: undefined,
  filePath: sql`file_path COLLATE "C"`,
  title: sql`title COLLATE "C"`,
  status: sql`status`,
  scanner: sql`scanner`,
}

/**
 * Returns a page of the findings of a scan. Totals by kind come from the counts of the scan. Pages after the middle are read from the end,
 * so that the time is independent of the number of findings.
 */
export async function listFindings(
  store: Store,
  organizationId: string,
  scanId: string,
  query: FindingQuery,
): Promise<FindingPage> {
  const { page, limit, sort = 'severity', descending = false } = query
  const where = conditions(scanId, query)
  const offset = (page - 1) * limit
  const read = async (order: Order, places: RawBuilder<unknown>): Promise<FindingRow[]> => {
    const { rows } = await sql<FindingRow>`
      SELECT ${FINDING_COLUMNS_SHOWN} FROM findings WHERE organization_id = ${organizationId} AND scan_id = ${scanId}
         AND position = ANY (ARRAY(${places})) ORDER BY ${order}`.execute(store.db)
    return rows
  }
  if (isSearched(query)) {
    const most = query.search === undefined ? PATH_HITS_MAX : SEARCH_HITS_MAX
    const hits = await findHits(store, organizationId, scanId, where, most)
    const [total, wanted] = [hits.length, Math.min(limit, hits.length - offset)]
    if (wanted <= 0) return { findings: [], total }
    const order = orderOf(sort, descending)
    // All positions are known and need no second search. With more hits, the sort order finds the first ones quickly.
    const those = total < most ? sql`scan_id = ${scanId} AND position = ANY (${hits})` : where
    return { findings: await read(order, pagePositions(those, order, offset, wanted)), total }
  }
  const total = await countKinds(store, organizationId, where)
  const wanted = Math.min(limit, total - offset)
  if (wanted <= 0) return { findings: [], total }
  if (sort === 'severity' && !isFiltered(query)) {
    const from = descending ? total - offset - wanted : offset
    // Positions have no gaps.
    const places = sql`SELECT generate_series(${from}::int, ${from + wanted - 1}::int)`
    return { findings: await read(orderOf(sort, descending), places), total }
  }
  const isFromEnd = offset > total / 2
  const order = orderOf(sort, descending !== isFromEnd)
  const findings = await read(order, pagePositions(where, order, isFromEnd ? total - offset - wanted : offset, wanted))
  return { findings: isFromEnd ? findings.toReversed() : findings, total }
}

type Order = RawBuilder<unknown>

function orderOf(sort: FindingSort, descending: boolean): Order {
  const rawBuilder = sql.raw(descending ? 'DESC' : 'ASC')
  const column = COLUMNS[sort]
  return column === undefined ? sql`position ${rawBuilder}` : sql`${column} ${rawBuilder}, position ${rawBuilder}`
}

/**
 * Returns the positions of a page's findings from indexes alone. These do not contain the organization, which is checked when rows are
 * fetched.
 */
function pagePositions(where: RawBuilder<unknown>, order: Order, skipped: number, wanted: number): RawBuilder<unknown> {
  return sql`SELECT position FROM findings WHERE ${where} ORDER BY ${order} OFFSET ${skipped} LIMIT ${wanted}`
}

/** Returns a finding of any organization: the caller must check `owned` before using it. */
export async function findFinding(store: Store, id: string): Promise<FindingRow | undefined> {
  if (!isUuid(id)) return undefined
  const { rows } = await sql<FindingRow>`SELECT ${FINDING_COLUMNS_SHOWN} FROM findings WHERE id = ${id}`.execute(
    store.db,
  )
  return rows[0]
}

/** Yields all findings of a scan that match a filter, highest severity first, in batches: for exports. */
export async function* eachFinding(
  store: Store,
  organizationId: string,
  scanId: string,
  filter: FindingFilter = {},
  batch = 1_000,
): AsyncGenerator<readonly FindingRow[]> {
  const { rows: ends } = await sql<{ last: number }>`
    SELECT coalesce(max(position), -1) AS last FROM findings WHERE scan_id = ${scanId}`.execute(store.db)
  const last = ends[0]!.last
  const where = conditions(scanId, filter)
  for (let from = 0; from <= last; from += batch) {
    // Each range has the same length, so that the scan is traversed once even for few matches.
    const { rows } = await sql<FindingRow>`
      SELECT ${FINDING_COLUMNS_SHOWN} FROM findings WHERE ${where} AND organization_id = ${organizationId}
         AND position >= ${from} AND position < ${from + batch} ORDER BY position`.execute(store.db)
    if (rows.length > 0) yield rows
  }
}

/** The columns of a {@link FindingRow}. */
export const FINDING_COLUMNS_SHOWN = sql`id, organization_id AS "organizationId", project_id AS "projectId", scan_id AS "scanId", fingerprint,
  scanner, rule_id AS "ruleId", severity, status, status_note AS "statusNote", is_new AS "isNew", is_gap AS "isGap", title,
  file_path AS "filePath", start_line AS "startLine", end_line AS "endLine", cve_id AS "cveId", confidence, details,
  created_at AS "createdAt"`

function isFiltered({ severity, status, scanner }: FindingQuery): boolean {
  return [severity, status, scanner].some((item) => item !== undefined)
}

function isSearched({ search, filePath }: FindingQuery): boolean {
  return search !== undefined || filePath !== undefined
}

function conditions(scanId: string, query: FindingFilter): RawBuilder<unknown> {
  const { severity, status, scanner, filePath, search } = query
  const all = [
    sql`scan_id = ${scanId}`,
    ...(severity === undefined ? [] : [anyOf('severity', severity)]),
    ...(status === undefined ? [] : [anyOf('status', status)]),
    ...(scanner === undefined ? [] : [anyOf('scanner', scanner)]),
    ...(filePath === undefined ? [] : [underPath(filePath)]),
    ...(search === undefined ? [] : [sql`words LIKE ${`%${escaped(search.toLowerCase())}%`}`]),
  ]
  return sql.join(all, sql` AND `)
}

/** A single value uses equality, so that an index also provides the order. */
function anyOf(column: string, words: readonly string[]): RawBuilder<unknown> {
  const [only] = words
  return words.length === 1 ? sql`${sql.ref(column)} = ${only}` : sql`${sql.ref(column)} = ANY (${[...words]})`
}

/** All paths below a folder are between `folder/` and the character after the slash. */
function underPath(path: string): RawBuilder<unknown> {
  if (!path.endsWith('/')) return sql`file_path COLLATE "C" = ${path}`
  return sql`file_path COLLATE "C" >= ${path} AND file_path COLLATE "C" < ${`${path.slice(0, -1)}0`}`
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`)
}

/** Returns the positions of hits up to a limit. The organization is checked once and not per hit, so that an index is sufficient. */
async function findHits(
  store: Store,
  organizationId: string,
  scanId: string,
  where: RawBuilder<unknown>,
  most: number,
): Promise<number[]> {
  const { rows } = await sql<{ places: number[] }>`
    SELECT ARRAY(SELECT position FROM findings WHERE ${where}
      AND EXISTS (SELECT FROM scans WHERE id = ${scanId} AND organization_id = ${organizationId})
      LIMIT ${most}) AS places`.execute(store.db)
  return rows[0]!.places
}

/** Sums the counts of the scan, whose columns have the same names. */
async function countKinds(store: Store, organizationId: string, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT coalesce(sum(count), 0)::int AS total FROM finding_counts
     WHERE organization_id = ${organizationId} AND ${where}`.execute(store.db)
  return rows[0]!.total
}
