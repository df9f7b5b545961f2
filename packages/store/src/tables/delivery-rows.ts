import type { RawBuilder } from 'kysely'
import type { Store } from '../connect.ts'

/** Database connection or transaction. */
export type Database = Pick<Store, 'db'>

export type DeliveryStatus = 'pending' | 'delivered' | 'dead'

/** Delivery attempt in the log. */
export interface DeliveryAttempt {
  readonly at: string
  readonly duration_ms: number
  /** Status of the response; null without one. */
  readonly status: number | null
  /** Error; null on success. */
  readonly error: string | null
  /** Start of the response, masked. */
  readonly snippet: string
}

/** Event for one receiver. */
export interface NewDelivery {
  readonly id: string
  readonly tenantId: string
  readonly receiverId: string
  readonly event: string
  readonly body: string
}

/** Queued event for one receiver, with its history. */
export interface DeliveryRow extends NewDelivery {
  readonly status: DeliveryStatus
  readonly attempts: number
  readonly nextAttemptAt: Date
  readonly createdAt: Date
  readonly queuedAt: Date
  readonly finishedAt: Date | null
  readonly log: readonly DeliveryAttempt[]
}

/** Delivery that a worker has claimed, with its receiver. */
export interface ClaimedDelivery<Receiver = unknown> extends DeliveryRow {
  readonly receiver: Receiver
}

/** Result of an attempt. */
export interface DeliveryOutcome {
  readonly status: DeliveryStatus
  /** Time of the next attempt of a pending delivery. */
  readonly nextAttemptAt: Date
  readonly finishedAt: Date | null
  readonly log: readonly DeliveryAttempt[]
}

/** Tables of one queue. All names are constants. */
export interface QueueTables {
  readonly deliveries: string
  readonly receivers: string
  /** Column of the tenant in both tables, and its type. */
  readonly tenant: string
  readonly tenantType: 'text' | 'uuid'
  /** Column of the receiver in the deliveries. */
  readonly receiver: string
  /** Key column of the receivers. */
  readonly key: string
  /** Columns of a receiver `w` that its delivery needs. */
  readonly claimed: RawBuilder<unknown>
}

/** Names of a queue's tables and columns in statements. */
export interface Names {
  readonly deliveries: RawBuilder<unknown>
  readonly receivers: RawBuilder<unknown>
  readonly tenant: RawBuilder<unknown>
  readonly receiver: RawBuilder<unknown>
  readonly key: RawBuilder<unknown>
  readonly type: RawBuilder<unknown>
  /** Columns of a delivery `d`. */
  readonly columns: RawBuilder<unknown>
  readonly claimed: RawBuilder<unknown>
}

/** Durable queue of events, with the log of their deliveries. */
export interface DeliveryQueue<Receiver> {
  /**
   * Queues events durably in one statement. Events above the tenant's limit are dropped and counted; events for a deleted or disabled
   * receiver are dropped.
   */
  queue(store: Database, deliveries: readonly NewDelivery[], now: Date, backlog_max?: number): Promise<void>
  /**
   * Claims due deliveries. Each delivery has one owner before `leaseEnd`; deliveries of a crashed worker are available to others afterwards.
   * @param busy receivers and tenants to skip
   */
  claim(
    store: Store,
    which: {
      readonly limit: number
      readonly now: Date
      readonly leaseEnd: Date
      readonly busy: { readonly receivers: readonly string[]; readonly tenants: readonly string[] }
    },
  ): Promise<readonly ClaimedDelivery<Receiver>[]>
  /** Stores the result of an attempt, unless another worker has claimed the delivery since. */
  finish(
    store: Store,
    delivery: Pick<DeliveryRow, 'tenantId' | 'id' | 'attempts'>,
    outcome: DeliveryOutcome,
  ): Promise<void>
  /** Records a successful delivery. Pending deliveries that earlier failures delayed become due. */
  noteReceived(store: Store, tenantId: string, receiverId: string, now: Date): Promise<void>
  /**
   * Records a failure of a receiver, and delays its waiting untried deliveries.
   * @param until default: no delay
   * @returns start of the failure period
   */
  noteFailing(
    store: Store,
    tenantId: string,
    receiverId: string,
    times: { readonly now: Date; readonly until: Date | undefined },
  ): Promise<Date>
  /**
   * Stores a delivery that its creator executes once. It counts as claimed, with all its attempts used.
   * @throws if the receiver was deleted
   */
  insertClaimed(
    store: Store,
    delivery: NewDelivery,
    lease: { readonly now: Date; readonly leaseEnd: Date; readonly attempts: number },
  ): Promise<DeliveryRow>
  /** Returns deliveries of a tenant, newest first, optionally of one receiver or status. */
  list(
    store: Store,
    tenantId: string,
    which: {
      readonly receiverId?: string | undefined
      readonly status?: DeliveryStatus | undefined
      readonly before?: string | undefined
      readonly limit: number
    },
  ): Promise<readonly DeliveryRow[]>
  /** Returns one delivery of a tenant, optionally of one receiver. */
  read(
    store: Store,
    tenantId: string,
    which: { readonly id: string; readonly receiverId?: string | undefined },
  ): Promise<DeliveryRow | undefined>
  /** Requeues a delivery with all its attempts available again. @returns undefined if it was deleted */
  requeue(store: Store, delivery: Pick<DeliveryRow, 'tenantId' | 'id'>, now: Date): Promise<DeliveryRow | undefined>
  /** Deletes deliveries that ended before a time. @returns their number */
  sweep(store: Store, before: Date): Promise<number>
}

/** Row as returned by the driver. */
export interface WireDelivery {
  readonly tenant_id: string
  readonly receiver_id: string
  readonly delivery_id: string
  readonly event: string
  readonly body: string
  readonly status: string
  readonly attempts: number
  readonly next_attempt_at: Date
  readonly created_at: Date
  readonly queued_at: Date
  readonly finished_at: Date | null
  readonly log: unknown
}

export function toDelivery(row: WireDelivery): DeliveryRow {
  return {
    id: row.delivery_id,
    tenantId: row.tenant_id,
    receiverId: row.receiver_id,
    event: row.event,
    body: row.body,
    // A table constraint limits the status, and only attempts are written to the log.
    status: row.status as DeliveryStatus,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at,
    createdAt: row.created_at,
    queuedAt: row.queued_at,
    finishedAt: row.finished_at,
    log: row.log as readonly DeliveryAttempt[],
  }
}
