import {
  conductRun,
  egressPort,
  egressSocketPort,
  maskSecrets,
  prepareRun,
  type RunResult,
  type RunEgressPorts,
  targetSecrets,
} from '@gatehouse/attacks'
import type { RunRequest, RunUsage } from '@gatehouse/contracts/redteam'
import type { Logger } from '@gatehouse/http'
import { type Clock, Failure, messageOf, uuidv7 } from '@gatehouse/kernel'
import { type Egress } from '@gatehouse/kernel/egress'
import { type KeyRing } from '@gatehouse/kernel/sealing'
import { ATTEMPTS_MAX, type HeldWork, LeasedWorker, type LeaseOptions } from '@gatehouse/platform'
import type { LeaseState, Store, WorkerLease } from '@gatehouse/store'
import type { AuditLog } from '@gatehouse/store/audit'
import {
  claimRedteamRun,
  renewRedteamRun,
  type RedteamWork,
  releaseRedteamWorker,
  type RunEnd,
  settleRedteamRun,
} from '@gatehouse/store/redteam'
import { entryFor } from '../audited.ts'
import type { RunMeter } from '../run-meter.ts'
import { packReport } from '../reports/packed-report.ts'
import type { ContentFor } from './content.ts'
import { RunLost, storedJournal } from './journal.ts'
import { openRequest } from './sealed-request.ts'
import { usageTeller } from './usage.ts'

/** Maximum number of concurrent runs in one process. Own limit: each run keeps its attempts in memory. */
const LANES = 4

export interface RunWorkerPorts {
  readonly store: Store
  readonly audit: AuditLog
  readonly egress: Egress
  readonly keys: KeyRing
  readonly clock: Clock
  readonly logger: Logger
  readonly contentFor: ContentFor
  /** Outbound ports other than HTTP, the judge for answers that rules cannot decide, and the models that write attacks. */
  readonly ways?: Pick<RunEgressPorts, 'socket' | 'judge' | 'models'>
  /** Counts ended runs. */
  readonly meter?: RunMeter
}

export type RunWorkerOptions = LeaseOptions

export interface RunWorker {
  readonly id: string
  /** Polls for runs immediately. */
  readonly wake: () => void
  /** Aborts the work for a run that was cancelled or deleted; other workers notice it within `hold_ms`. */
  readonly stop: (runId: string) => void
  /** Releases all leases and waits until the worker is idle. The next worker resumes the runs. */
  readonly close: () => Promise<void>
}

/** Executes runs until it is closed. Any number of workers on any number of machines can share one database. */
export function startRunWorker(ports: RunWorkerPorts, options: RunWorkerOptions = {}): RunWorker {
  const worker = new Worker(ports, options)
  return {
    id: worker.id,
    wake: () => worker.wake(),
    stop: (runId) => worker.stop(runId),
    close: () => worker.close(),
  }
}

/** A leased run. */
interface HeldRun {
  readonly stop: AbortController
  /** Reporter of the resource use, set once the run has started. */
  usage: () => RunUsage | undefined
}

class Worker {
  readonly id = uuidv7()
  readonly #ports: RunWorkerPorts
  readonly #leased: LeasedWorker<RedteamWork>
  readonly #held = new Map<string, HeldRun>()

  constructor(ports: RunWorkerPorts, options: RunWorkerOptions) {
    this.#ports = ports
    const { store, logger } = ports
    this.#leased = new LeasedWorker<RedteamWork>(
      {
        service: 'redteam',
        logger,
        claim: (lease) => claimRedteamRun(store, lease),
        renew: (work, lease) => this.#renew(work, lease),
        run: (work, held) => this.#run(work, held),
        release: (holder) => releaseRedteamWorker(store, holder),
        fieldsOf: (work) => ({ run_id: work.id }),
      },
      { lanes: LANES, ...options },
    )
  }

  wake(): void {
    this.#leased.wake()
  }

  stop(runId: string): void {
    this.#held.get(runId)?.stop.abort(new Error('the run was cancelled'))
  }

  close(): Promise<void> {
    return this.#leased.close()
  }

  async #renew({ id }: RedteamWork, lease: WorkerLease): Promise<LeaseState> {
    const state = await renewRedteamRun(this.#ports.store, id, lease, this.#held.get(id)?.usage())
    if (state !== 'cancelled') return state
    this.stop(id)
    return 'held'
  }

  async #run(work: RedteamWork, heldWork: HeldWork): Promise<void> {
    const run: HeldRun = { stop: new AbortController(), usage: () => undefined }
    this.#held.set(work.id, run)
    if (work.isCancelled) this.stop(work.id)
    try {
      const end = await this.#end(work, run, heldWork)
      const usage = run.usage()
      if (end !== undefined) await this.#settle(work, heldWork.holder, usage === undefined ? end : { ...end, usage })
    } finally {
      this.#held.delete(work.id)
    }
  }

  /**
   * @returns how the run ends; undefined when the run no longer belongs to this worker
   * @throws {Failure} `unavailable`: another worker retries after the lease expires
   */
  async #end(work: RedteamWork, run: HeldRun, heldWork: HeldWork): Promise<RunEnd | undefined> {
    const stop = run.stop.signal
    const isLeft = (): boolean => heldWork.lost.aborted || (this.#leased.closing.aborted && !stop.aborted)
    if (work.attempts > ATTEMPTS_MAX) {
      return { status: 'error', error: `The run failed permanently: ${ATTEMPTS_MAX} workers stopped while running it.` }
    }
    let secrets: readonly string[] = []
    try {
      const request = openRequest(work.request, { runId: work.id, tenantId: work.tenantId }, this.#ports.keys)
      secrets = targetSecrets(request.target)
      const { report, end } = await this.#conduct(work, request, run, heldWork)
      if (isLeft()) return undefined
      const stored = await packReport(report)
      return { status: end === 'cancelled' ? 'cancelled' : 'done', summary: report.summary, report: stored }
    } catch (error) {
      if (isLeft() || error instanceof RunLost) return undefined
      if (error instanceof Failure && error.code === 'unavailable') throw error
      const message = maskSecrets(messageOf(error), secrets)
      if (error instanceof Failure) return { status: 'error', error: message }
      this.#ports.logger.error({ error: message, run_id: work.id }, 'a run failed')
      return { status: 'error', error: 'The run failed. See the log for the cause.' }
    }
  }

  async #conduct(work: RedteamWork, request: RunRequest, run: HeldRun, heldWork: HeldWork): Promise<RunResult> {
    const { store, keys, clock, egress, ways, contentFor } = this.#ports
    const of = { runId: work.id, tenantId: work.tenantId, worker: heldWork.holder }
    const contentHost = contentFor(request.target, work.id)
    const options = { runId: work.id, seed: work.seed, hasContentHost: contentHost !== undefined }
    const signal = AbortSignal.any([run.stop.signal, heldWork.signal])
    const prepared = prepareRun(request, options)
    return conductRun(prepared, {
      ...ways,
      http: egressPort(egress),
      socket: egressSocketPort(egress),
      clock,
      signal,
      onMeters: (read) => {
        run.usage = usageTeller(request.attackConfig, prepared.estimatedTotal, read, clock)
      },
      journal: storedJournal(of, request.target, { store, keys, onLost: heldWork.lose }),
      ...(contentHost === undefined ? {} : { contentHost }),
    })
  }

  async #settle(work: RedteamWork, holder: string, end: RunEnd): Promise<void> {
    const { store, audit, meter } = this.#ports
    const status = await settleRedteamRun(store, work, holder, end)
    if (status === undefined) return
    const { summary, error, report } = end
    meter?.ended(status, summary)
    const details = {
      status,
      startedBy: work.startedBy,
      ...(summary === undefined ? {} : { score: summary.score, scoreStatus: summary.scoreStatus }),
      ...(report === undefined ? {} : { reportFile: report.filename }),
      ...(error === undefined ? {} : { error }),
    }
    const event = { action: 'run.ended', resource: 'run', resourceId: work.id, details } as const
    const by = { actor: `worker:${this.id}`, name: 'worker', role: 'service' }
    await audit.append(entryFor(event, by, { tenantId: work.tenantId, requestId: work.id, clientAddress: '' }))
  }
}
