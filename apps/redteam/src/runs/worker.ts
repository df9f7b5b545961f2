import {
  conductRun,
  egressPort,
  egressSocketPort,
  maskSecrets,
  prepareRun,
  type RunResult,
  type RunWays,
  targetSecrets,
} from '@gatehouse/attacks'
import type { RunRequest, RunUsage } from '@gatehouse/contracts'
import type { Logger } from '@gatehouse/http'
import { type Clock, type Egress, Failure, type KeyRing, messageOf, runUnit, uuidv7 } from '@gatehouse/kernel'
import { Lanes } from '@gatehouse/platform'
import {
  type AuditLog,
  claimRedteamRun,
  holdRedteamRun,
  type RedteamWork,
  releaseRedteamWorker,
  type RunEnd,
  settleRedteamRun,
  type Store,
} from '@gatehouse/store'
import { entryFor } from '../audited.ts'
import type { RunMeter } from '../run-meter.ts'
import { packReport } from '../reports/packed-report.ts'
import type { ContentFor } from './content.ts'
import { RunLost, storedJournal } from './journal.ts'
import { openRequest } from './sealed-request.ts'
import { usageTeller } from './usage.ts'

/** A worker without a heartbeat for this time counts as lost. */
const LEASE_MS = 15_000
/** Interval of heartbeats and cancellation checks: the specification requires cancellation within 1 s. */
const HOLD_MS = 400
/** Poll interval of an idle worker for runs that another process queued. */
const IDLE_MS = 1_000
/** A run that has cost so many workers without a word of any of them is the cause. */
const ATTEMPTS_MAX = 2
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
  readonly ways?: Pick<RunWays, 'socket' | 'judge' | 'models'>
  /** Counts ended runs. */
  readonly meter?: RunMeter
}

export interface RunWorkerOptions {
  readonly lease_ms?: number
  readonly hold_ms?: number
  readonly idle_ms?: number
  /** Runs at once. */
  readonly lanes?: number
}

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
  const worker = new Worker(uuidv7(), ports, options)
  return {
    id: worker.id,
    wake: () => worker.wake(),
    stop: (runId) => worker.stop(runId),
    close: () => worker.close(),
  }
}

/** Reporter of the resource use of a run, set once the run has started. */
interface Used {
  tell: () => RunUsage | undefined
}

class Worker {
  readonly id: string
  readonly #ports: RunWorkerPorts
  readonly #options: Required<RunWorkerOptions>
  readonly #lanes: Lanes<RedteamWork>
  /** Abort controller of each leased run. */
  readonly #held = new Map<string, AbortController>()

  constructor(id: string, ports: RunWorkerPorts, options: RunWorkerOptions) {
    this.id = id
    this.#ports = ports
    this.#options = { lease_ms: LEASE_MS, hold_ms: HOLD_MS, idle_ms: IDLE_MS, lanes: LANES, ...options }
    this.#lanes = new Lanes({
      count: this.#options.lanes,
      idle_ms: this.#options.idle_ms,
      claim: () => claimRedteamRun(ports.store, this.#lease),
      work: (work) => this.#do(work),
      onClaimFailed: (error) => ports.logger.warn({ error: messageOf(error) }, 'no run could be looked for'),
    })
  }

  wake(): void {
    this.#lanes.wake()
  }

  stop(runId: string): void {
    this.#held.get(runId)?.abort(new Error('the run was cancelled'))
  }

  async close(): Promise<void> {
    await this.#lanes.close()
    await releaseRedteamWorker(this.#ports.store, this.id).catch(() => undefined)
  }

  get #lease() {
    return { worker: this.id, lease_ms: this.#options.lease_ms }
  }

  /** Executes one run and renews its lease meanwhile. */
  async #do(work: RedteamWork): Promise<void> {
    const { store, logger } = this.#ports
    const stop = new AbortController()
    const lost = new AbortController()
    this.#held.set(work.id, stop)
    if (work.isCancelled) stop.abort(new Error('the run was cancelled'))
    const used: Used = { tell: () => undefined }
    const hold = async (): Promise<void> => {
      try {
        const status = await holdRedteamRun(store, work.id, this.#lease, used.tell())
        if (status === undefined) lost.abort(new RunLost())
        else if (status === 'cancelled') stop.abort(new Error('the run was cancelled'))
      } catch {
        // A failed heartbeat proves nothing: the end of the run checks whether the lease is still ours.
      }
    }
    let holding = Promise.resolve()
    const timer = setInterval(() => {
      holding = holding.then(hold)
    }, this.#options.hold_ms)
    const crash = Promise.withResolvers<never>()
    const crashed = (error: unknown): void => crash.reject(error)
    try {
      const run = runUnit({ kind: 'job', service: 'redteam', crashed }, () => this.#end(work, stop.signal, lost, used))
      // An error outside of every promise would otherwise leave the run without an end.
      const end = await Promise.race([run, crash.promise])
      const usage = used.tell()
      if (end !== undefined) await this.#settle(work, usage === undefined ? end : { ...end, usage })
    } catch (error) {
      if (!lost.signal.aborted) logger.error({ error: messageOf(error), run_id: work.id }, 'a run could not go on')
      // The lease expires, and the run counts as one that crashed a worker.
      lost.abort(new RunLost())
    } finally {
      clearInterval(timer)
      await holding
      this.#held.delete(work.id)
    }
  }

  /**
   * @returns how the run ends; undefined when the run no longer belongs to this worker
   * @throws {Failure} `unavailable`: another worker retries after the lease expires
   */
  async #end(work: RedteamWork, stop: AbortSignal, lost: AbortController, used: Used): Promise<RunEnd | undefined> {
    const { signal: closing } = this.#lanes
    if (work.attempts > ATTEMPTS_MAX) {
      return { status: 'error', error: `The run failed permanently: ${ATTEMPTS_MAX} workers stopped while running it.` }
    }
    let secrets: readonly string[] = []
    try {
      const request = openRequest(work.request, { runId: work.id, tenantId: work.tenantId }, this.#ports.keys)
      secrets = targetSecrets(request.target)
      const signal = AbortSignal.any([stop, lost.signal, closing])
      const { report, end } = await this.#conduct(work, request, { signal, lost, used })
      if (lost.signal.aborted || (closing.aborted && !stop.aborted)) return undefined
      const stored = await packReport(report)
      return { status: end === 'cancelled' ? 'cancelled' : 'done', summary: report.summary, report: stored }
    } catch (error) {
      if (lost.signal.aborted || error instanceof RunLost || (closing.aborted && !stop.aborted)) return undefined
      if (error instanceof Failure && error.code === 'unavailable') throw error
      const message = maskSecrets(messageOf(error), secrets)
      if (error instanceof Failure) return { status: 'error', error: message }
      this.#ports.logger.error({ error: message, run_id: work.id }, 'a run failed')
      return { status: 'error', error: 'The run failed; the log holds the cause.' }
    }
  }

  async #conduct(
    work: RedteamWork,
    request: RunRequest,
    { signal, lost, used }: { readonly signal: AbortSignal; readonly lost: AbortController; readonly used: Used },
  ): Promise<RunResult> {
    const { store, keys, clock, egress, ways, contentFor } = this.#ports
    const of = { runId: work.id, tenantId: work.tenantId, worker: this.id }
    const contentHost = contentFor(request.target, work.id)
    const options = { runId: work.id, seed: work.seed, hasContentHost: contentHost !== undefined }
    const onLost = (): void => lost.abort(new RunLost())
    const prepared = prepareRun(request, options)
    return conductRun(prepared, {
      ...ways,
      http: egressPort(egress),
      socket: egressSocketPort(egress),
      clock,
      signal,
      onMeters: (read) => {
        used.tell = usageTeller(request.attackConfig, prepared.estimatedTotal, read, clock)
      },
      journal: storedJournal(of, request.target, { store, keys, onLost }),
      ...(contentHost === undefined ? {} : { contentHost }),
    })
  }

  async #settle(work: RedteamWork, end: RunEnd): Promise<void> {
    const { store, audit, meter } = this.#ports
    const status = await settleRedteamRun(store, work, this.id, end)
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
