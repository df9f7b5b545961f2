import { type Kysely, sql } from 'kysely'
import type { Store } from '../connect.ts'
import type { DB } from '../schema.gen.ts'

/** Maximum number of entries and namespaces of a tenant, some hundred MB. */
export const MEMORY_ENTRIES_MAX = 500_000
export const MEMORY_NAMESPACES_MAX = 20_000

/** Maximum number of count lines in the result of a purge; further agents and namespaces are combined. */
const COUNT_LINES_MAX = 1_000

/** Metadata of one entry in an agent's memory. Both hashes are keyed, 32 bytes. */
export interface MemoryEntryRow {
  readonly valueHmac: Buffer
  readonly classification: string
  readonly writtenBy: string
  readonly writtenAt: Date
}

/** Metadata of a slot in an agent's memory. */
export interface MemorySlotRow {
  /** Undefined for a new namespace, empty for a shared one. */
  readonly owner: string | undefined
  readonly entry: MemoryEntryRow | undefined
}

export interface NewMemoryEntry {
  readonly namespace: string
  readonly keyHmac: Buffer
  readonly valueHmac: Buffer
  readonly valueChars: number
  readonly memoryType: string | undefined
  readonly classification: string
  readonly writtenBy: string
  readonly sourceAgent: string | undefined
  readonly writtenAt: Date
}

export interface MemoryWriteRules {
  /** Owner of a new namespace. */
  readonly owner: string
  /** Returns whether the writer may write to a namespace of this owner. */
  readonly mayWrite: (owner: string) => boolean
  /** Maximum number of entries of the namespace. */
  readonly entries_max: number
}

/** Filter of a purge: all given conditions must match. */
export interface MemoryPurge {
  /** Selects entries written by the agent or in its namespaces. */
  readonly agent: string | undefined
  readonly namespace: string | undefined
  /** Entries written before this time. */
  readonly before: Date | undefined
}

export interface MemoryPurged {
  readonly deleted: number
  readonly remaining: number
  readonly byAgent: Readonly<Record<string, number>>
  readonly byNamespace: Readonly<Record<string, number>>
}

export async function readMemorySlot(
  store: Store,
  tenantId: string,
  namespace: string,
  keyHmac: Buffer,
): Promise<MemorySlotRow> {
  const row = await store.db
    .selectFrom('memory_namespaces as n')
    .leftJoin('memory_entries as e', (join) =>
      join
        .onRef('e.tenant_id', '=', 'n.tenant_id')
        .onRef('e.namespace', '=', 'n.namespace')
        .on('e.key_hmac', '=', keyHmac),
    )
    .select(['n.owner_agent', 'e.value_hmac', 'e.classification', 'e.written_by', 'e.written_at'])
    .where('n.tenant_id', '=', tenantId)
    .where('n.namespace', '=', namespace)
    .executeTakeFirst()
  if (row === undefined) return { owner: undefined, entry: undefined }
  const { owner_agent: owner, value_hmac, classification, written_by, written_at } = row
  if (value_hmac === null || classification === null || written_by === null || written_at === null) {
    return { owner, entry: undefined }
  }
  return { owner, entry: { valueHmac: value_hmac, classification, writtenBy: written_by, writtenAt: written_at } }
}

/**
 * Stores an entry, and the owner of a new namespace. The first of two concurrent writers owns a new namespace, and the rule is evaluated
 * for the second.
 */
export async function writeMemoryEntry(
  store: Store,
  tenantId: string,
  entry: NewMemoryEntry,
  { owner, mayWrite, entries_max }: MemoryWriteRules,
): Promise<'written' | 'owned' | 'namespace_full' | 'tenant_full'> {
  return store.db.transaction().execute(async (transaction) => {
    let found = await lockNamespace(transaction, tenantId, entry.namespace)
    if (found === undefined) {
      if (await isFull(transaction, tenantId, 'namespaces')) return 'tenant_full'
      await transaction
        .insertInto('memory_namespaces')
        .values({ tenant_id: tenantId, namespace: entry.namespace, owner_agent: owner })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      found = (await lockNamespace(transaction, tenantId, entry.namespace)) ?? { owner_agent: owner, entries: 0 }
    }
    if (!mayWrite(found.owner_agent)) return 'owned'
    if (await updateEntry(transaction, tenantId, entry)) return 'written'
    if (found.entries >= entries_max) return 'namespace_full'
    if (await isFull(transaction, tenantId, 'entries')) return 'tenant_full'
    await transaction
      .insertInto('memory_entries')
      .values({ tenant_id: tenantId, namespace: entry.namespace, key_hmac: entry.keyHmac, ...columnsOf(entry) })
      .execute()
    await addToCount(transaction, tenantId, entry.namespace, 1)
    return 'written'
  })
}

/** @returns whether the entry existed */
export async function deleteMemoryEntry(
  store: Store,
  tenantId: string,
  namespace: string,
  keyHmac: Buffer,
): Promise<boolean> {
  return store.db.transaction().execute(async (transaction) => {
    if ((await lockNamespace(transaction, tenantId, namespace)) === undefined) return false
    const { numDeletedRows } = await transaction
      .deleteFrom('memory_entries')
      .where('tenant_id', '=', tenantId)
      .where('namespace', '=', namespace)
      .where('key_hmac', '=', keyHmac)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return false
    await addToCount(transaction, tenantId, namespace, -1)
    return true
  })
}

/**
 * Deletes entries, and namespaces that become empty, which other agents may then own.
 * @param dryRun only count
 */
export async function purgeMemory(
  store: Store,
  tenantId: string,
  purge: MemoryPurge,
  dryRun: boolean,
): Promise<MemoryPurged> {
  return store.db.transaction().execute(async (transaction) => {
    // Namespaces are locked before entries, as in writes, and in a fixed order, which prevents deadlocks.
    await sql`SELECT 1 FROM memory_namespaces
      WHERE tenant_id = ${tenantId} AND (${purge.namespace ?? null}::text IS NULL OR namespace = ${purge.namespace ?? null})
      ORDER BY namespace FOR UPDATE`.execute(transaction)
    const counts = dryRun
      ? await countMatching(transaction, tenantId, purge)
      : await deleteMatching(transaction, tenantId, purge)
    if (!dryRun) await dropEmpty(transaction, tenantId, purge)
    const { remaining } = await transaction
      .selectFrom('memory_namespaces')
      .select(({ fn }) => fn.coalesce(fn.sum<string>('entries'), sql<string>`0`).as('remaining'))
      .where('tenant_id', '=', tenantId)
      .executeTakeFirstOrThrow()
    return { ...summed(counts), remaining: Number(remaining) }
  })
}

interface CountLine {
  readonly namespace: string
  readonly written_by: string
  readonly count: string
}

function matching(tenantId: string, { agent, namespace, before }: MemoryPurge) {
  return sql`e.tenant_id = ${tenantId}
    AND (${namespace ?? null}::text IS NULL OR e.namespace = ${namespace ?? null})
    AND (${before ?? null}::timestamptz IS NULL OR e.written_at < ${before ?? null})
    AND (${agent ?? null}::text IS NULL OR e.written_by = ${agent ?? null} OR EXISTS (
      SELECT 1 FROM memory_namespaces n
      WHERE n.tenant_id = e.tenant_id AND n.namespace = e.namespace AND n.owner_agent = ${agent ?? null}))`
}

async function countMatching(db: Kysely<DB>, tenantId: string, purge: MemoryPurge): Promise<readonly CountLine[]> {
  const { rows } = await sql<CountLine>`
    SELECT e.namespace, e.written_by, count(*) AS count FROM memory_entries e
    WHERE ${matching(tenantId, purge)} GROUP BY 1, 2`.execute(db)
  return rows
}

async function deleteMatching(db: Kysely<DB>, tenantId: string, purge: MemoryPurge): Promise<readonly CountLine[]> {
  const { rows } = await sql<CountLine>`
    WITH gone AS (DELETE FROM memory_entries e WHERE ${matching(tenantId, purge)} RETURNING namespace, written_by),
    fewer AS (
      UPDATE memory_namespaces n SET entries = n.entries - g.count
      FROM (SELECT namespace, count(*)::integer AS count FROM gone GROUP BY 1) g
      WHERE n.tenant_id = ${tenantId} AND n.namespace = g.namespace)
    SELECT namespace, written_by, count(*) AS count FROM gone GROUP BY 1, 2`.execute(db)
  return rows
}

async function dropEmpty(db: Kysely<DB>, tenantId: string, { agent, namespace, before }: MemoryPurge): Promise<void> {
  await sql`DELETE FROM memory_namespaces WHERE tenant_id = ${tenantId} AND entries = 0
    AND (${namespace ?? null}::text IS NULL OR namespace = ${namespace ?? null})
    AND (${before ?? null}::timestamptz IS NULL OR created_at < ${before ?? null})
    AND (${agent ?? null}::text IS NULL OR owner_agent = ${agent ?? null})`.execute(db)
}

function summed(lines: readonly CountLine[]): Omit<MemoryPurged, 'remaining'> {
  const byAgent = new Map<string, number>()
  const byNamespace = new Map<string, number>()
  let deleted = 0
  for (const { namespace, written_by, count } of lines) {
    deleted += Number(count)
    add(byAgent, written_by, Number(count))
    add(byNamespace, namespace, Number(count))
  }
  return { deleted, byAgent: Object.fromEntries(byAgent), byNamespace: Object.fromEntries(byNamespace) }
}

function add(counts: Map<string, number>, name: string, count: number): void {
  const known = counts.has(name) || counts.size < COUNT_LINES_MAX ? name : ''
  counts.set(known, (counts.get(known) ?? 0) + count)
}

function lockNamespace(db: Kysely<DB>, tenantId: string, namespace: string) {
  return db
    .selectFrom('memory_namespaces')
    .select(['owner_agent', 'entries'])
    .where('tenant_id', '=', tenantId)
    .where('namespace', '=', namespace)
    .forUpdate()
    .executeTakeFirst()
}

/** The limit protects against a full disk: concurrent writers may exceed it by one each. */
async function isFull(db: Kysely<DB>, tenantId: string, subject: 'entries' | 'namespaces'): Promise<boolean> {
  const { namespaces, entries } = await db
    .selectFrom('memory_namespaces')
    .select(({ fn }) => [
      fn.countAll<string>().as('namespaces'),
      fn.coalesce(fn.sum<string>('entries'), sql<string>`0`).as('entries'),
    ])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return subject === 'entries' ? Number(entries) >= MEMORY_ENTRIES_MAX : Number(namespaces) >= MEMORY_NAMESPACES_MAX
}

async function updateEntry(db: Kysely<DB>, tenantId: string, entry: NewMemoryEntry): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('memory_entries')
    .set(columnsOf(entry))
    .where('tenant_id', '=', tenantId)
    .where('namespace', '=', entry.namespace)
    .where('key_hmac', '=', entry.keyHmac)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function addToCount(db: Kysely<DB>, tenantId: string, namespace: string, by: number): Promise<void> {
  await db
    .updateTable('memory_namespaces')
    .set({ entries: sql`entries + ${by}` })
    .where('tenant_id', '=', tenantId)
    .where('namespace', '=', namespace)
    .execute()
}

function columnsOf(entry: NewMemoryEntry) {
  return {
    value_hmac: entry.valueHmac,
    value_chars: entry.valueChars,
    memory_type: entry.memoryType ?? null,
    classification: entry.classification,
    written_by: entry.writtenBy,
    source_agent: entry.sourceAgent ?? null,
    written_at: entry.writtenAt,
  }
}
