import { type Clock, Failure, systemClock } from '@gatehouse/kernel'
import type { Store } from '../connect.ts'
import { createAuditConnection } from './connection.ts'
import { type AuditEntryInput, stamp } from './entry.ts'
import { createQueue } from './queue.ts'
import type { ChainSeals } from './seal.ts'
import type { Receipt } from './statements.ts'
import { AuditWriter } from './writer.ts'

/** Maximum number of entries per commit. For larger batches the statement takes longer than the disk sync. */
export const AUDIT_BATCH_ENTRIES_MAX = 1_000

/** Retry delay of a rejected caller, in seconds. */
const RETRY_AFTER_S = 1

export interface AuditLogOptions {
  /** Identifies this process in a shared database. */
  readonly instanceId: string
  readonly clock?: Clock
  /** Signs the heads of chains; default: heads are not signed. */
  readonly seals?: ChainSeals
  /** Entries per commit. */
  readonly maxBatch?: number
  /** Maximum wait for further entries before a commit; 0: until pending events are processed. */
  readonly maxWait_ms?: number
}

export interface AuditLog {
  /**
   * Appends an entry to its tenant's chain.
   * @returns when it is on the database's disk
   * @throws {Failure} `unavailable` if it could not be written, or too many entries are waiting. After a lost connection the entry may
   * still be in the log; entries are never acknowledged without being stored.
   */
  readonly append: (entry: AuditEntryInput) => Promise<Receipt>
  /** Resolves when all appended entries have been written or rejected. */
  readonly flush: () => Promise<void>
  /** Rejects new entries, writes waiting ones, and closes the connection. */
  readonly close: () => Promise<void>
  /** Number of entries that wait for their commit. */
  readonly waiting: () => number
  /** Reason why the last write failed; undefined after a successful write, and before the first. */
  readonly failure: () => Failure | undefined
  /** Verifies the signatures of chain heads; undefined for unsigned heads. */
  readonly seals: ChainSeals | undefined
}

/**
 * Creates the audit log of one process. Group commit: one batch is written at a time, and entries that arrive meanwhile form the next
 * batch, so that concurrent callers share one disk sync.
 */
export function createAuditLog(store: Store, options: AuditLogOptions): AuditLog {
  const { instanceId, clock = systemClock, maxBatch = AUDIT_BATCH_ENTRIES_MAX, maxWait_ms = 0 } = options
  const writer = new AuditWriter(createAuditConnection(store.dedicated, instanceId), options.seals)
  const queue = createQueue()
  let inFlight = 0
  let draining: Promise<void> | undefined
  let closed = false
  let failure: Failure | undefined

  async function drain(): Promise<void> {
    await (maxWait_ms > 0 ? later(maxWait_ms) : soon())
    while (queue.length() > 0) {
      const batch = queue.take(maxBatch)
      inFlight = batch.length
      const outcomes = await writer.write(batch.map(({ entry }) => entry)).catch(notWritten)
      inFlight = 0
      failure = outcomes instanceof Failure ? outcomes : outcomes.find((outcome) => outcome instanceof Failure)
      for (const [index, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes instanceof Failure ? outcomes : outcomes[index]!
        if (outcome instanceof Failure) reject(outcome)
        else resolve(outcome)
      }
    }
    draining = undefined
  }

  return {
    append: (input) =>
      new Promise((resolve, reject) => {
        if (closed) throw new Failure('unavailable', 'the audit log is closed')
        if (queue.isFull()) {
          throw new Failure('unavailable', 'too many audit entries are waiting for the database', {
            retryAfter_s: RETRY_AFTER_S,
          })
        }
        queue.push({ entry: stamp(input, clock), resolve, reject })
        draining ??= drain()
      }),
    async flush() {
      await draining
    },
    async close() {
      closed = true
      await draining
      await writer.close()
    },
    waiting: () => queue.length() + inFlight,
    failure: () => failure,
    seals: options.seals,
  }
}

/** A defect in the writer must not leave callers waiting forever. */
function notWritten(error: unknown): Failure {
  return new Failure('unavailable', 'the audit log cannot be written', { retryAfter_s: RETRY_AFTER_S, cause: error })
}

/** Resolves after pending events: requests that arrived together are committed together. */
function soon(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

function later(wait_ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, wait_ms)
  })
}
