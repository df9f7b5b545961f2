export type { CallOptions, OnServerMessage, UpstreamConnection } from './connection.ts'
export { type Era, SESSION_VERSIONS, STATELESS_VERSIONS } from './eras.ts'
export { type ExchangeAbout, type Interceptor, passAll, type RequestDecision } from './interceptor.ts'
export type {
  Fields,
  JsonRpcError,
  JsonRpcId,
  JsonRpcMessage,
  JsonRpcNotification,
  JsonRpcRequest,
  JsonRpcResponse,
} from './messages.ts'
export type { Connect, ConnectAbout } from './server/connect.ts'
export { createMcpGateway, type McpGateway, type McpGatewayOptions } from './server/gateway.ts'
export type { McpHttpAnswer, McpHttpRequest, McpRoute } from './server/http.ts'
export { GATEWAY_LIMITS, type GatewayLimits } from './server/limits.ts'
