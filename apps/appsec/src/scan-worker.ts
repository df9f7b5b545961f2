import { resolve } from 'node:path'
import type { Logger } from '@gatehouse/http'
import { systemClock } from '@gatehouse/kernel'
import { createEgress } from '@gatehouse/kernel/egress'
import type { Platform } from '@gatehouse/platform'
import { isLocalMode } from '@gatehouse/settings'
import { createAdvisories } from './advisories/advisories.ts'
import { sigstoreInstallationOf } from './artifacts/sigstore/place.ts'
import { createHosts } from './hosts/hosts.ts'
import { startRematcher } from './jobs/rematch.ts'
import type { EndedScan } from './jobs/scan-meter.ts'
import { createScannerRegistry } from './jobs/scanner-registry.ts'
import { startScanWorker, type WorkerOptions } from './jobs/worker.ts'
import { organizationLimitsOf } from './room.ts'

export interface ScanWorkerServiceOptions {
  readonly platform: Platform
  readonly logger: Logger
  readonly version: string
  /** Called for each scan that this worker ends. */
  readonly onEnded?: (scan: EndedScan) => void
  readonly worker?: WorkerOptions
}

export interface ScanWorkerService {
  /** Checks for work immediately. */
  readonly wake: () => void
  readonly close: () => Promise<void>
}

/** Processes scans, and looks up stored packages in new advisories, without the service's HTTP interface. */
export function startScanWorkerService({
  platform: { settings, store, audit, keys },
  logger,
  version,
  onEnded = () => undefined,
  worker: options = {},
}: ScanWorkerServiceOptions): ScanWorkerService {
  const egress = createEgress({ allow: settings.egressAllow, localMode: isLocalMode(settings) })
  const dataDir = resolve(settings.dataDir)
  const clock = systemClock
  const advisories = createAdvisories({ dataDir, store, egress, clock, logger })
  const sigstore = sigstoreInstallationOf(settings)
  const scanners = createScannerRegistry()
  const meter = { ended: onEnded }
  const hosts = createHosts({ store, egress, keys, clock })
  const shared = {
    store,
    audit,
    egress,
    hosts,
    keys,
    clock,
    logger,
    scanners,
    dataDir,
    advisories,
    version,
    sigstore,
    meter,
  }
  const worker = startScanWorker(shared, options)
  const rematcher = startRematcher({ ...shared, room: organizationLimitsOf(settings), wake: () => worker.wake() })
  return {
    wake: () => worker.wake(),
    async close() {
      await Promise.all([worker.close(), rematcher.close()])
      await advisories.close()
      await egress.close()
    },
  }
}
