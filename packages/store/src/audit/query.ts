import { Failure } from '@gatehouse/kernel'
import { sql } from 'kysely'
import type { Store } from '../connect.ts'
import type { AuditEntry } from './entry.ts'

/** Default and maximum page size: the highest limits of the three services. */
export const AUDIT_PAGE_ENTRIES = 50
export const AUDIT_PAGE_ENTRIES_MAX = 500

/** Length of the longest cursor, `id:` and a UUID. */
const CURSOR_CHARS_MAX = 64

export interface AuditQuery {
  /** Default: all tenants, for administrators of the deployment only. */
  readonly tenantId?: string
  readonly action?: string
  readonly actor?: string
  /** A guard that decided or reported a finding. */
  readonly guardrail?: string
  readonly verdict?: string
  readonly requestId?: string
  /** Calling agent, or the agent whose record was changed. */
  readonly agent?: string
  /** Inclusive lower bound of the time. */
  readonly since?: Date
  /** Exclusive upper bound of the time. */
  readonly until?: Date
  readonly limit?: number
  /** `next_cursor` of the previous page. */
  readonly cursor?: string
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[]
  /** Null on the last page. */
  readonly next_cursor: string | null
}

/**
 * Returns audit entries, newest first.
 * @throws {Failure} `invalid_request` for an invalid cursor
 */
export async function queryAudit(store: Store, query: AuditQuery): Promise<AuditPage> {
  const limit = Math.min(Math.max(Math.trunc(query.limit ?? AUDIT_PAGE_ENTRIES), 1), AUDIT_PAGE_ENTRIES_MAX)
  const found = await toEntries(selectAudit(store, query).limit(limit + 1))
  const entries = found.slice(0, limit)
  const last = entries.at(-1)
  return { entries, next_cursor: found.length <= limit || last === undefined ? null : cursorAfter(query, last) }
}

/**
 * Returns the cursor after `limit` entries, or null if fewer remain.
 * @throws {Failure} `invalid_request` for an invalid cursor
 */
export async function auditEnd(store: Store, query: AuditQuery, limit: number): Promise<string | null> {
  const [last, more] = await selectAudit(store, query)
    .select(['id', 'seq'])
    .offset(limit - 1)
    .limit(2)
    .execute()
  return last === undefined || more === undefined ? null : cursorAfter(query, last)
}

/** Returns the ordered entries of a query, without selected columns. */
export function selectAudit(store: Store, query: AuditQuery) {
  const { tenantId, cursor, action, actor, guardrail, verdict, requestId, agent, since, until } = query
  let select = store.db.selectFrom('audit_entries')
  if (tenantId === undefined) {
    // Ids are UUIDv7, so that they sort by time.
    select = select.orderBy('id', 'desc')
    if (cursor !== undefined) select = select.where('id', '<', decodeCursor(cursor, /^id:([0-9a-f-]{36})$/))
  } else {
    // Uses the tenant's indexed sequence numbers, so that a page of a small tenant does not scan the entries of a large one.
    select = select.where('tenant_id', '=', tenantId).orderBy('seq', 'desc')
    if (cursor !== undefined) select = select.where('seq', '<', Number(decodeCursor(cursor, /^seq:(\d{1,15})$/)))
  }
  // The log is partitioned by day, so that a time range limits the partitions that are read.
  if (since !== undefined) select = select.where('timestamp', '>=', since)
  if (until !== undefined) select = select.where('timestamp', '<', until)
  if (action !== undefined) select = select.where('action', '=', action)
  if (actor !== undefined) select = select.where(byActor(actor))
  if (verdict !== undefined) select = select.where('verdict', '=', verdict)
  if (requestId !== undefined) select = select.where('request_id', '=', requestId)
  if (guardrail !== undefined) {
    const found = detailsContain(`"guardrail":${JSON.stringify(guardrail)}`)
    select = select.where(sql<boolean>`(guardrail = ${guardrail} OR ${found})`)
  }
  if (agent !== undefined) {
    const name = JSON.stringify(agent)
    const [called, changed] = [detailsContain(`"agent_key":${name}`), detailsContain(`"agent_id":${name}`)]
    select = select.where(sql<boolean>`(${called} OR ${changed})`)
  }
  return select
}

/**
 * Returns the condition for an actor. Older entries identify a tenant's caller by its key: `tenant:<tenant id>` matches those too, and
 * `tenant:<key id>` also matches entries with the key in their details.
 */
function byActor(actor: string) {
  const [kind, name = ''] = actor.split(/:(.*)/s)
  if (kind !== 'tenant') return sql<boolean>`actor = ${actor}`
  const ofKey = detailsContain(`"key_id":${JSON.stringify(name)}`)
  return sql<boolean>`(actor = ${actor} OR (tenant_id = ${name} AND actor LIKE 'tenant:%') OR ${ofKey})`
}

/** Returns the selected entries in their public form. */
export async function toEntries(chosen: ReturnType<typeof selectAudit>): Promise<readonly AuditEntry[]> {
  const rows = await chosen
    .select(['id', 'timestamp', 'tenant_id', 'seq', 'actor', 'action', 'guardrail', 'verdict', 'request_id', 'details'])
    .select([sql<string>`encode(prev_hash, 'hex')`.as('prev_hash'), sql<string>`encode(hash, 'hex')`.as('hash')])
    .execute()
  return rows.map((row) => ({
    ...row,
    timestamp: row.timestamp.toISOString(),
    // Only objects are written to this column.
    details: row.details as Readonly<Record<string, unknown>>,
  }))
}

/**
 * Returns the condition that the details contain a JSON fragment. Compared as text, because PostgreSQL's JSON operators fail on escaped
 * NUL characters from callers. Quotes in values are escaped, so that values cannot forge a fragment.
 */
function detailsContain(piece: string) {
  return sql<boolean>`strpos(details::text, ${piece}) > 0`
}

function cursorAfter({ tenantId }: AuditQuery, { id, seq }: { readonly id: string; readonly seq: number }): string {
  return encodeCursor(tenantId === undefined ? `id:${id}` : `seq:${seq}`)
}

function encodeCursor(place: string): string {
  return Buffer.from(place).toString('base64url')
}

function decodeCursor(cursor: string, form: RegExp): string {
  const place =
    cursor.length > CURSOR_CHARS_MAX ? undefined : form.exec(Buffer.from(cursor, 'base64url').toString())?.[1]
  if (place !== undefined) return place
  throw new Failure('invalid_request', 'cursor was not issued by this query', {
    violations: [{ path: ['query', 'cursor'], message: 'not a cursor of this query', type: 'invalid_cursor' }],
  })
}
