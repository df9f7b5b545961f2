import { Failure } from '@gatehouse/kernel'
import { sql } from 'kysely'
import type { Store } from '../connect.ts'
import type { AuditEntry } from './entry.ts'

/** Entries per page unless told otherwise, and at most: the widest bounds of the three services. */
export const AUDIT_PAGE_ENTRIES = 50
export const AUDIT_PAGE_ENTRIES_MAX = 500

export interface AuditQuery {
  /** Absent: all tenants, which is for the deployment's administrators alone. */
  readonly tenantId?: string
  readonly action?: string
  readonly actor?: string
  readonly limit?: number
  /** `next_cursor` of the page before. */
  readonly cursor?: string
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[]
  /** Null on the last page. */
  readonly next_cursor: string | null
}

/**
 * Audit entries, newest first.
 * @throws {Failure} `invalid_request` for a cursor that is not one of ours
 */
export async function queryAudit(store: Store, query: AuditQuery): Promise<AuditPage> {
  const limit = Math.min(Math.max(Math.trunc(query.limit ?? AUDIT_PAGE_ENTRIES), 1), AUDIT_PAGE_ENTRIES_MAX)
  let select = store.db
    .selectFrom('audit_entries')
    .select(['id', 'timestamp', 'tenant_id', 'seq', 'actor', 'action', 'guardrail', 'verdict', 'request_id', 'details'])
    .select([sql<string>`encode(prev_hash, 'hex')`.as('prev_hash'), sql<string>`encode(hash, 'hex')`.as('hash')])
    // Ids are UUIDv7: their order is the order of time.
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (query.tenantId !== undefined) select = select.where('tenant_id', '=', query.tenantId)
  if (query.action !== undefined) select = select.where('action', '=', query.action)
  if (query.actor !== undefined) select = select.where('actor', '=', query.actor)
  if (query.cursor !== undefined) select = select.where('id', '<', decodeCursor(query.cursor))
  const rows = await select.execute()
  const entries = rows.slice(0, limit).map((row) => ({
    ...row,
    timestamp: row.timestamp.toISOString(),
    // The log only ever writes objects there.
    details: row.details as Readonly<Record<string, unknown>>,
  }))
  const last = entries.at(-1)
  return { entries, next_cursor: rows.length > limit && last !== undefined ? encodeCursor(last.id) : null }
}

function encodeCursor(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
}

function decodeCursor(cursor: string): string {
  const hex = Buffer.from(cursor, 'base64url').toString('hex')
  if (!/^[A-Za-z0-9_-]{22}$/.test(cursor) || hex.length !== 32) {
    throw new Failure('invalid_request', 'cursor is not one that this log gave out', {
      violations: [{ path: ['query', 'cursor'], message: 'not a cursor of this log', type: 'invalid_cursor' }],
    })
  }
  return hex
}
