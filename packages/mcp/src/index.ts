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
export { connectHttp, type ConnectHttpOptions } from './upstream/connect-http.ts'
export type { ClientAbout } from './upstream/client.ts'
export { UPSTREAM_LIMITS, upstreamLimits, type UpstreamLimits } from './upstream/limits.ts'
export { type Remembered, UpstreamMemory } from './upstream/memory.ts'
