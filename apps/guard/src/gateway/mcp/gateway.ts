import type { Clock, KeyRing } from '@gatehouse/kernel'
import type { AuditEntryInput, Store } from '@gatehouse/store'
import { createPinKeeper, type PinKeeper } from './pins/keeper.ts'
import { createRouteSealer, type RouteSealer } from './routes/secrets.ts'

/** What the routes in front of tool servers share. */
export interface McpGateway {
  readonly sealer: RouteSealer
  readonly pins: PinKeeper
  /** Whether the deployment lets a route run this command. */
  mayRun(command: string): boolean
}

export interface McpGatewayParts {
  readonly store: Store
  readonly keys: KeyRing
  readonly clock: Clock
  readonly audit: { append(entry: AuditEntryInput): Promise<unknown> }
}

export function createMcpGateway({ store, keys, clock, audit }: McpGatewayParts): McpGateway {
  return {
    sealer: createRouteSealer(keys),
    pins: createPinKeeper({ store, clock, audit }),
    mayRun: () => false,
  }
}
