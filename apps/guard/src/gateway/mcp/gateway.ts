import type { Logger } from '@gatehouse/http'
import { canonicalHash, type Clock, type Egress, Failure, type KeyRing } from '@gatehouse/kernel'
import {
  type ConnectAbout,
  createMcpGateway as createEngine,
  type McpHttpAnswer,
  type McpHttpRequest,
  type UpstreamConnection,
} from '@gatehouse/mcp'
import type { AuditEntryInput, Store } from '@gatehouse/store'
import type { TenantSnapshot } from '../../policies.ts'
import type { Tenants } from '../../tenants.ts'
import { createIssuerKeys, type IssuerKeys } from './oauth/keys.ts'
import type { ListedTool } from './pins/definition.ts'
import { createPinKeeper, type PinKeeper } from './pins/keeper.ts'
import { listAll } from './pins/list-all.ts'
import { ROUTE_KIND, type StoredRoute, type Target } from './routes/stored-route.ts'
import { createRouteSealer, type RouteSealer } from './routes/secrets.ts'

/** For whom a connection is opened. */
export interface RouteConnecting {
  readonly limits: NonNullable<StoredRoute['limits']>
  /** Names the tenant and the route: what is learned of a server is learned there alone. */
  readonly place: string
  /** Whose process it is, where a process is started. */
  readonly owner: string
}

/** Opens a connection to the servers of a route. */
export type ConnectTargets = (
  targets: readonly Target[],
  connecting: RouteConnecting,
  about: ConnectAbout,
) => Promise<UpstreamConnection>

/** What the routes in front of tool servers share. */
export interface McpGateway {
  readonly sealer: RouteSealer
  readonly pins: PinKeeper
  readonly issuerKeys: IssuerKeys
  /** Whether the deployment lets a route run this command. */
  mayRun(command: string): boolean
  handle(request: McpHttpRequest): Promise<McpHttpAnswer>
  /**
   * Whose sessions and connections a request may use: those of the same key and subject, on the route as it is configured now.
   */
  ownerOf(tenant: TenantSnapshot, route: string, who: readonly (string | undefined)[]): string
  /** @throws {Failure} `unavailable` when the secrets of the route cannot be opened, or nothing answers */
  connect(
    tenantId: string,
    route: string,
    stored: StoredRoute,
    owner: string,
    about: ConnectAbout,
  ): Promise<UpstreamConnection>
  /** All tools that the server behind an owner's connection lists now; undefined without connection, or answer. */
  listTools(owner: string, signal: AbortSignal): Promise<readonly ListedTool[] | undefined>
  close(): void
}

export interface McpGatewayParts {
  readonly store: Store
  readonly keys: KeyRing
  readonly egress: Egress
  readonly clock: Clock
  readonly audit: { append(entry: AuditEntryInput): Promise<unknown> }
  readonly tenants: Pick<Tenants, 'snapshot'>
  readonly log: Logger
  readonly connectTargets: ConnectTargets
  readonly mayRun: (command: string) => boolean
}

/** How often it is looked whether routes with open sessions are as they were: within the second that changes may take. */
const WATCH_MS = 500

export function createMcpGateway(parts: McpGatewayParts): McpGateway {
  const { store, keys, egress, clock, audit, tenants, log, connectTargets, mayRun } = parts
  const engine = createEngine({ clock, onDefect: (err) => log.error({ err }, 'the MCP gateway met a defect') })
  const sealer = createRouteSealer(keys)
  const inUse = new Map<string, { readonly tenantId: string; readonly route: string }>()
  const connections = new Map<string, Promise<UpstreamConnection>>()

  /** Ends what was opened under a route that has changed or is gone. */
  async function watch(): Promise<void> {
    for (const [prefix, { tenantId, route }] of inUse) {
      // oxlint-disable-next-line no-await-in-loop -- most are in memory
      const now = await prefixNow(tenantId, route)
      if (now === undefined || now === prefix) continue
      inUse.delete(prefix)
      engine.endOwners((owner) => owner.startsWith(prefix))
    }
    const { sessions, connections: shared } = engine.open
    if (sessions + shared === 0) inUse.clear()
  }

  /** @returns an empty text for a route that is gone, undefined where nobody can tell */
  async function prefixNow(tenantId: string, route: string): Promise<string | undefined> {
    try {
      return prefixOf(await tenants.snapshot(tenantId), route)
    } catch (thrown) {
      return isGone(thrown) ? '' : undefined
    }
  }

  let watching = Promise.resolve()
  let isWatching = false
  const timer = setInterval(() => {
    if (isWatching || inUse.size === 0) return
    isWatching = true
    watching = watch()
      .catch((err: unknown) => log.warn({ err }, 'routes could not be looked at'))
      .finally(() => (isWatching = false))
  }, WATCH_MS)
  timer.unref()

  return {
    sealer,
    pins: createPinKeeper({ store, clock, audit }),
    issuerKeys: createIssuerKeys(egress, clock),
    mayRun,
    handle: (request) => engine.handle(request),
    ownerOf(tenant, route, who) {
      const prefix = prefixOf(tenant, route)
      inUse.set(prefix, { tenantId: tenant.tenantId, route })
      return prefix + JSON.stringify(who)
    },
    connect(tenantId, route, stored, owner, about) {
      const { targets } = sealer.open(tenantId, route, stored)
      const place = JSON.stringify([tenantId, route])
      const connecting = connectTargets(targets, { limits: stored.limits ?? {}, place, owner }, about)
      connections.set(owner, connecting)
      const forget = (): void => {
        if (connections.get(owner) === connecting) connections.delete(owner)
      }
      connecting.then(({ closed }) => closed).then(forget, forget)
      return connecting
    },
    async listTools(owner, signal) {
      try {
        const connection = await connections.get(owner)
        return connection === undefined ? undefined : await listAll(connection, signal)
      } catch (err) {
        log.warn({ err }, 'the tools of a server could not be listed')
        return undefined
      }
    },
    close() {
      clearInterval(timer)
      engine.close()
      void watching
    },
  }
}

const prefixes = new WeakMap<object, string>()

/** Begins the owners of a route in one version of its configuration. */
function prefixOf({ tenantId, agentic }: TenantSnapshot, route: string): string {
  const document = agentic.items.get(ROUTE_KIND)?.get(route)
  if (document === undefined) return ''
  let prefix = prefixes.get(document)
  if (prefix === undefined) {
    prefix = `${JSON.stringify([tenantId, agentic.tenantSince, route, canonicalHash(document)])} `
    prefixes.set(document, prefix)
  }
  return prefix
}

function isGone(thrown: unknown): boolean {
  return thrown instanceof Failure && thrown.code === 'not_found'
}
