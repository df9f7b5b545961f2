import type { Handlers, mcpRouteEndpoints } from '@gatehouse/contracts'
import type { RequestContext } from '@gatehouse/http'
import type { GuardPorts } from '../../routes/handler.ts'
import { acceptPin, listPins } from './pins/handlers.ts'
import { deleteUpstream, listUpstreams, putUpstream, readUpstream } from './routes/handlers.ts'

/** The administration of routes and pins. */
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
