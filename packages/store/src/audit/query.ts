import { Failure } from '@gatehouse/kernel'
import { sql } from 'kysely'
import type { Store } from '../connect.ts'
import type { AuditEntry } from './entry.ts'

/** Entries per page unless told otherwise, and at most: the widest bounds of the three services. */
export const AUDIT_PAGE_ENTRIES = 50
export const AUDIT_PAGE_ENTRIES_MAX = 500

/** The longest cursor we give out holds `id:` and a UUID. */
const CURSOR_CHARS_MAX = 64

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
 * @throws {Failure} `invalid_request` for a cursor that is not one of this kind of query
 */
export async function queryAudit(store: Store, query: AuditQuery): Promise<AuditPage> {
  const { tenantId, action, actor, cursor } = query
  const limit = Math.min(Math.max(Math.trunc(query.limit ?? AUDIT_PAGE_ENTRIES), 1), AUDIT_PAGE_ENTRIES_MAX)
  let select = store.db
    .selectFrom('audit_entries')
    .select(['id', 'timestamp', 'tenant_id', 'seq', 'actor', 'action', 'guardrail', 'verdict', 'request_id', 'details'])
    .select([sql<string>`encode(prev_hash, 'hex')`.as('prev_hash'), sql<string>`encode(hash, 'hex')`.as('hash')])
    .limit(limit + 1)
  if (tenantId === undefined) {
    // Ids are UUIDv7: their order is the order of time.
    select = select.orderBy('id', 'desc')
    if (cursor !== undefined) select = select.where('id', '<', decodeCursor(cursor, /^id:([0-9a-f-]{36})$/))
  } else {
    // By its own numbers, which are indexed: a small tenant's page does not read through the entries of a large one.
    select = select.where('tenant_id', '=', tenantId).orderBy('seq', 'desc')
    if (cursor !== undefined) select = select.where('seq', '<', Number(decodeCursor(cursor, /^seq:(\d{1,15})$/)))
  }
  if (action !== undefined) select = select.where('action', '=', action)
  if (actor !== undefined) select = select.where('actor', '=', actor)
  const rows = await select.execute()
  const entries = rows.slice(0, limit).map((row) => ({
    ...row,
    timestamp: row.timestamp.toISOString(),
    // The log only ever writes objects there.
    details: row.details as Readonly<Record<string, unknown>>,
  }))
  const last = entries.at(-1)
  if (rows.length <= limit || last === undefined) return { entries, next_cursor: null }
  return { entries, next_cursor: encodeCursor(tenantId === undefined ? `id:${last.id}` : `seq:${last.seq}`) }
}

function encodeCursor(place: string): string {
  return Buffer.from(place).toString('base64url')
}

function decodeCursor(cursor: string, form: RegExp): string {
  const place =
    cursor.length > CURSOR_CHARS_MAX ? undefined : form.exec(Buffer.from(cursor, 'base64url').toString())?.[1]
  if (place !== undefined) return place
  throw new Failure('invalid_request', 'cursor is not one that this query gave out', {
    violations: [{ path: ['query', 'cursor'], message: 'not a cursor of this query', type: 'invalid_cursor' }],
  })
}
