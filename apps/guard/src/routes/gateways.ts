import type { GuardPorts } from './handler.ts'
import { chatDialectHandlers, chatHandlers, dropInHandlers } from '@gatehouse/llm-gateway'
import { mcpGatewayHandlers, mcpRouteHandlers } from './mcp-gateway.ts'
import { modelUpstreamHandlers } from './tenant/model-upstreams.ts'

/** Handlers of the model and tool server gateways. */
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
