import { setTimeout as sleep } from 'node:timers/promises'
import { Failure, messageOf } from '@gatehouse/kernel'
import type { Client } from 'pg'
import { isConnectionLoss, type Store } from '../connect.ts'
import type { StampedEntry } from './entry.ts'
import { createPartitions } from './partitions.ts'
import { append, chain, findWritten, type Head, readHeads, type Receipt } from './statements.ts'

/** How long a batch is tried while the database is away; callers wait for it with a request open. */
export const AUDIT_WRITE_DEADLINE_MS = 5_000

/** A statement that takes longer than this is as good as lost. */
const STATEMENT_TIMEOUT_MS = 4_000

/** After another instance got ahead of us, heads are locked first for this long: retries cost more than locks. */
const CONTENDED_MS = 1_000

/** Heads kept in memory; beyond it they are read again. */
const HEADS_MAX = 50_000

const BACKOFF_MS = [5, 20, 50, 100, 250] as const

/** Seconds until a caller should ask again. */
const RETRY_AFTER_S = 2

/** Serialization failure, deadlock, lock timeout, and "no partition for this row": the next try may do. */
const PASSING_ERRORS = new Set(['40001', '40P01', '55P03', '23514'])

/** Writes batches on a connection of its own, one at a time. */
export interface AuditWriter {
  /** One outcome per entry. A receipt means that the entry is on disk; a failure that it may not be. */
  readonly write: (entries: readonly StampedEntry[]) => Promise<(Receipt | Failure)[]>
  readonly close: () => Promise<void>
}

/** @param instanceId  shown in the server's list of connections */
export function createAuditWriter(store: Store, instanceId: string): AuditWriter {
  const partitions = createPartitions()
  let heads = new Map<string, Head>()
  let client: Client | undefined
  let contendedUntil = 0
  /** False after a batch ran into its deadline: until one succeeds, the next ones do not wait as long. */
  let patient = true

  async function connection(): Promise<Client> {
    if (client !== undefined) return client
    const fresh = await store.dedicated({
      applicationName: `gatehouse audit ${instanceId}`,
      statementTimeout_ms: STATEMENT_TIMEOUT_MS,
    })
    // Whatever the server's defaults are: an acknowledged entry is on its disk. A generic plan saves planning each time.
    await fresh.query('SET synchronous_commit = on; SET plan_cache_mode = force_generic_plan')
    client = fresh
    return fresh
  }

  function disconnect(): void {
    const gone = client
    client = undefined
    heads = new Map()
    // Not awaited: a connection that hangs would hang its ending as well.
    if (gone !== undefined) void gone.end().catch(() => undefined)
  }

  /** The usual way, one round trip. Adds to `done`; entries of tenants whose head had moved stay out. */
  async function appendOptimistically(
    entries: readonly StampedEntry[],
    done: Map<string, Receipt>,
    sent: () => void,
  ): Promise<void> {
    const on = await connection()
    await partitions.ensure(on, entries)
    const unknown = [...new Set(entries.map(({ tenant_id }) => tenant_id))].filter((tenant) => !heads.has(tenant))
    if (unknown.length > 0) {
      if (heads.size + unknown.length > HEADS_MAX) heads = new Map()
      const missing = heads.size === 0 ? [...new Set(entries.map(({ tenant_id }) => tenant_id))] : unknown
      for (const [tenant, head] of await readHeads(on, missing, false)) heads.set(tenant, head)
    }
    const batch = chain(entries, heads)
    sent()
    const moved = await append(on, batch)
    for (const [tenant, head] of batch.after) {
      if (moved.has(tenant)) heads.set(tenant, head)
      else heads.delete(tenant)
    }
    batch.receipts.forEach((receipt, index) => {
      if (moved.has(entries[index]!.tenant_id)) done.set(receipt.id, receipt)
    })
    if (moved.size < batch.after.size) contendedUntil = Date.now() + CONTENDED_MS
  }

  /**
   * The way after trouble: holds the heads, looks up what an earlier try has written after all, adds the rest.
   * @param lookUp  false when nothing was sent before
   */
  async function appendUnderLock(
    entries: readonly StampedEntry[],
    done: Map<string, Receipt>,
    lookUp: boolean,
    sent: () => void,
  ): Promise<void> {
    const on = await connection()
    await partitions.ensure(on, entries)
    await on.query('BEGIN')
    try {
      const locked = await readHeads(on, [...new Set(entries.map(({ tenant_id }) => tenant_id))], true)
      // With the heads held, no straggler of ours can still commit: its statement would find them moved, or not start.
      const written = lookUp ? await findWritten(on, entries) : new Map<string, Receipt>()
      const batch = chain(
        entries.filter(({ id }) => !written.has(id)),
        locked,
      )
      if (batch.entries.length > 0) {
        sent()
        await append(on, batch)
      }
      await on.query('COMMIT')
      for (const [tenant, head] of [...locked, ...batch.after]) heads.set(tenant, head)
      for (const receipt of [...written.values(), ...batch.receipts]) done.set(receipt.id, receipt)
    } catch (error) {
      if (!isConnectionLoss(error)) await on.query('ROLLBACK').catch(() => disconnect())
      throw error
    }
  }

  /**
   * Tries until all is written, the deadline has passed, or an error says that trying is no use.
   * @param maybeSent  true when an earlier try may have written some of the entries
   */
  async function persist(
    entries: readonly StampedEntry[],
    done: Map<string, Receipt>,
    deadline: number,
    maybeSent: boolean,
  ): Promise<Failure | undefined> {
    let sentBefore = maybeSent
    const sent = (): void => void (sentBefore = true)
    for (let attempt = 0; ; attempt += 1) {
      const open = entries.filter(({ id }) => !done.has(id))
      if (open.length === 0) return undefined
      try {
        const optimistic = attempt === 0 && !maybeSent && Date.now() >= contendedUntil
        if (optimistic) await appendOptimistically(open, done, sent)
        else await appendUnderLock(open, done, sentBefore, sent)
        continue
      } catch (error) {
        const lost = isConnectionLoss(error)
        if (lost) disconnect()
        const code = (error as { code?: unknown }).code
        if (code === '23514') partitions.forget()
        // Heads that were computed but not confirmed must not be built upon.
        heads = new Map()
        const passing = lost || (typeof code === 'string' && PASSING_ERRORS.has(code))
        if (!passing) return isolate(open, done, deadline, error)
        if (Date.now() >= deadline) return refused(error)
      }
      await sleep(BACKOFF_MS[Math.min(attempt, BACKOFF_MS.length - 1)])
    }
  }

  /** One tenant's trouble is not the others': each is tried alone, and who fails alone fails. */
  async function isolate(
    open: readonly StampedEntry[],
    done: Map<string, Receipt>,
    deadline: number,
    error: unknown,
  ): Promise<Failure> {
    const byTenant = Map.groupBy(open, ({ tenant_id }) => tenant_id)
    if (byTenant.size > 1) {
      // What was tried with the others may have been written, so each begins by looking.
      for (const entries of byTenant.values()) await persist(entries, done, deadline, true)
    }
    return refused(error)
  }

  return {
    async write(entries) {
      const done = new Map<string, Receipt>()
      const failure = await persist(entries, done, Date.now() + (patient ? AUDIT_WRITE_DEADLINE_MS : 0), false)
      patient = done.size > 0
      return entries.map(({ id }) => done.get(id) ?? failure ?? refused(new Error('not confirmed')))
    },
    async close() {
      await client?.end().catch(() => undefined)
      client = undefined
    },
  }
}

function refused(error: unknown): Failure {
  return new Failure('unavailable', `the audit log cannot be written: ${messageOf(error)}`, {
    retryAfter_s: RETRY_AFTER_S,
    cause: error,
  })
}
