import type { AgentCall } from '@gatehouse/guards/agentic'
import type { RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import type { TenantSnapshot } from '@gatehouse/screening'
import { ROUTE_KIND, type StoredRoute, storedRoute } from './routes/stored-route.ts'

/** One HTTP request to a route, with its caller. */
export interface McpExchange {
  readonly route: string
  readonly stored: StoredRoute
  /** Tenant as configured. */
  readonly tenant: TenantSnapshot
  /** Tenant from the point of view of the route's tools. */
  readonly view: TenantSnapshot
  readonly caller: AgentCall
  readonly context: RequestContext
}

/** Endpoint name in the list of unregistered agents and in the audit log. */
export const GATEWAY_PATH = '/gateway/{route}/mcp'

/** Returns an enabled route of a tenant; a disabled one counts as missing. docs/spec/guard.md "Details". */
export function enabledRoute({ agentic }: TenantSnapshot, route: string): StoredRoute | undefined {
  const document = agentic.items.get(ROUTE_KIND)?.get(route)
  const stored = document === undefined ? undefined : storedRoute(document)
  return stored?.enabled === true ? stored : undefined
}

/** Returns a request context without HTTP effects of a verdict. Other endpoints return 429 for it. */
export function quiet(context: RequestContext): RequestContext {
  return {
    requestId: context.requestId,
    traceId: context.traceId,
    caller: context.caller,
    tenantId: context.tenantId,
    agentKey: context.agentKey,
    userRole: context.userRole,
    log: context.log,
    signal: context.signal,
    clientAddress: context.clientAddress,
    status: () => {},
    header: () => {},
  }
}

/** Returns the message of a failure if it is meant for callers. */
export function sentenceOf(thrown: unknown): string {
  return thrown instanceof Failure && thrown.code !== 'unavailable'
    ? thrown.message
    : 'The guards could not reach a decision.'
}
