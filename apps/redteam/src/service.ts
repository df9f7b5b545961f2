import { resolve } from 'node:path'
import { redteamEndpoints } from '@gatehouse/contracts/redteam'
import { createKeyUse, createMetrics, createServer, type HttpServer, KEY_USE_MS, type Logger } from '@gatehouse/http'
import { type Clock, Failure, systemClock } from '@gatehouse/kernel'
import { createEgress, type Egress } from '@gatehouse/kernel/egress'
import type { Platform } from '@gatehouse/platform'
import { documentationUrl, isLoopbackHost, type Settings } from '@gatehouse/settings'
import { noteRedteamKeyUse } from '@gatehouse/store/redteam'
import { authConfigOf } from './accounts/auth-config.ts'
import { createTokenReader, type TokenReader } from './accounts/token-reader.ts'
import { createAuthenticator, isSessionActive } from './authenticator.ts'
import { makeFirstKey } from './keys/first-key.ts'
import { ReportMemory } from './reports/room.ts'
import type { RedteamPorts } from './routes/handler.ts'
import { handlersOf } from './routes/index.ts'
import { limited } from './routes/limits.ts'
import { createRunMeter, type RunMeter } from './run-meter.ts'
import { createSharedContent, type SharedContent } from './runs/content.ts'
import { type RunWorker, type RunWorkerOptions, type RunWorkerPorts, startRunWorker } from './runs/worker.ts'

export interface RedteamServiceOptions {
  readonly platform: Platform
  readonly logger: Logger
  readonly version: string
  readonly clock?: Clock
  /** False: runs are worked off by other processes alone. */
  readonly worker?: RunWorkerOptions | false
}

export interface RedteamService extends HttpServer {
  /**
   * Creates the first key of the installation when authentication is on and no key ever existed; the caller displays it. docs/spec/redteam.md "Auth".
   */
  makeFirstKey(): Promise<string | undefined>
}

/** docs/spec/common.md: JSON bodies. */
const BODY_BYTES_MAX = 1024 * 1024

/** The red-team service over a platform that is open. Does not start listening. */
export function createRedteamService({
  platform,
  logger,
  version,
  clock = systemClock,
  worker: workerOptions = {},
}: RedteamServiceOptions): RedteamService {
  const { settings, store, cache, audit } = platform
  const mode = settings.redteamAuth
  // docs/spec/common.md: a laptop may attack its own servers when no other machine can send requests. Without keys the service listens on
  // loopback only.
  const egress = createEgress({ allow: settings.egressAllow, localMode: mode === 'none' })
  const keyUse = createKeyUse((ids, at) => noteRedteamKeyUse(store, ids, at, KEY_USE_MS), clock)
  const metrics = createMetrics('redteam')
  const content = contentOf(settings)
  const around = { platform, egress, clock, logger, version, content, meter: createRunMeter(metrics) }
  const worker = workerOptions === false ? undefined : startRunWorker(workOf(around), workerOptions)
  const server = createServer({
    service: 'redteam',
    title: 'Gatehouse redteam',
    description:
      'Attacks an agent with the selected categories, judges its responses, and states the confidence of each verdict.',
    version,
    documentation: documentationUrl(settings),
    endpoints: redteamEndpoints,
    handlers: limited(handlersOf(portsOf(around, worker)), cache),
    authenticate: createAuthenticator({ store, keyUse, mode, tokens: tokensOf(settings, egress, clock) }),
    readiness: platform.readiness,
    validationStyle: 'appsec',
    trustedProxies: settings.trustedProxies,
    forwardedBy: platform.keys,
    limits: { body_bytes: BODY_BYTES_MAX },
    logger,
    metrics,
    clock,
  })
  return {
    ...server,
    makeFirstKey: async () => (mode === 'none' ? undefined : makeFirstKey({ store, audit, clock })),
    listen(address) {
      checkBind(address.host, mode)
      return server.listen(address)
    },
    async close() {
      await server.close()
      await worker?.close()
      await Promise.all([keyUse.close(), egress.close(), content.close()])
    },
  }
}

/** Dependencies of the parts of the service. */
interface Around {
  readonly platform: Platform
  readonly egress: Egress
  readonly clock: Clock
  readonly logger: Logger
  readonly version: string
  readonly content: SharedContent
  readonly meter: RunMeter
}

function contentOf({ redteamContentUrl: publicUrl, redteamContentPort: port, host }: Settings): SharedContent {
  return createSharedContent({ publicUrl, host, port })
}

function workOf({
  platform: { store, audit, keys, model, settings },
  egress,
  clock,
  logger,
  content,
  meter,
}: Around): RunWorkerPorts {
  // Both parts use the one configured model: it judges answers that rules cannot decide, and writes attacks.
  const { modelPrice: price } = settings
  const prices = model === undefined || price === undefined ? {} : { prices: new Map([[model.name, price]]) }
  const ways = model === undefined ? {} : { models: { judges: [model], attacker: model, ...prices } }
  return { store, audit, egress, keys, clock, logger, contentFor: content.hostFor, meter, ways }
}

function portsOf(
  { platform, egress, clock, logger, version, content }: Around,
  worker: RunWorker | undefined,
): RedteamPorts {
  const { settings, store, cache, audit, keys, model } = platform
  return {
    store,
    cache,
    audit,
    egress,
    keys,
    model,
    clock,
    logger,
    authConfig: authConfigOf(settings),
    version,
    dataDir: resolve(settings.dataDir),
    isStillLive: (tester) => isSessionActive(tester, store, clock),
    room: new ReportMemory(),
    contentFor: content.hostFor,
    runs: { wake: () => worker?.wake(), stop: (runId) => worker?.stop(runId) },
  }
}

/** @throws {Failure} `invalid_setting`: an unauthenticated service may attack agents for callers on this machine only */
function checkBind(host: string, mode: Settings['redteamAuth']): void {
  if (mode !== 'none' || isLoopbackHost(host)) return
  throw new Failure(
    'invalid_setting',
    `GATEHOUSE_HOST=${host} is not a loopback address and REDTEAM_AUTH is none: set REDTEAM_AUTH=api_key or oidc`,
  )
}

function tokensOf(settings: Settings, egress: Egress, clock: Clock): TokenReader | undefined {
  const { redteamAuth, oidcIssuer: issuer, oidcClientId, redteamOidcAudience } = settings
  const audience = redteamOidcAudience ?? oidcClientId
  if (redteamAuth !== 'oidc' || issuer === undefined || audience === undefined) return undefined
  const { redteamOidcRoleClaim: roleClaim, redteamOidcTenantClaim: tenantClaim } = settings
  return createTokenReader({ issuer, audience, roleClaim, tenantClaim }, egress, clock)
}
