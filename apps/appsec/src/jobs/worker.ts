import { join } from 'node:path'
import { BUILD_GATE_DEFAULT, type ScannerName } from '@gatehouse/contracts'
import type { Logger } from '@gatehouse/http'
import { type Clock, Failure, messageOf, uuidv7 } from '@gatehouse/kernel'
import { Lanes } from '@gatehouse/platform'
import { type CoverageGap, mergeObservations, type Scanner } from '@gatehouse/scan-engine'
import { createScanThreads, type ScanThreads } from '@gatehouse/scan-engine/threads'
import {
  abandonScanWork,
  type AuditLog,
  claimScanWork,
  eachShardResult,
  failScan,
  findProject,
  findScan,
  finishShard,
  holdScanWork,
  isSuspect,
  leaveUnsettled,
  planScan,
  readPlannedGaps,
  releaseScan,
  releaseWorker,
  type ScanRow,
  type ScanWork,
  type Store,
} from '@gatehouse/store'
import type { Advisories } from '../advisories/open.ts'
import { signerOf } from '../artifacts/signer.ts'
import type { SigstorePlace } from '../artifacts/sigstore/place.ts'
import { chainOf } from '../audited.ts'
import { plannedTree, unchangedFiles } from './changed-files.ts'
import { planOf } from './plan-scan.ts'
import { ATTEMPTS_MAX, Crash, FAILED, LOST, runAsJob } from './run-as-job.ts'
import { type RanPart, runPart } from './run-part.ts'
import type { ScannerRegistry } from './scanner-registry.ts'
import type { ScanMeter } from './scan-meter.ts'
import { withEnds } from './scan-ends.ts'
import { collectResults } from './settle.ts'
import { settleSigned } from './settle-signed.ts'
import { sourceFactsOf } from './source-facts.ts'
import { ignoreTrustOf } from './suppressing.ts'
import { eachResult, packResult, type PartResult } from './shard-results.ts'
import { createWorkspaces, resultCache, type WorkspacePorts, WORKSPACES, type Workspaces } from './workspaces.ts'

/** After so long without a word a worker is taken for lost. */
const LEASE_MS = 15_000
/** How often a worker says that it is there, and looks whether it still should be: a pause has to begin within 2 s. */
const HOLD_MS = 500
/** How often an idle worker looks for work that another process has queued. */
const IDLE_MS = 1_000
/** Pieces of work at once, at least: while one waits for a line or a disk, another computes. */
const LANES_MIN = 2

export interface WorkerPorts extends Omit<WorkspacePorts, 'folder'> {
  readonly store: Store
  readonly audit: AuditLog
  readonly clock: Clock
  readonly logger: Logger
  readonly scanners: ScannerRegistry
  readonly advisories: Pick<Advisories, 'of'>
  /** Counts scans that end; absent: nobody asks. */
  readonly meter?: ScanMeter
  /** Of the service, as documents name it. */
  readonly version: string
  /** Where artifacts are signed without a stored key; absent: nowhere. */
  readonly sigstore?: SigstorePlace | undefined
}

export interface WorkerOptions {
  readonly lease_ms?: number
  readonly hold_ms?: number
  readonly idle_ms?: number
  /** Pieces of work at once, and threads that compute. By default one for each processor. */
  readonly lanes?: number
}

export interface ScanWorker {
  readonly id: string
  /** Looks for work now. */
  readonly wake: () => void
  /** Gives back what it holds, and waits until it is idle. */
  readonly close: () => Promise<void>
}

/** Works off scans until it is closed. Any number of them, on any number of machines, share one database. */
export function startScanWorker(ports: WorkerPorts, options: WorkerOptions = {}): ScanWorker {
  const id = uuidv7()
  const workspaces = createWorkspaces({ ...ports, folder: join(ports.dataDir, WORKSPACES, id) })
  const worker = new Worker(id, ports, workspaces, options)
  return { id, wake: () => worker.wake(), close: () => worker.close() }
}

class Worker {
  readonly #id: string
  readonly #ports: WorkerPorts
  readonly #workspaces: Workspaces
  readonly #options: Required<WorkerOptions>
  readonly #threads: ScanThreads
  readonly #lanes: Lanes<ScanWork>

  constructor(id: string, ports: WorkerPorts, workspaces: Workspaces, options: WorkerOptions) {
    this.#id = id
    this.#ports = ports
    this.#workspaces = workspaces
    this.#threads = createScanThreads(options.lanes)
    const lanes = Math.max(LANES_MIN, this.#threads.count)
    this.#options = { lease_ms: LEASE_MS, hold_ms: HOLD_MS, idle_ms: IDLE_MS, lanes, ...options }
    this.#lanes = new Lanes({
      count: this.#options.lanes,
      idle_ms: this.#options.idle_ms,
      claim: (isIdle) => claimScanWork(ports.store, this.#lease, isIdle),
      isSolitary: isSuspect,
      work: (work) => this.#do(work),
      onClaimFailed: (error) => ports.logger.warn({ error: messageOf(error) }, 'no work could be looked for'),
      onIdle: () => this.#sweep(),
    })
  }

  wake(): void {
    this.#lanes.wake()
  }

  async close(): Promise<void> {
    await this.#lanes.close()
    await this.#threads.close()
    await releaseWorker(this.#ports.store, this.#id).catch(() => undefined)
    await this.#workspaces.close()
  }

  get #lease() {
    return { worker: this.#id, lease_ms: this.#options.lease_ms }
  }

  /** What is unpacked of scans that are over goes. */
  async #sweep(): Promise<void> {
    const { store, logger } = this.#ports
    try {
      await this.#workspaces.sweep(async (ids) => {
        const scans = await Promise.all(ids.map((one) => findScan(store, one)))
        return new Set(scans.flatMap((one) => (one !== undefined && isUnderWay(one) ? [one.id] : [])))
      })
    } catch (error) {
      logger.warn({ error: messageOf(error) }, 'a workspace could not be removed')
    }
  }

  /** Does one piece of work, and holds on to it meanwhile. */
  async #do(work: ScanWork): Promise<void> {
    const { store, logger } = this.#ports
    const lost = new AbortController()
    const signal = AbortSignal.any([lost.signal, this.#lanes.signal])
    const done = { files: 0 }
    const hold = async (): Promise<void> => {
      // An answer that does not come says nothing: whether the work is still ours its end will tell.
      const isHeld = await holdScanWork(store, work, this.#lease, done.files).catch(() => true)
      if (!isHeld) lost.abort(new Error('the scan is to do no more'))
    }
    let holding = Promise.resolve()
    const timer = setInterval(() => {
      holding = holding.then(hold)
    }, this.#options.hold_ms)
    const report = (error: unknown, message: string): void =>
      logger.error({ error: messageOf(error), scanId: work.scan.id, work: work.kind }, message)
    try {
      await runAsJob(() => this.#run(work, signal, done), report)
    } catch (error) {
      if (error instanceof Crash) {
        lost.abort(error)
        await abandonScanWork(store, work, this.#id).catch(() => undefined)
      } else if (!signal.aborted) report(error, 'scan work failed')
    } finally {
      clearInterval(timer)
      await holding
    }
  }

  async #run(work: ScanWork, signal: AbortSignal, done: { files: number }): Promise<void> {
    if (work.kind === 'prepare') await this.#prepare(work, signal)
    else if (work.kind === 'shard') await this.#shard(work, signal, done)
    else await this.#settle(work, signal)
  }

  async #prepare({ scan, isPlanned, attempts }: ScanWork & { kind: 'prepare' }, signal: AbortSignal): Promise<void> {
    const { store, logger } = this.#ports
    if (isPlanned) return releaseScan(store, scan.id, this.#id)
    if (attempts > ATTEMPTS_MAX) return this.#fail(scan, `${FAILED} ${LOST} reading the source.`)
    let plan
    try {
      plan = await planOf(scan, { ...this.#ports, workspaces: this.#workspaces }, signal)
    } catch (error) {
      if (signal.aborted) throw error
      const known = error instanceof Failure
      if (!known) logger.error({ error: messageOf(error), scanId: scan.id }, 'a source could not be had')
      return this.#fail(scan, known ? error.message : 'The source could not be read.')
    }
    await planScan(store, scan.id, this.#id, plan)
    this.wake()
  }

  async #fail(scan: ScanRow, message: string): Promise<void> {
    if (!(await failScan(this.#ports.store, scan.id, this.#id, message))) return
    await this.#workspaces.forget(scan.id)
    await this.#note(scan.id)
  }

  async #shard(work: ScanWork & { kind: 'shard' }, signal: AbortSignal, done: { files: number }): Promise<void> {
    const { store } = this.#ports
    const finish = async (result: RanPart): Promise<void> => {
      const { observations, isWhole } = result
      const status = isWhole ? 'COMPLETED' : 'FAILED'
      await finishShard(store, work, this.#id, {
        status,
        findings: mergeObservations(observations).length,
        result: packResult(result),
      })
      this.wake()
    }
    const what = `running ${work.scanner} on part ${work.shardId}`
    if (work.attempts > ATTEMPTS_MAX) return this.#fail(work.scan, `${FAILED} ${LOST} ${what}.`)
    const progress = (files: number): void => {
      done.files += files
    }
    const ports = { ...this.#ports, workspaces: this.#workspaces, spread: (one: Scanner) => this.#threads.spread(one) }
    await finish(await runPart(work, ports, { signal, progress }))
  }

  async #settle({ scan, attempts }: ScanWork & { kind: 'settle' }, signal: AbortSignal): Promise<void> {
    const { store } = this.#ports
    if (attempts > ATTEMPTS_MAX) {
      const sentence = `${LOST} merging the findings.`
      if (scan.status !== 'STOPPED') return this.#fail(scan, `${FAILED} ${sentence}`)
      return leaveUnsettled(store, scan.id, this.#id, sentence)
    }
    const [gaps, project, unchanged] = await Promise.all([
      readPlannedGaps(store, scan.id),
      findProject(store, scan.projectId),
      unchangedFiles(scan, store),
    ])
    const results = await this.#results(scan, signal)
    const together = await collectResults(results, gaps as readonly CoverageGap[], signal)
    const seen = { ...together, ...(await sourceFactsOf(scan, this.#workspaces, signal)) }
    signal.throwIfAborted()
    const rules = {
      gate: project?.buildGate ?? BUILD_GATE_DEFAULT,
      reduceNonProduction: project?.reduceNonProduction ?? true,
    }
    const signer = await signerOf(scan.organizationId, this.#ports)
    const stays = (path: string) => unchanged.has(path)
    const isSettled = await settleSigned({ scan, rules, seen, stays }, this.#id, signer, this.#ports)
    if (!isSettled) return
    if (scan.status === 'STOPPED') return this.#ports.meter?.ended(scan)
    await this.#workspaces.forget(scan.id)
    await this.#note(scan.id)
  }

  /** What the shards of a scan have seen, and where all of them are through what they show together. */
  async #results(scan: ScanRow, signal: AbortSignal): Promise<AsyncIterable<PartResult>> {
    const { store, scanners, clock, dataDir } = this.#ports
    const results = eachResult(eachShardResult(store, scan.id))
    if (scan.status === 'STOPPED' || scan.source.kind === 'inventory') return results
    const ignoreTrust = await ignoreTrustOf(scan, this.#ports)
    const chosen = scanners.of(scan.scanType, { advisories: undefined, cache: resultCache(scan, dataDir), ignoreTrust })
    const ends = chosen.map(this.#threads.spread)
    const contextOf = async (name: ScannerName) => {
      const { tree } = await this.#workspaces.of(scan, signal)
      return { tree: await plannedTree(scan, name, tree, store), clock, signal }
    }
    return withEnds(results, ends, contextOf, signal)
  }

  /** Counts how a scan has ended, and writes it in the audit log. */
  async #note(scanId: string): Promise<void> {
    const { store, audit, meter } = this.#ports
    const scan = await findScan(store, scanId)
    if (scan === undefined) return
    meter?.ended(scan)
    await audit.append({
      tenant_id: chainOf(scan.organizationId),
      actor: `worker:${this.#id}`,
      action: scan.status === 'COMPLETED' ? 'scan.completed' : 'scan.failed',
      request_id: scan.id,
      details: {
        resource: 'scan',
        resourceId: scan.id,
        email: scan.triggeredBy,
        details: { gateResult: scan.gateResult, counts: scan.counts, errorMessage: scan.errorMessage },
      },
    })
  }
}

function isUnderWay({ status }: ScanRow): boolean {
  return status === 'RUNNING' || status === 'PAUSED'
}
