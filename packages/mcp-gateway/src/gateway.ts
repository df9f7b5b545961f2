import type { Logger } from '@gatehouse/http'
import type { Clock } from '@gatehouse/kernel'
import type { Egress } from '@gatehouse/kernel/egress'
import type { KeyRing } from '@gatehouse/kernel/sealing'
import {
  type ConnectAbout,
  createMcpEngine,
  type McpHttpAnswer,
  type McpHttpRequest,
  type UpstreamConnection,
  type Upstreams,
} from '@gatehouse/mcp'
import type { AuditPort, TenantPort, TenantSnapshot } from '@gatehouse/screening'
import { type Continuations, createContinuations } from './continuations.ts'
import { createIssuerKeys, type IssuerKeys } from './oauth/keys.ts'
import type { ListedTool } from './pins/definition.ts'
import { createPinKeeper, type PinKeeper } from './pins/keeper.ts'
import type { PinStore } from './pins/pin-store.ts'
import { listAll } from './pins/list-all.ts'
import { createLookups } from './pins/lookups.ts'
import type { StoredRoute } from './routes/stored-route.ts'
import { createRouteSealer, type RouteSealer } from './routes/secrets.ts'
import { type RouteUser, watchRoutes } from './watch-routes.ts'

/** A route with servers to connect. */
export interface RouteToConnect {
  readonly tenantId: string
  readonly route: string
  readonly stored: StoredRoute
  readonly owner: string
}

/** Shared state of the routes to tool servers. */
export interface McpGateway {
  readonly sealer: RouteSealer
  readonly pins: PinKeeper
  readonly issuerKeys: IssuerKeys
  /** Returns whether the deployment permits this command with these arguments for routes. */
  mayRun(command: string, args: readonly string[]): boolean
  handle(request: McpHttpRequest): Promise<McpHttpAnswer>
  /** Returns the owner of sessions and connections: the same key and subject, on the route in its current configuration. */
  ownerOf(tenant: TenantSnapshot, route: string, user: RouteUser): string
  /** @throws {Failure} `unavailable` if the secrets of the route cannot be opened, or no server responds */
  connect(route: RouteToConnect, about: ConnectAbout): Promise<UpstreamConnection>
  /**
   * Checks all tools that the server of an owner's connection currently lists, unless that was just done.
   * @returns whether it was done; false without a connection or response
   */
  lookUp(owner: string, judge: (tools: readonly ListedTool[]) => Promise<unknown>): Promise<boolean>
  /** Requests whose servers requested input. */
  readonly continuations: Continuations
  /** Ends sessions, streams and processes. */
  close(): Promise<void>
}

export interface McpGatewayParts {
  readonly pins: PinStore
  /** Returns the expiry of each active key, by id; undefined for a key without expiry. */
  readonly liveKeys: (ids: readonly string[]) => Promise<ReadonlyMap<string, number | undefined>>
  /** Seals the secrets of routes. */
  readonly keys: KeyRing
  readonly egress: Egress
  readonly clock: Clock
  readonly audit: AuditPort
  readonly tenants: TenantPort
  readonly log: Logger
  readonly servers: Upstreams
}

export function createMcpGateway(parts: McpGatewayParts): McpGateway {
  const { pins, liveKeys, keys, egress, clock, audit, tenants, log, servers } = parts
  const engine = createMcpEngine({
    clock,
    onDefect: (err) => log.error({ err }, 'unexpected error in the MCP gateway'),
  })
  const watch = watchRoutes({ engine, tenants, liveKeys, clock, log })
  const sealer = createRouteSealer(keys)
  /** Newest connection of each owner, including connections being opened. */
  const connections = new Map<string, Promise<UpstreamConnection>>()

  return {
    sealer,
    pins: createPinKeeper({
      store: pins,
      clock,
      audit,
      identitiesOf: (tenantId, route, stored) => sealer.open(tenantId, route, stored).identities,
    }),
    issuerKeys: createIssuerKeys(egress, clock),
    mayRun: (command, args) => servers.mayRun(command, args),
    handle: (request) => engine.handle(request),
    ownerOf: (tenant, route, user) => watch.ownerOf(tenant, route, user),
    connect({ tenantId, route, stored, owner }, about) {
      const { targets } = sealer.open(tenantId, route, stored)
      const place = JSON.stringify([tenantId, route])
      const connecting = servers.connect(targets, stored.limits ?? {}, {
        ...about,
        owner,
        route: place,
        group: tenantId,
      })
      connections.set(owner, connecting)
      const forget = (): void => {
        if (connections.get(owner) === connecting) connections.delete(owner)
      }
      connecting.then(({ closed }) => closed).then(forget, forget)
      return connecting
    },
    continuations: createContinuations(clock),
    lookUp: lookingUp(connections, clock, log),
    async close() {
      watch.close()
      engine.close()
      await servers.close()
    },
  }
}

/** Implements {@link McpGateway.lookUp} for the owners' connections. */
function lookingUp(
  connections: ReadonlyMap<string, Promise<UpstreamConnection>>,
  clock: Clock,
  log: Logger,
): McpGateway['lookUp'] {
  const lookups = createLookups(clock)
  const listed = async (owner: string): Promise<readonly ListedTool[] | undefined> => {
    try {
      const connection = await connections.get(owner)
      return connection === undefined ? undefined : await listAll(connection)
    } catch (err) {
      log.warn({ err }, 'listing the tools of a server failed')
      return undefined
    }
  }
  return (owner, judge) =>
    lookups.once(owner, async () => {
      const tools = await listed(owner)
      if (tools !== undefined) await judge(tools)
      return tools !== undefined
    })
}
