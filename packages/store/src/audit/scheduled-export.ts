import type { Client } from 'pg'
import type { Store } from '../connect.ts'
import type { AuditEntry } from './entry.ts'
import type { StoredHead } from './seal.ts'
import { HEAD_COLUMNS } from './statements.ts'

/** Own limit for the entries of one chunk: below 350 MB with details of 64 KiB each, but usually 3 MB. */
const PIECE_ENTRIES = 5_000

/** Advisory lock for exports, unique in this database. One instance exports at a time. */
const LOCK = 1_195_918_417

export interface ExportTarget {
  /** SHA-256 of the target. Each target has its own cursor. */
  readonly id: Buffer
  /** Resolves when the lines are durable at the target. */
  write(lines: string): Promise<void>
}

/**
 * Writes the entries since the last export of all chains, each chain in order and followed by the seal of its head. The cursor advances
 * only after the target has accepted the lines, so that lines may be repeated but never lost.
 * @returns the number of written entries; undefined while another instance exports
 */
export function exportAudit(store: Store, target: ExportTarget): Promise<number | undefined> {
  return store.withConnection(async (client) => {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [LOCK])
    if (rows[0]?.locked !== true) return undefined
    let written = 0
    for (const head of await pendingHeads(client, target)) written += await exportChain(client, target, head)
    return written
  })
}

type PendingHead = StoredHead & { readonly tenant_id: string; readonly exported: number }

async function pendingHeads(client: Client, { id }: ExportTarget): Promise<readonly PendingHead[]> {
  const { rows } = await client.query<PendingHead>(
    `SELECT h.*, coalesce(x.seq, 0)::int8 AS exported
       FROM (SELECT tenant_id, ${HEAD_COLUMNS} FROM audit_heads) h
       LEFT JOIN audit_exports x ON x.tenant_id = h.tenant_id AND x.destination = $1
      WHERE h.seq > coalesce(x.seq, 0) ORDER BY h.tenant_id`,
    [id],
  )
  return rows
}

async function exportChain(client: Client, target: ExportTarget, head: PendingHead): Promise<number> {
  const { tenant_id: tenantId } = head
  let at = head.exported
  while (at < head.seq) {
    // oxlint-disable-next-line no-await-in-loop -- piece by piece, so that memory stays the same
    const entries = await readBatch(client, tenantId, at, head.seq)
    // `verify` reports missing entries. The export continues after them.
    const end = entries.at(-1)?.seq ?? head.seq
    const lines = entries.map((entry) => `${JSON.stringify({ type: 'entry', ...entry })}\n`)
    if (end === head.seq) lines.push(sealLine(head))
    // oxlint-disable-next-line no-await-in-loop -- as above
    await target.write(lines.join(''))
    // oxlint-disable-next-line no-await-in-loop -- as above
    await client.query(
      `INSERT INTO audit_exports (destination, tenant_id, seq) VALUES ($1, $2, $3)
       ON CONFLICT (destination, tenant_id) DO UPDATE SET seq = excluded.seq`,
      [target.id, tenantId, end],
    )
    at = end
  }
  return head.seq - head.exported
}

async function readBatch(client: Client, tenantId: string, after: number, to: number): Promise<readonly AuditEntry[]> {
  const { rows } = await client.query<Omit<AuditEntry, 'timestamp'> & { timestamp: Date }>(
    `SELECT id::text, timestamp, tenant_id, seq, actor, action, guardrail, verdict, request_id, details,
            encode(prev_hash, 'hex') AS prev_hash, encode(hash, 'hex') AS hash
       FROM audit_entries WHERE tenant_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT ${PIECE_ENTRIES}`,
    [tenantId, after, to],
  )
  return rows.map((row) => ({ ...row, timestamp: row.timestamp.toISOString() }))
}

function sealLine({ tenant_id, seq, hash, seal, sealKey, sealedFrom, brokenAt }: PendingHead): string {
  const fields = { tenant_id, seq, hash, seal, seal_key: sealKey, sealed_from: sealedFrom, broken_at: brokenAt }
  return `${JSON.stringify({ type: 'seal', ...fields })}\n`
}
