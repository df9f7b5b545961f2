import { join, resolve } from 'node:path'
import { appsecEndpoints } from '@gatehouse/contracts/appsec'
import {
  createKeyUse,
  createMetrics,
  createServer,
  type HttpServer,
  KEY_USE_MS,
  type KeyUse,
  type Logger,
  type Metrics,
  type ServerOptions,
} from '@gatehouse/http'
import { type Clock, systemClock } from '@gatehouse/kernel'
import { createEgress } from '@gatehouse/kernel/egress'
import { type Platform, resealInBackground, startDeliveryWorker } from '@gatehouse/platform'
import { documentationUrl, isLocalMode, isLoopbackHost } from '@gatehouse/settings'
import { noteMemberKeyUse } from '@gatehouse/store/organizations'
import { readStandings } from '@gatehouse/store/projects'
import { oidcOf } from './accounts/oidc/settings.ts'
import { createAdvisories } from './advisories/advisories.ts'
import { sigstoreInstallationOf } from './artifacts/sigstore/place.ts'
import { createAuthenticator } from './authenticator.ts'
import { hostCourier } from './hosts/courier.ts'
import { createHosts } from './hosts/hosts.ts'
import { integrationCourier } from './integrations/courier.ts'
import { startRematcher } from './jobs/rematch.ts'
import { createScanMeter } from './jobs/scan-meter.ts'
import { createScannerRegistry, type ScannerRegistry } from './jobs/scanner-registry.ts'
import { startScheduleRunner } from './jobs/schedule-runner.ts'
import { startScanWorker, type WorkerOptions, type WorkerPorts } from './jobs/worker.ts'
import type { AppsecPorts } from './routes/handler.ts'
import { handlersOf } from './routes/index.ts'
import { organizationLimitsOf } from './room.ts'
import { resealStale } from './settings/sealed.ts'
import {
  registerWorkerMetrics,
  type StartWorkerProcess,
  type WorkerProcess,
  workerReadiness,
} from './worker-process.ts'

export interface AppsecServiceOptions {
  readonly platform: Platform
  readonly logger: Logger
  readonly version: string
  readonly clock?: Clock
  /** False if only other processes run scans. */
  readonly worker?: WorkerOptions | false
  /** Starts a worker process that runs the scans. */
  readonly startWorkerProcess?: StartWorkerProcess | undefined
  readonly scanners?: ScannerRegistry
}

/** An upload of 512 MiB over a slow connection must have enough time. */
const REQUEST_TIMEOUT_MS = 30 * 60_000
/** docs/spec/appsec.md "Details": default limit of JSON bodies. */
const BODY_BYTES_MAX = 1024 * 1024

/** Creates the application-security service on an open platform. Does not start listening. */
export function createAppsecService({
  platform,
  logger,
  version,
  clock = systemClock,
  startWorkerProcess,
  worker: workerOptions = startWorkerProcess === undefined ? {} : false,
  scanners = createScannerRegistry(),
}: AppsecServiceOptions): HttpServer {
  const { settings, store, cache, audit, keys } = platform
  // With API keys enabled, loopback sources need the allowlist like all private addresses.
  const egress = createEgress({ allow: settings.egressAllow, localMode: isLocalMode(settings) })
  const keyUse = createKeyUse((ids, at) => noteMemberKeyUse(store, ids, at, KEY_USE_MS), clock)
  const dataDir = resolve(settings.dataDir)
  const advisories = createAdvisories({ dataDir, store, egress, clock, logger })
  const sigstore = sigstoreInstallationOf(settings)
  const own: OwnAddress = {}
  const room = organizationLimitsOf(settings)
  const hosts = createHosts({ store, egress, keys, clock })
  const shared = { store, audit, egress, hosts, keys, clock, scanners, dataDir, advisories, version, sigstore, room }
  let jobs: Jobs | undefined
  let workers: WorkerProcess | undefined
  const wake = () => (workers ?? jobs)?.wake()
  const standings = { of: (id: string, projectIds: readonly string[]) => readStandings(store, id, projectIds) }
  const oidc = oidcOf(settings, egress, clock)
  const resealing = resealInBackground('secrets of organizations', () => resealStale(store, keys, logger), logger)
  const metrics = createMetrics('appsec')
  const consoleUrl = () => settings.publicUrl ?? consoleOn(own.loopbackUrl, settings.consolePort)
  const deliveries = startDeliveryWorker(integrationCourier({ ...shared, log: logger, consoleUrl }))
  const reports = startDeliveryWorker(hostCourier({ ...shared, log: logger, consoleUrl }))
  const ports: AppsecPorts = {
    ...shared,
    mainBranchScanType: settings.mainBranchScanType,
    deliveries,
    cache,
    oidc,
    standings,
    wake,
    publicUrl: () => settings.publicUrl ?? own.loopbackUrl,
    consoleUrl,
  }
  const probes = startWorkerProcess && { scan_workers: workerReadiness(() => workers) }
  const server = openServer(ports, { platform, logger, metrics, keyUse, probes })
  const meter = createScanMeter(metrics)
  jobs = startJobs({ ...shared, logger, meter, wakeOthers: () => workers?.wake() }, workerOptions)
  workers = startWorkerProcess?.((scan) => meter.ended(scan))
  if (workers !== undefined) registerWorkerMetrics(metrics, workers)
  return {
    ...server,
    listen: (address) => listenAndNote(server, address, own),
    async close() {
      await server.close()
      await Promise.all([jobs?.close(), workers?.close(), deliveries.close(), reports.close()])
      await advisories.close()
      await Promise.all([resealing.close(), keyUse.close(), egress.close()])
    },
  }
}

/** Returns the console's address for a service on loopback. */
function consoleOn(loopbackUrl: string | undefined, port: number): string {
  if (loopbackUrl === undefined) return ''
  const url = new URL(loopbackUrl)
  url.port = String(port)
  return url.origin
}

interface ServerParts extends Pick<AppsecServiceOptions, 'platform' | 'logger'> {
  readonly metrics: Metrics
  readonly keyUse: KeyUse
  readonly probes: ServerOptions<typeof appsecEndpoints>['readiness']
}

function openServer(ports: AppsecPorts, { platform, logger, metrics, keyUse, probes }: ServerParts): HttpServer {
  const { settings, store, keys } = platform
  const { version, dataDir, clock } = ports
  return createServer({
    service: 'appsec',
    title: 'Gatehouse appsec',
    description: 'Scans source code, dependencies, images and running applications, and gates builds.',
    version,
    documentation: documentationUrl(settings),
    endpoints: appsecEndpoints,
    handlers: handlersOf(ports),
    authenticate: createAuthenticator(store, keyUse),
    readiness: { ...platform.readiness, ...probes },
    validationStyle: 'appsec',
    trustedProxies: settings.trustedProxies,
    forwardedBy: keys,
    uploadFolder: join(dataDir, 'uploads'),
    limits: { body_bytes: BODY_BYTES_MAX, requestTimeout_ms: REQUEST_TIMEOUT_MS },
    logger,
    metrics,
    clock,
  })
}

/** The service's loopback address for scripts and links. A caller's Host header is never used. */
interface OwnAddress {
  loopbackUrl?: string
}

async function listenAndNote(
  server: HttpServer,
  address: Parameters<HttpServer['listen']>[0],
  own: OwnAddress,
): ReturnType<HttpServer['listen']> {
  const bound = await server.listen(address)
  if (isLoopbackHost(address.host)) own.loopbackUrl = bound.url
  return bound
}

interface Jobs {
  readonly wake: () => void
  readonly close: () => Promise<void>
}

/** Starts background work: processes scans, and queues scheduled scans and scans after advisory changes. */
function startJobs(
  ports: WorkerPorts & Pick<AppsecPorts, 'advisories' | 'room'> & { readonly wakeOthers: () => void },
  workerOptions: WorkerOptions | false,
): Jobs {
  const worker = workerOptions === false ? undefined : startScanWorker(ports, workerOptions)
  const wake = () => (worker === undefined ? ports.wakeOthers() : worker.wake())
  const rematcher = worker === undefined ? undefined : startRematcher({ ...ports, wake })
  const schedules = startScheduleRunner({ ...ports, wake })
  return {
    wake,
    async close() {
      await Promise.all([worker?.close(), rematcher?.close(), schedules.close()])
    },
  }
}
