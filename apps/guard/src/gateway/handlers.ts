import type { GuardPorts } from '../routes/handler.ts'
import { chatHandlers } from './chat/handlers.ts'
import { chatDialectHandlers } from './dialects/handlers.ts'
import { dropInHandlers } from './drop-in/handlers.ts'
import { mcpGatewayHandlers, mcpRouteHandlers } from './mcp/handlers.ts'
import { modelUpstreamHandlers } from './upstreams/handlers.ts'

/** The handlers of everything that stands between a stock client and a model or a tool server. */
export function gatewayHandlers(ports: GuardPorts) {
  return {
    ...mcpRouteHandlers(ports),
    ...mcpGatewayHandlers(ports),
    ...dropInHandlers(ports),
    ...chatHandlers(ports),
    ...chatDialectHandlers(ports),
    ...modelUpstreamHandlers(ports),
  }
}
