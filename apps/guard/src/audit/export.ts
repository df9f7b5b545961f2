import type { AuditExportQuery } from '@gatehouse/contracts/guard'
import { csvLine } from '@gatehouse/formats'
import { Failure } from '@gatehouse/kernel'
import type { Store } from '@gatehouse/store'
import {
  AUDIT_PAGE_ENTRIES_MAX,
  type AuditEntry,
  auditEnd,
  type AuditPage,
  type AuditQuery,
  queryAudit,
} from '@gatehouse/store/audit'
import { storeQuery } from './wire.ts'

export type ExportFormat = NonNullable<AuditExportQuery['format']>

/** Maximum number of concurrent exports of one instance, in total and per log. Each has one page in memory and uses no connection. */
const EXPORTS_AT_ONCE_MAX = 8
const EXPORTS_OF_ONE_LOG_MAX = 2

/** Retry delay in seconds for a rejected export. */
const RETRY_AFTER_S = 10

const COLUMNS = [
  'id',
  'timestamp',
  'tenant_id',
  'seq',
  'actor',
  'action',
  'guardrail',
  'verdict',
  'request_id',
  'details',
  'prev_hash',
  'hash',
] as const satisfies (keyof AuditEntry)[]

export interface AuditExport {
  readonly lines: AsyncIterable<string>
  /** Cursor of the next export; null when this one is complete. */
  readonly next_cursor: string | null
}

/** Exports logs page by page, with constant memory. */
export interface AuditExports {
  /**
   * Opens an export. It is read while it is sent.
   * @param tenantId default: all tenants
   * @throws {Failure} `invalid_request` for a cursor of another query; `unavailable` for too many concurrent exports
   */
  open(tenantId: string | undefined, request: AuditExportQuery, format: ExportFormat): Promise<AuditExport>
}

export function createAuditExports(store: Store): AuditExports {
  const open = new Map<string | undefined, number>()
  const count = (tenantId: string | undefined, by: 1 | -1): void => {
    const left = (open.get(tenantId) ?? 0) + by
    if (left === 0) open.delete(tenantId)
    else open.set(tenantId, left)
  }
  return {
    async open(tenantId, request, format) {
      const all = [...open.values()].reduce((sum, item) => sum + item, 0)
      if (all >= EXPORTS_AT_ONCE_MAX || (open.get(tenantId) ?? 0) >= EXPORTS_OF_ONE_LOG_MAX) {
        throw new Failure('unavailable', 'Too many exports are in progress.', { retryAfter_s: RETRY_AFTER_S })
      }
      count(tenantId, 1)
      try {
        const query = storeQuery(tenantId, request)
        const first = await queryAudit(store, { ...query, limit: Math.min(request.limit, AUDIT_PAGE_ENTRIES_MAX) })
        const end = await endOf(store, query, first, request.limit)
        const next = (cursor: string, left: number): Promise<AuditPage> =>
          queryAudit(store, { ...query, cursor, limit: Math.min(left, AUDIT_PAGE_ENTRIES_MAX) })
        return { lines: lines(first, request.limit, next, format, () => count(tenantId, -1)), next_cursor: end }
      } catch (thrown) {
        count(tenantId, -1)
        throw thrown
      }
    },
  }
}

/** Returns the end position, fixed at the first page: entries added meanwhile do not move it. */
async function endOf(store: Store, query: AuditQuery, first: AuditPage, limit: number): Promise<string | null> {
  const { entries, next_cursor: cursor } = first
  const left = limit - entries.length
  return cursor === null || left === 0 ? cursor : auditEnd(store, { ...query, cursor }, left)
}

async function* lines(
  first: AuditPage,
  limit: number,
  next: (cursor: string, left: number) => Promise<AuditPage>,
  format: ExportFormat,
  done: () => void,
): AsyncGenerator<string> {
  try {
    if (format === 'csv') yield csvLine(COLUMNS)
    let left = limit
    for (let page: AuditPage | undefined = first; page !== undefined;) {
      left -= page.entries.length
      if (page.entries.length > 0) yield page.entries.map(format === 'csv' ? csvOf : jsonOf).join('')
      page = page.next_cursor === null || left <= 0 ? undefined : await next(page.next_cursor, left)
    }
  } finally {
    done()
  }
}

function jsonOf(entry: AuditEntry): string {
  return `${JSON.stringify(Object.fromEntries(COLUMNS.map((column) => [column, entry[column]])))}\n`
}

function csvOf(entry: AuditEntry): string {
  return csvLine(COLUMNS.map((column) => (column === 'details' ? JSON.stringify(entry.details) : entry[column])))
}

/** Returns the requested format: by name, or by the first supported type in `Accept`. */
export function formatOf(question: ExportFormat | undefined, accept: string | string[] | undefined): ExportFormat {
  if (question !== undefined) return question
  const accepted = String(accept ?? '').toLowerCase()
  const csv = accepted.indexOf('text/csv')
  const jsonl = accepted.search(/application\/(?:x-ndjson|jsonl|x-jsonlines)/)
  return csv !== -1 && (jsonl === -1 || csv < jsonl) ? 'csv' : 'jsonl'
}
