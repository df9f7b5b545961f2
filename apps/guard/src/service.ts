import { guardEndpoints } from '@gatehouse/contracts/guard'
import { createExtractor } from '@gatehouse/formats'
import {
  allGuards,
  type ContentStage,
  createRegistry,
  createThreadEvaluator,
  type GuardPorts as EnginePorts,
  sharePreparations,
} from '@gatehouse/guards'
import type { AgenticPorts } from '@gatehouse/guards/agentic'
import type { TextWorker } from '@gatehouse/guards/data-policy'
import {
  createKeyUse,
  createMetrics,
  createServer,
  type HttpServer,
  KEY_USE_MS,
  type Logger,
  type Metrics,
  type ReadinessProbe,
} from '@gatehouse/http'
import { type Clock, Failure, systemClock } from '@gatehouse/kernel'
import { type Platform, resealInBackground } from '@gatehouse/platform'
import { documentationUrl } from '@gatehouse/settings'
import { deploymentDocumentVersion, readDeploymentDocument, type Store } from '@gatehouse/store'
import { noteUnregistered } from '@gatehouse/store/agents'
import { keepRequests, type NewStoredRequest } from '@gatehouse/store/sealed'
import { addUsage, findLiveKeys, noteKeyUse, readUsage, tenantVersions } from '@gatehouse/store/tenants'
import { createUnregisteredCalls } from './agents/unregistered.ts'
import { createApprovals } from './approvals/approvals.ts'
import { createAuthenticator } from './authenticator.ts'
import { type Capabilities, createCapabilities } from './capability/capabilities.ts'
import { loadTenant } from './load-tenant.ts'
import { createMcpGateway } from '@gatehouse/mcp-gateway'
import { toolServers } from './tool-servers.ts'
import { createModelUpstreams } from '@gatehouse/llm-gateway'
import { deploymentModelOf } from './deployment-model.ts'
import { allowedHostsOf } from './allowed-hosts.ts'
import { createMemoryLedger } from './memory/ledger.ts'
import { type AuditPort, createPolicies, NO_TENANT, type Policies } from '@gatehouse/screening'
import { pinStore } from './pin-store.ts'
import { resealMcpRoutes, resealModelUpstreams } from './reseal-items.ts'
import { readServerBlocks } from './server-blocks.ts'
import { createRequestKeeper } from './replay/keeper.ts'
import { handlersOf } from './routes/index.ts'
import { readYourWrites } from './routes/read-your-writes.ts'
import { createServerDefaults, SERVER_DEFAULTS, type ServerDefaults } from './server-config/server-defaults.ts'
import type { StoredBlocks } from './server-config/stored-blocks.ts'
import { createUsage, type Usage } from './usage/usage.ts'
import { createTenants, type Tenants } from './tenants.ts'
import { turnLog } from './turn-log.ts'
import { createVerdictMeter, meterLargeTexts } from './verdict-meter.ts'
import { startSweep } from './sweep.ts'
import { CONTENT_PURPOSE, createTenantKeys } from './vault/tenant-key.ts'
import { createVault, type Vault } from './vault/vault.ts'
import { warmUp } from './warm-up.ts'
import { notifyingAudit } from './webhooks/audit-events.ts'
import { notifyingUsage } from './webhooks/quota-events.ts'
import { createWebhooks } from './webhooks/webhooks.ts'

export interface GuardServiceOptions {
  readonly platform: Platform
  readonly logger: Logger
  readonly version: string
  readonly clock?: Clock
}

/**
 * Creates the guard service on an open platform. Does not start listening.
 * @throws {Failure} `invalid_setting` if the guard defaults of the configuration file do not compile
 */
export function createGuardService({
  platform,
  logger,
  version,
  clock = systemClock,
}: GuardServiceOptions): HttpServer {
  const metrics = createMetrics('guard')
  const { close, keyUse, ...parts } = openParts(platform, logger, metrics, clock)
  checkDefaults(parts.policies)
  warmUp(parts.policies, clock)
  const { settings, store, adminKey } = platform
  const server = createServer({
    service: 'guard',
    title: 'Gatehouse guard',
    description: 'Screens prompts and responses. Blocked requests also return 200: check the verdict.',
    version,
    documentation: documentationUrl(settings),
    endpoints: guardEndpoints,
    handlers: readYourWrites(handlersOf({ ...parts, store, clock, meter: createVerdictMeter(metrics) }), parts.tenants),
    authenticate: createAuthenticator({ settings, store, adminKey, keyUse, clock }),
    trustedProxies: settings.trustedProxies,
    allowedHosts: allowedHostsOf(settings),
    forwardedBy: platform.keys,
    readiness: { ...platform.readiness, guard_defaults: defaultsProbe(parts.serverDefaults) },
    logger,
    metrics,
    clock,
  })
  return {
    ...server,
    async close() {
      // Session streams do not end otherwise.
      await parts.mcp.close()
      await server.close()
      await close()
    },
  }
}

/** Creates the handlers' dependencies, with one function to close all of them. */
function openParts(platform: Platform, logger: Logger, metrics: Metrics, clock: Clock) {
  const { settings, store, cache, keys, model, egress } = platform
  const registry = createRegistry(sharePreparations(allGuards))
  const vault = createVault({ store, keys, clock, ttl_ms: settings.vaultTtlDays * DAY_MS })
  const inlinePorts = enginePorts(cache, vault, model)
  const evaluator = createThreadEvaluator({ ports: inlinePorts })
  meterLargeTexts(metrics, evaluator)
  const ports = { ...inlinePorts, evaluator }
  const configured = readServerBlocks(settings.guardrails)
  const policies = createPolicies({ registry, ports, configured })
  const serverDefaults = defaultsOf(store, policies, evaluator, clock, logger)
  const { tenants } = serverDefaults
  const webhooks = createWebhooks({ ...platform, tenants, clock, log: logger })
  const audit = notifyingAudit(platform.audit, webhooks)
  const usage = notifyingUsage(usageOf(store, cache, clock), webhooks, cache)
  const unregistered = createUnregisteredCalls((tenantId, seen) => noteUnregistered(store, tenantId, seen), clock)
  const keyUse = createKeyUse((ids, at) => noteKeyUse(store, ids, at, KEY_USE_MS), clock)
  const contentKeyOf = createTenantKeys(store, keys, CONTENT_PURPOSE)
  const keeper = createRequestKeeper({ keyOf: contentKeyOf, write: replayStore(store), clock, metrics })
  const extractor = createExtractor()
  const sweep = startSweep(store, clock, logger)
  const capabilities = createCapabilities({ store, keys, cache, clock, audit })
  const memory = createMemoryLedger({ store, vault, clock })
  const approvals = createApprovals({ store, keys, clock, audit })
  const { closeGateways, ...gateways } = openGateways(platform, tenants, audit, clock, logger)
  const agentic: AgenticPorts = { ...agenticPorts(cache, capabilities, model), memory, approvals, worker: evaluator }
  return {
    registry,
    vault,
    policies,
    configured,
    serverDefaults,
    tenants,
    audit,
    seals: platform.audit.seals,
    webhooks,
    egress,
    usage,
    unregistered,
    keyUse,
    keeper,
    contentKeyOf,
    model,
    extractor,
    unknownFields: settings.gatewayUnknownFields,
    streamStep_chars: settings.gatewayStreamStep_chars,
    agentic,
    capabilities,
    approvals,
    ...gateways,
    close: async (): Promise<void> => {
      await closeGateways()
      for (const part of [webhooks, extractor, evaluator, unregistered, keyUse, keeper, usage, sweep])
        await part.close()
    },
  }
}

/** Creates the model and MCP gateways, and reseals their secrets with the current master key. */
function openGateways(
  { settings, store, keys, egress }: Platform,
  tenants: Tenants,
  audit: AuditPort,
  clock: Clock,
  log: Logger,
) {
  const upstreams = createModelUpstreams({ keys, egress, clock, log, deployment: deploymentModelOf(settings) })
  const servers = toolServers(settings.mcpCommands, egress, clock, log)
  const pins = pinStore(store)
  const liveKeys = (ids: readonly string[]) => findLiveKeys(store, ids)
  const mcp = createMcpGateway({ pins, liveKeys, keys, egress, tenants, clock, audit, log, servers })
  const items = { store, keys, log }
  const resealing = [
    resealInBackground('model upstream keys', () => resealModelUpstreams(items, upstreams.sealer), log),
    resealInBackground('MCP route secrets', () => resealMcpRoutes(items, mcp.sealer), log),
  ]
  return {
    upstreams,
    mcp,
    closeGateways: async (): Promise<void> => {
      for (const work of resealing) await work.close()
    },
  }
}

const DAY_MS = 86_400_000

/** Compiles the server's policies, so that an error in the file prevents the start. */
function checkDefaults(policies: Policies): void {
  for (const stage of ['input', 'output'] as const satisfies ContentStage[]) {
    try {
      policies.policyFor(stage, NO_TENANT, undefined, [])
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown
      const place = thrown.violations[0]?.path.join('.') ?? stage
      throw new Failure('invalid_setting', `guardrails in the configuration file: ${place}: ${thrown.message}`)
    }
  }
}

/** Creates the tenant cache with the deployment's defaults. */
function defaultsOf(store: Store, policies: Policies, worker: TextWorker, clock: Clock, log: Logger): ServerDefaults {
  const tenants = createTenants(
    { versions: (ids) => tenantVersions(store, ids), load: (id) => loadTenant(store, id, worker) },
    clock,
  )
  const source = {
    version: () => deploymentDocumentVersion(store, SERVER_DEFAULTS),
    read: () => readDeploymentDocument(store, SERVER_DEFAULTS),
  }
  const compile = (blocks: StoredBlocks): void => policies.validateServer(blocks, [])
  return createServerDefaults(source, tenants, compile, clock, ({ version, problems }) =>
    log.error(
      { version, problems: problems.map(({ stage, name, path }) => [stage, name, ...path].join('.')) },
      'some stored guard defaults are invalid in this version; the others apply',
    ),
  )
}

/** Reports unsupported stored defaults. Only administrators see the details. */
function defaultsProbe(defaults: ServerDefaults): ReadinessProbe {
  return {
    required: false,
    async check() {
      const { length } = await defaults.problems()
      return length === 0
        ? { state: 'up', detail: 'all stored guard defaults are valid' }
        : { state: 'down', detail: `${length} problems with stored defaults: see GET /v1/shield/config` }
    },
  }
}

/** Returns the platform ports of content guards. */
function enginePorts(cache: Platform['cache'], vault: Vault, model: Platform['model']): EnginePorts {
  return { windows: cache.windows, turns: turnLog(cache), vault, ...(model === undefined ? {} : { model }) }
}

/** Returns the platform ports of agentic guards. */
function agenticPorts(cache: Platform['cache'], capabilities: Capabilities, model: Platform['model']): AgenticPorts {
  return { windows: cache.windows, state: cache, capabilities, ...(model === undefined ? {} : { model }) }
}

function replayStore(store: Store) {
  return (tenantId: string, rows: readonly NewStoredRequest[]) => keepRequests(store, tenantId, rows)
}

function usageOf(store: Store, cache: Platform['cache'], clock: Clock): Usage {
  return createUsage(
    { add: (deltas) => addUsage(store, deltas), read: (tenantId, day) => readUsage(store, tenantId, day) },
    cache.windows,
    clock,
  )
}
