import { join } from 'node:path'
import { BUILD_GATE_DEFAULT, type ScannerName } from '@gatehouse/contracts/scans'
import type { Logger } from '@gatehouse/http'
import { type Clock, Failure, messageOf, uuidv7 } from '@gatehouse/kernel'
import { ATTEMPTS_MAX, type HeldWork, LeasedWorker, type LeaseOptions } from '@gatehouse/platform'
import { type CoverageGap, mergeObservations, type Scanner } from '@gatehouse/scan-engine'
import { createScanThreads, type ScanThreads } from '@gatehouse/scan-engine/threads'
import type { Store } from '@gatehouse/store'
import type { AuditLog } from '@gatehouse/store/audit'
import { findProject } from '@gatehouse/store/projects'
import {
  abandonScanWork,
  claimScanWork,
  eachShardResult,
  failScan,
  findScan,
  finishShard,
  renewScanWork,
  isSuspect,
  leaveUnsettled,
  planScan,
  readPlanGaps,
  releaseScan,
  releaseWorker,
  type ScanRow,
  type ScanWork,
} from '@gatehouse/store/scans'
import type { Advisories } from '../advisories/open.ts'
import { signerOf } from '../artifacts/signer.ts'
import type { SigstoreInstallation } from '../artifacts/sigstore/place.ts'
import { chainOf } from '../audited.ts'
import { plannedTree, unchangedFiles } from './changed-files.ts'
import { planOf } from './plan-scan.ts'
import { FAILED, LOST } from './lost-work.ts'
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

/** Own limit, minimum of parallel work: while a shard waits for network or disk, another can compute. */
const LANES_MIN = 2

export interface WorkerPorts extends Omit<WorkspacePorts, 'folder'> {
  readonly store: Store
  readonly audit: AuditLog
  readonly clock: Clock
  readonly logger: Logger
  readonly scanners: ScannerRegistry
  readonly advisories: Pick<Advisories, 'of'>
  /** Counts completed scans; default: no metrics. */
  readonly meter?: ScanMeter
  readonly version: string
  /** Keyless signing service; default: none. */
  readonly sigstore?: SigstoreInstallation | undefined
}

/** Default: one worker slot and thread per processor. */
export type WorkerOptions = LeaseOptions

export interface ScanWorker {
  readonly id: string
  /** Checks for work immediately. */
  readonly wake: () => void
  /** Releases its work, and waits until it is idle. */
  readonly close: () => Promise<void>
}

/** Processes scans until it is closed. Any number of workers, on any number of machines, share one database. */
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
  readonly #threads: ScanThreads
  readonly #leased: LeasedWorker<ScanWork>
  /** Completed files per shard, for the progress. */
  readonly #filesDone = new WeakMap<ScanWork, number>()

  constructor(id: string, ports: WorkerPorts, workspaces: Workspaces, options: WorkerOptions) {
    this.#id = id
    this.#ports = ports
    this.#workspaces = workspaces
    this.#threads = createScanThreads(options.lanes)
    const { store, logger } = ports
    this.#leased = new LeasedWorker<ScanWork>(
      {
        service: 'appsec',
        logger,
        claim: (lease, isIdle) => claimScanWork(store, lease, isIdle),
        renew: (work, lease) => renewScanWork(store, work, lease, this.#filesDone.get(work)),
        run: (work, heldWork) => this.#run(work, heldWork),
        abandon: (work, holder) => abandonScanWork(store, work, holder),
        release: (holder) => releaseWorker(store, holder),
        fieldsOf: ({ scan, kind }) => ({ scanId: scan.id, work: kind }),
        isSolitary: isSuspect,
        onIdle: () => this.#sweep(),
      },
      { lanes: Math.max(LANES_MIN, this.#threads.count), ...options },
    )
  }

  wake(): void {
    this.#leased.wake()
  }

  async close(): Promise<void> {
    await this.#leased.close()
    await this.#threads.close()
    await this.#workspaces.close()
  }

  /** Removes the workspaces of completed scans. */
  async #sweep(): Promise<void> {
    const { store, logger } = this.#ports
    try {
      await this.#workspaces.sweep(async (ids) => {
        const scans = await Promise.all(ids.map((item) => findScan(store, item)))
        return new Set(scans.flatMap((scan) => (scan !== undefined && isRunning(scan) ? [scan.id] : [])))
      })
    } catch (error) {
      logger.warn({ error: messageOf(error) }, 'removing a workspace failed')
    }
  }

  async #run(work: ScanWork, heldWork: HeldWork): Promise<void> {
    if (work.kind === 'prepare') await this.#prepare(work, heldWork)
    else if (work.kind === 'shard') await this.#shard(work, heldWork)
    else await this.#settle(work, heldWork)
  }

  async #prepare(work: ScanWork & { kind: 'prepare' }, { holder, signal }: HeldWork): Promise<void> {
    const { scan, isPlanned, attempts } = work
    const { store, logger } = this.#ports
    if (isPlanned) return releaseScan(store, scan.id, holder)
    if (attempts > ATTEMPTS_MAX) return this.#fail(scan, holder, `${FAILED} ${LOST} reading the source.`)
    let plan
    try {
      plan = await planOf(scan, { ...this.#ports, workspaces: this.#workspaces }, signal)
    } catch (error) {
      if (signal.aborted) throw error
      const known = error instanceof Failure
      if (!known) logger.error({ error: messageOf(error), scanId: scan.id }, 'source fetch failed')
      return this.#fail(scan, holder, known ? error.message : 'Reading the source failed.')
    }
    await planScan(store, scan.id, holder, plan)
    this.wake()
  }

  async #fail(scan: ScanRow, holder: string, message: string): Promise<void> {
    if (!(await failScan(this.#ports.store, scan.id, holder, message))) return
    await this.#workspaces.forget(scan.id)
    await this.#note(scan.id)
  }

  async #shard(work: ScanWork & { kind: 'shard' }, { holder, signal, renew }: HeldWork): Promise<void> {
    const { store } = this.#ports
    const finish = async (result: RanPart): Promise<void> => {
      const { observations, isWhole } = result
      const status = isWhole ? 'COMPLETED' : 'FAILED'
      const isFinished = await finishShard(store, work, holder, {
        status,
        findings: mergeObservations(observations).length,
        result: packResult(result),
      })
      // Reports a lost lease.
      if (!isFinished) await renew()
      this.wake()
    }
    const subject = `running ${work.scanner} on part ${work.shardId}`
    if (work.attempts > ATTEMPTS_MAX) return this.#fail(work.scan, holder, `${FAILED} ${LOST} ${subject}.`)
    const progress = (files: number): void => {
      this.#filesDone.set(work, (this.#filesDone.get(work) ?? 0) + files)
    }
    const ports = {
      ...this.#ports,
      workspaces: this.#workspaces,
      spread: (scanner: Scanner) => this.#threads.spread(scanner),
    }
    await finish(await runPart(work, ports, { signal, progress }))
  }

  async #settle({ scan, attempts }: ScanWork & { kind: 'settle' }, { holder, signal }: HeldWork): Promise<void> {
    const { store } = this.#ports
    if (attempts > ATTEMPTS_MAX) {
      const sentence = `${LOST} merging the findings.`
      if (scan.status !== 'STOPPED') return this.#fail(scan, holder, `${FAILED} ${sentence}`)
      return leaveUnsettled(store, scan.id, holder, sentence)
    }
    const [gaps, project, unchanged] = await Promise.all([
      readPlanGaps(store, scan.id),
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
    const isSettled = await settleSigned({ scan, rules, seen, stays }, holder, signer, this.#ports)
    if (!isSettled) return
    if (scan.status === 'STOPPED') return this.#ports.meter?.ended(scan)
    await this.#workspaces.forget(scan.id)
    await this.#note(scan.id)
  }

  /** Yields the results of all shards, and of the end of the scan if all shards are complete. */
  async #results(scan: ScanRow, signal: AbortSignal): Promise<AsyncIterable<PartResult>> {
    const { store, scanners, clock, dataDir } = this.#ports
    const results = eachResult(eachShardResult(store, scan.id))
    if (scan.status === 'STOPPED' || scan.source.kind === 'inventory' || scan.source.kind === 'import') return results
    const ignoreTrust = await ignoreTrustOf(scan, this.#ports)
    const chosen = scanners.of(scan.scanType, { advisories: undefined, cache: resultCache(scan, dataDir), ignoreTrust })
    const ends = chosen.map(this.#threads.spread)
    const contextOf = async (name: ScannerName) => {
      const { tree } = await this.#workspaces.of(scan, signal)
      return { tree: await plannedTree(scan, name, tree, store), clock, signal }
    }
    return withEnds(results, ends, contextOf, signal)
  }

  /** Counts the result of a scan, and writes it to the audit log. */
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

function isRunning({ status }: ScanRow): boolean {
  return status === 'RUNNING' || status === 'PAUSED'
}
