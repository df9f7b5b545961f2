import type { Client } from 'pg'
import type { StampedEntry } from './entry.ts'
import { entryHash, GENESIS_HASH } from './hash.ts'
import { type ChainSeals, factsOf, type SealedFacts, type StoredHead } from './seal.ts'
import { hexArray, int8Array, textArray } from './wire.ts'

/** End of a tenant's chain. */
export interface Head {
  readonly seq: number
  /** Hexadecimal. */
  readonly hash: string
}

/** Head to continue from, with the properties for its next signature. */
export interface KnownHead extends Head {
  /** Absent for unsigned heads. */
  readonly facts?: SealedFacts
}

export interface Receipt extends Head {
  readonly id: string
}

/** Entries with their positions in their chains, for one INSERT statement. */
export interface ChainedBatch {
  readonly entries: readonly StampedEntry[]
  /** One per entry. */
  readonly receipts: readonly Receipt[]
  /** Heads from which the positions were computed. */
  readonly before: ReadonlyMap<string, KnownHead>
  /** The heads after the batch. */
  readonly after: ReadonlyMap<string, KnownHead>
  readonly prevHashes: readonly string[]
}

/** Computes sequence numbers and hashes on top of `heads`, which must contain every tenant of the entries. */
export function chain(entries: readonly StampedEntry[], heads: ReadonlyMap<string, KnownHead>): ChainedBatch {
  const before = new Map<string, KnownHead>()
  const after = new Map<string, KnownHead>()
  const receipts: Receipt[] = []
  const prevHashes: string[] = []
  for (const entry of entries) {
    let head = after.get(entry.tenant_id)
    if (head === undefined) {
      head = heads.get(entry.tenant_id) ?? { seq: 0, hash: GENESIS_HASH }
      before.set(entry.tenant_id, head)
    }
    const seq = head.seq + 1
    const receipt = { id: entry.id, seq, hash: entryHash(head.hash, seq, entry) }
    prevHashes.push(head.hash)
    receipts.push(receipt)
    after.set(entry.tenant_id, head.facts === undefined ? receipt : { ...receipt, facts: head.facts })
  }
  return { entries, receipts, before, after, prevHashes }
}

/**
 * Advances the heads that are unchanged since the batch was computed, and inserts the entries of those tenants. A single statement: for
 * each tenant both happen or neither, and a head advances once from each value, so that a chain cannot fork.
 */
const APPEND = `
  WITH moved AS (
    UPDATE audit_heads h SET seq = n.seq, hash = n.hash, seal = n.seal, seal_key = $21, sealed_from = n.sealed_from,
           broken_at = n.broken_at
      FROM unnest($1::text[], $2::int8[], $3::bytea[], $4::int8[], $5::bytea[], $18::bytea[], $19::int8[], $20::int8[])
           AS n (tenant_id, old_seq, old_hash, seq, hash, seal, sealed_from, broken_at)
     WHERE h.tenant_id = n.tenant_id AND h.seq = n.old_seq AND h.hash = n.old_hash
    RETURNING h.tenant_id
  ), added AS (
    INSERT INTO audit_entries
           (tenant_id, seq, id, timestamp, actor, action, guardrail, verdict, request_id, details, prev_hash, hash)
    SELECT e.tenant_id, e.seq, e.id::uuid, '1970-01-01Z'::timestamptz + e.time_ms * interval '1 millisecond', e.actor,
           e.action, e.guardrail, e.verdict, e.request_id, e.details::json, e.prev_hash, e.hash
      FROM unnest($6::text[], $7::int8[], $8::text[], $9::int8[], $10::text[], $11::text[], $12::text[], $13::text[],
                  $14::text[], $15::text[], $16::bytea[], $17::bytea[])
           AS e (tenant_id, seq, id, time_ms, actor, action, guardrail, verdict, request_id, details, prev_hash, hash)
     WHERE e.tenant_id IN (SELECT tenant_id FROM moved)
  )
  SELECT tenant_id FROM moved`

/**
 * Writes a batch in one round trip.
 * @returns tenants with written entries; the heads of the others had advanced
 */
export async function append(client: Client, batch: ChainedBatch, seals?: ChainSeals): Promise<Set<string>> {
  const { entries, receipts, before, after, prevHashes } = batch
  const tenants = [...before.keys()].sort()
  const old = tenants.map((tenant) => before.get(tenant)!)
  const moved = tenants.map((tenant) => after.get(tenant)!)
  const { rows } = await client.query<{ tenant_id: string }>({
    name: 'audit_append',
    text: APPEND,
    values: [
      textArray(tenants),
      int8Array(old.map(({ seq }) => seq)),
      hexArray(old.map(({ hash }) => hash)),
      int8Array(moved.map(({ seq }) => seq)),
      hexArray(moved.map(({ hash }) => hash)),
      textArray(entries.map(({ tenant_id }) => tenant_id)),
      int8Array(receipts.map(({ seq }) => seq)),
      textArray(entries.map(({ id }) => id)),
      int8Array(entries.map(({ time_ms }) => time_ms)),
      textArray(entries.map(({ actor }) => actor)),
      textArray(entries.map(({ action }) => action)),
      textArray(entries.map(({ guardrail }) => guardrail)),
      textArray(entries.map(({ verdict }) => verdict)),
      textArray(entries.map(({ request_id }) => request_id)),
      textArray(entries.map(({ details }) => details)),
      hexArray(prevHashes),
      hexArray(receipts.map(({ hash }) => hash)),
      ...sealsOf(tenants, moved, seals),
    ],
  })
  return new Set(rows.map(({ tenant_id }) => tenant_id))
}

/** Returns signatures, first signed entries, broken positions and the key for the heads in order; nulls for unsigned heads. */
function sealsOf(tenants: readonly string[], heads: readonly KnownHead[], seals: ChainSeals | undefined) {
  const facts = heads.map((head) => head.facts)
  const signed = heads.map((head, index) =>
    head.facts === undefined || seals === undefined ? null : seals.sealer.seal(tenants[index]!, head, head.facts),
  )
  return [
    signed.map((seal) => (seal === null ? null : Buffer.from(seal, 'hex'))),
    facts.map((fact) => fact?.sealedFrom ?? null),
    facts.map((fact) => fact?.brokenAt ?? null),
    seals?.sealer.keyId ?? null,
  ]
}

/**
 * Reads heads. Locks are taken in a global order, so that instances never deadlock.
 * @param lock true inside a transaction: the heads do not change until it ends
 */
export async function readHeads(
  client: Client,
  tenants: readonly string[],
  lock: boolean,
  seals?: ChainSeals,
): Promise<Map<string, KnownHead>> {
  await client.query({
    name: 'audit_make_heads',
    text: `INSERT INTO audit_heads (tenant_id, seq, hash)
           SELECT t, 0, decode($2, 'hex') FROM unnest($1::text[]) t ORDER BY t ON CONFLICT DO NOTHING`,
    values: [tenants, GENESIS_HASH],
  })
  const { rows } = await client.query<StoredHead & { tenant_id: string }>({
    name: lock ? 'audit_lock_heads' : 'audit_read_heads',
    text: `SELECT tenant_id, ${HEAD_COLUMNS} FROM audit_heads
            WHERE tenant_id = ANY ($1) ORDER BY tenant_id ${lock ? 'FOR UPDATE' : ''}`,
    values: [tenants],
  })
  return new Map(
    rows.map((row) => {
      const { tenant_id, seq, hash } = row
      return [tenant_id, seals === undefined ? { seq, hash } : { seq, hash, facts: factsOf(tenant_id, row, seals) }]
    }),
  )
}

/** Columns of a {@link StoredHead} in SQL. */
export const HEAD_COLUMNS = `seq, encode(hash, 'hex') AS hash, encode(seal, 'hex') AS seal, seal_key AS "sealKey",
  sealed_from AS "sealedFrom", broken_at AS "brokenAt"`

/** Returns the ids of those entries that are already written. */
export async function findWritten(client: Client, entries: readonly StampedEntry[]): Promise<Map<string, Receipt>> {
  const times = entries.map(({ time_ms }) => time_ms)
  const { rows } = await client.query<Receipt>(
    `SELECT id::text, seq, encode(hash, 'hex') AS hash FROM audit_entries
      WHERE id = ANY ($1::uuid[]) AND timestamp BETWEEN $2 AND $3`,
    [
      entries.map(({ id }) => id),
      new Date(times.reduce((least, time) => Math.min(least, time), Infinity)),
      new Date(times.reduce((most, time) => Math.max(most, time), -Infinity)),
    ],
  )
  return new Map(rows.map((receipt) => [receipt.id, receipt]))
}
