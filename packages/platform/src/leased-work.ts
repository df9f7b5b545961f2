import type { Logger } from '@gatehouse/http'
import { messageOf, runUnit, uuidv7 } from '@gatehouse/kernel'
import type { LeaseState, WorkerLease } from '@gatehouse/store'
import { WorkQueue } from './lanes.ts'

/** Own limit: a lease that is not renewed for this long expires, by the database clock. Virtual machines pause for several seconds. */
const LEASE_MS = 30_000
/** Interval of lease renewals. Decisions 0043 and 0061: a pause or cancellation takes effect within a second. */
const RENEW_MS = 400
/** Polling interval of an idle worker. */
const IDLE_MS = 1_000
/** Work that crashed this many workers fails permanently. */
export const ATTEMPTS_MAX = 2

export interface LeaseOptions {
  readonly lease_ms?: number
  readonly hold_ms?: number
  readonly idle_ms?: number
  /** Number of parallel work items. */
  readonly lanes?: number
}

/** A running task. */
export interface HeldWork {
  /** Holder of the lease, new for each claim. Queries that finish the work check it, so that a stale claim has no effect. */
  readonly holder: string
  /** Fires when the lease is lost, the work is withdrawn or the worker closes. */
  readonly signal: AbortSignal
  /** Fires when the lease is lost or the work is withdrawn. */
  readonly lost: AbortSignal
  /** Ends the renewals because another worker owns the work. */
  readonly lose: () => void
  /** Checks the lease at once. */
  readonly renew: () => Promise<void>
}

export interface LeasedWork<Work> {
  /** Service name of errors and metrics. */
  readonly service: string
  readonly logger: Logger
  /** @param isIdle  whether no slot is working */
  readonly claim: (lease: WorkerLease, isIdle: boolean) => Promise<Work | undefined>
  readonly renew: (work: Work, lease: WorkerLease) => Promise<LeaseState>
  readonly run: (work: Work, held: HeldWork) => Promise<void>
  /** Returns work after an uncaught error; default: its lease expires. */
  readonly abandon?: (work: Work, holder: string) => Promise<void>
  /** Returns unfinished work when the worker closes. */
  readonly release: (holder: string) => Promise<void>
  /** Fields of log entries about the work. */
  readonly fieldsOf: (work: Work) => Readonly<Record<string, string>>
  readonly isSolitary?: (work: Work) => boolean
  readonly onIdle?: () => Promise<void>
}

interface Leased<Work> {
  readonly work: Work
  readonly lease: WorkerLease
}

interface Held<Work> extends Leased<Work> {
  readonly lost: AbortController
  renewed_ms: number
  isFailing: boolean
}

/** Runs work that workers on any number of machines lease from one database. */
export class LeasedWorker<Work> {
  readonly #work: LeasedWork<Work>
  readonly #options: Required<LeaseOptions>
  readonly #lanes: WorkQueue<Leased<Work>>
  readonly #held = new Set<Held<Work>>()

  constructor(work: LeasedWork<Work>, options: LeaseOptions & { readonly lanes: number }) {
    this.#work = work
    this.#options = { lease_ms: LEASE_MS, hold_ms: RENEW_MS, idle_ms: IDLE_MS, ...options }
    const { isSolitary, onIdle } = work
    this.#lanes = new WorkQueue<Leased<Work>>({
      count: this.#options.lanes,
      idle_ms: this.#options.idle_ms,
      claim: (isIdle) => this.#claim(isIdle),
      ...(isSolitary === undefined ? {} : { isSolitary: (leased: Leased<Work>) => isSolitary(leased.work) }),
      ...(onIdle === undefined ? {} : { onIdle }),
      work: (leased) => this.#do(leased),
      onClaimFailed: (error) => work.logger.warn({ error: messageOf(error) }, 'claiming queued work failed'),
    })
  }

  /** Fires when the worker closes. */
  get closing(): AbortSignal {
    return this.#lanes.signal
  }

  /** Checks for work immediately. */
  wake(): void {
    this.#lanes.wake()
  }

  /** Ends the running work and returns it. */
  close(): Promise<void> {
    return this.#lanes.close()
  }

  /**
   * Renews overdue leases first: after a pause of this machine, its own leases may have expired, and another slot must not claim that
   * work. Uses the wall clock, because monotonic clocks stop while a machine is suspended.
   */
  async #claim(isIdle: boolean): Promise<Leased<Work> | undefined> {
    const since = Date.now() - 2 * this.#options.hold_ms
    await Promise.all([...this.#held].filter(({ renewed_ms }) => renewed_ms < since).map((held) => this.#renew(held)))
    const lease = { worker: uuidv7(), lease_ms: this.#options.lease_ms }
    const work = await this.#work.claim(lease, isIdle)
    return work === undefined ? undefined : { work, lease }
  }

  async #renew(held: Held<Work>): Promise<void> {
    const { renew, logger, fieldsOf } = this.#work
    try {
      const state = await renew(held.work, held.lease)
      held.renewed_ms = Date.now()
      held.isFailing = false
      if (state === 'held' || held.lost.signal.aborted) return
      if (state === 'taken') logger.warn(fieldsOf(held.work), 'lease lost: another worker took over the work')
      held.lost.abort(new Error('the work no longer belongs to this worker'))
    } catch (error) {
      // The state of the lease is unknown. Queries that finish the work check it again.
      if (!held.isFailing) logger.warn({ ...fieldsOf(held.work), error: messageOf(error) }, 'lease renewal failed')
      held.isFailing = true
    }
  }

  async #do({ work, lease }: Leased<Work>): Promise<void> {
    const { logger, fieldsOf, abandon, release } = this.#work
    const holder = lease.worker
    const lost = new AbortController()
    const held: Held<Work> = { work, lease, lost, renewed_ms: Date.now(), isFailing: false }
    const signal = AbortSignal.any([lost.signal, this.closing])
    const lose = (): void => lost.abort(new Error('the work no longer belongs to this worker'))
    let renewing: Promise<void> | undefined
    const timer = setInterval(() => {
      renewing ??= this.#renew(held).finally(() => (renewing = undefined))
    }, this.#options.hold_ms)
    this.#held.add(held)
    try {
      await this.#runAsUnit(work, { holder, signal, lost: lost.signal, lose, renew: () => this.#renew(held) })
    } catch (error) {
      if (!signal.aborted && !(error instanceof Crash)) {
        logger.error({ ...fieldsOf(work), error: messageOf(error) }, 'work failed')
      }
      if (!this.closing.aborted) lose()
      if (error instanceof Crash) await abandon?.(work, holder).catch(() => undefined)
    } finally {
      clearInterval(timer)
      this.#held.delete(held)
      await renewing
      if (this.closing.aborted && !lost.signal.aborted) await release(holder).catch(() => undefined)
    }
  }

  /**
   * Runs the work as the unit that owns its uncaught errors.
   * @throws {Crash} after the first uncaught error: the work itself may never end
   */
  async #runAsUnit(work: Work, heldWork: HeldWork): Promise<void> {
    const { service, logger, fieldsOf, run } = this.#work
    const crash = Promise.withResolvers<never>()
    const crashed = (error: unknown): void => {
      logger.error({ ...fieldsOf(work), error: messageOf(error) }, 'uncaught error in work')
      crash.reject(new Crash('uncaught error'))
    }
    await Promise.race([runUnit({ kind: 'job', service, crashed }, () => run(work, heldWork)), crash.promise])
  }
}

class Crash extends Error {}
