import type { Handlers } from '@gatehouse/contracts'
import type { mcpGatewayEndpoints, mcpRouteEndpoints } from '@gatehouse/contracts/agents'
import type { RequestContext } from '@gatehouse/http'
import type { GuardPorts } from './handler.ts'
import { acceptPin, listPins } from './tenant/mcp-pins.ts'
import { protectedResource, serveMcp } from '@gatehouse/mcp-gateway'
import { deleteUpstream, listUpstreams, putUpstream, readUpstream } from './tenant/mcp-routes.ts'

/** Handlers for the administration of routes and pins. */
export function mcpRouteHandlers(ports: GuardPorts): Handlers<typeof mcpRouteEndpoints, RequestContext> {
  return {
    listUpstreams: listUpstreams(ports),
    readUpstream: readUpstream(ports),
    putUpstream: putUpstream(ports),
    deleteUpstream: deleteUpstream(ports),
    listPins: listPins(ports),
    acceptPin: acceptPin(ports),
  }
}

export function mcpGatewayHandlers(ports: GuardPorts): Handlers<typeof mcpGatewayEndpoints, RequestContext> {
  return {
    postMcp: ({ params: { route }, body, headers, context }) =>
      serveMcp({ method: 'POST', route, body, headers, context }, ports),
    streamMcp: ({ params: { route }, headers, context }) =>
      serveMcp({ method: 'GET', route, body: undefined, headers, context }, ports),
    endMcp: ({ params: { route }, headers, context }) =>
      serveMcp({ method: 'DELETE', route, body: undefined, headers, context }, ports),
    protectedResource: protectedResource(ports.tenants),
  }
}
