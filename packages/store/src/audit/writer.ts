import { setTimeout as sleep } from 'node:timers/promises'
import { Failure, messageOf } from '@gatehouse/kernel'
import { isConnectionLoss } from '../connect.ts'
import type { AuditConnection } from './connection.ts'
import type { StampedEntry } from './entry.ts'
import { createPartitions } from './partitions.ts'
import type { ChainSeals } from './seal.ts'
import { append, chain, findWritten, type KnownHead, readHeads, type Receipt } from './statements.ts'

/** Maximum time for retrying a batch while the database is unavailable. Callers wait with an open request. */
export const AUDIT_WRITE_DEADLINE_MS = 5_000

/** After a conflict with another instance, heads are locked first for this time: retries cost more than locks. */
const CONTENDED_MS = 1_000

/** Maximum number of cached heads; others are read again. */
const HEADS_MAX = 50_000

const BACKOFF_MS = [5, 20, 50, 100, 250] as const

/** Retry delay of a caller, in seconds. */
const RETRY_AFTER_S = 2

/** Check violation, which an insert raises only for a row without a partition. */
const NO_PARTITION = '23514'

/** Temporary errors: serialization failure, deadlock, lock timeout, and a missing partition. */
const PASSING_ERRORS = new Set(['40001', '40P01', '55P03', NO_PARTITION])

/** Write of one batch. */
interface Effort {
  readonly deadline: number
  /** Confirmed entries by id. */
  readonly done: Map<string, Receipt>
  /** Whether a sent statement may have written some entries. */
  maybeSent: boolean
}

/** Writes batches sequentially. Determines the outcome of a batch whose response was lost. */
export class AuditWriter {
  readonly #connection: AuditConnection
  readonly #partitions = createPartitions()
  readonly #seals: ChainSeals | undefined
  #heads = new Map<string, KnownHead>()
  #contendedUntil = 0
  /** False after a batch reached its deadline. Later batches then use a shorter timeout until one succeeds. */
  #patient = true

  /** @param seals  default: heads are not signed */
  constructor(connection: AuditConnection, seals?: ChainSeals) {
    this.#connection = connection
    this.#seals = seals
  }

  /** Returns one outcome per entry. A receipt guarantees that the entry is on disk. After a failure it may not be. */
  async write(entries: readonly StampedEntry[]): Promise<(Receipt | Failure)[]> {
    const deadline = Date.now() + (this.#patient ? AUDIT_WRITE_DEADLINE_MS : 0)
    const effort: Effort = { deadline, done: new Map(), maybeSent: false }
    const failure = await this.#persist(entries, effort)
    this.#patient = effort.done.size > 0
    return entries.map(({ id }) => effort.done.get(id) ?? failure ?? refused(new Error('not confirmed')))
  }

  close(): Promise<void> {
    return this.#connection.close()
  }

  /** Retries until all entries are written, the deadline has passed, or an error is permanent. */
  async #persist(entries: readonly StampedEntry[], effort: Effort): Promise<Failure | undefined> {
    for (let attempt = 0; ; attempt += 1) {
      const open = entries.filter(({ id }) => !effort.done.has(id))
      if (open.length === 0) return undefined
      try {
        if (!effort.maybeSent && Date.now() >= this.#contendedUntil) await this.#appendOptimistically(open, effort)
        else await this.#appendUnderLock(open, effort)
        continue
      } catch (error) {
        if (!this.#mayPass(error)) return this.#isolate(open, effort, error)
        if (Date.now() >= effort.deadline) return refused(error)
      }
      await sleep(BACKOFF_MS[Math.min(attempt, BACKOFF_MS.length - 1)])
    }
  }

  /** Normal path, one round trip. Skips entries of tenants with an advanced head. */
  async #appendOptimistically(entries: readonly StampedEntry[], effort: Effort): Promise<void> {
    const client = await this.#connection.client()
    await this.#partitions.ensure(client, entries)
    const tenants = tenantsOf(entries)
    if (this.#heads.size > HEADS_MAX) this.#heads = new Map()
    const unknown = tenants.filter((tenant) => !this.#heads.has(tenant))
    if (unknown.length > 0) this.#remember(await readHeads(client, unknown, false, this.#seals))
    const batch = chain(entries, this.#heads)
    effort.maybeSent = true
    const moved = await append(client, batch, this.#seals)
    for (const [tenant, head] of batch.after) {
      if (moved.has(tenant)) this.#settle(tenant, head)
      else this.#heads.delete(tenant)
    }
    for (const [index, receipt] of batch.receipts.entries()) {
      if (moved.has(entries[index]!.tenant_id)) effort.done.set(receipt.id, receipt)
    }
    if (moved.size < tenants.length) this.#contendedUntil = Date.now() + CONTENDED_MS
  }

  /** Path after errors: locks the heads, finds the entries of earlier tries, and adds the rest. */
  async #appendUnderLock(entries: readonly StampedEntry[], effort: Effort): Promise<void> {
    const client = await this.#connection.client()
    await this.#partitions.ensure(client, entries)
    await client.query('BEGIN')
    try {
      const locked = await readHeads(client, tenantsOf(entries), true, this.#seals)
      // While the heads are locked, no delayed statement of this process can commit: it would find advanced heads, or not start.
      const written = effort.maybeSent ? await findWritten(client, entries) : new Map<string, Receipt>()
      const missing = entries.filter(({ id }) => !written.has(id))
      const batch = chain(missing, locked)
      effort.maybeSent = true
      if (missing.length > 0) await append(client, batch, this.#seals)
      await client.query('COMMIT')
      this.#remember(locked)
      for (const [tenant, head] of batch.after) this.#settle(tenant, head)
      for (const receipt of [...written.values(), ...batch.receipts]) effort.done.set(receipt.id, receipt)
    } catch (error) {
      if (!isConnectionLoss(error)) await client.query('ROLLBACK').catch(() => this.#connection.drop())
      throw error
    }
  }

  /** Cleans up after an error, and returns whether a retry may succeed. */
  #mayPass(error: unknown): boolean {
    // Computed but unconfirmed heads must not be used.
    this.#heads = new Map()
    if (isConnectionLoss(error)) {
      this.#connection.drop()
      return true
    }
    const { code } = error as { code?: unknown }
    if (code === NO_PARTITION) this.#partitions.forget()
    return typeof code === 'string' && PASSING_ERRORS.has(code)
  }

  /** Isolates failures by tenant: each is retried alone, and only failing tenants fail. */
  async #isolate(open: readonly StampedEntry[], effort: Effort, error: unknown): Promise<Failure> {
    const byTenant = Map.groupBy(open, ({ tenant_id }) => tenant_id)
    if (byTenant.size > 1) for (const entries of byTenant.values()) await this.#persist(entries, effort)
    return refused(error)
  }

  /** Caches a head that is on disk. */
  #settle(tenant: string, head: KnownHead): void {
    this.#heads.set(tenant, head)
    this.#seals?.anchors.note(tenant, { seq: head.seq, hash: head.hash })
  }

  #remember(heads: ReadonlyMap<string, KnownHead>): void {
    for (const [tenant, head] of heads) this.#heads.set(tenant, head)
  }
}

function tenantsOf(entries: readonly StampedEntry[]): string[] {
  return [...new Set(entries.map(({ tenant_id }) => tenant_id))]
}

function refused(error: unknown): Failure {
  return new Failure('unavailable', `the audit log cannot be written: ${messageOf(error)}`, {
    retryAfter_s: RETRY_AFTER_S,
    cause: error,
  })
}
