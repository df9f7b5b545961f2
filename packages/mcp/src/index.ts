export type { CallOptions, OnServerMessage, UpstreamConnection } from './connection.ts'
export { type Era, SESSION_VERSIONS, STATELESS_VERSIONS } from './eras.ts'
export {
  type ExchangeAbout,
  type InterceptedMessage,
  type Interceptor,
  type McpVerdict,
  passAll,
} from './interceptor.ts'
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
export { createMcpEngine, type McpEngine, type McpEngineOptions } from './server/engine.ts'
export type { McpHttpAnswer, McpHttpRequest, McpRoute } from './server/http.ts'
export { GATEWAY_LIMITS, type GatewayLimits } from './server/limits.ts'
export { fanOut, type FanOutOptions } from './fan-out/fan-out.ts'
export type { FanOutMember } from './fan-out/member.ts'
export { fullName } from './fan-out/names.ts'
export { type CommandAllowlist, commandAllowlist } from './stdio/allowlist.ts'
export { connectStdio, type ConnectStdioOptions } from './stdio/connect-stdio.ts'
export { type ProcessSurroundings, refusedVariable } from './stdio/environment.ts'
export type { ProcessEnd } from './stdio/process.ts'
export { Processes, type ProcessesOptions } from './stdio/processes.ts'
export type { ClientAbout } from './upstream/client.ts'
export { connectHttp, type ConnectHttpOptions } from './upstream/connect-http.ts'
export { connectSse } from './upstream/connect-sse.ts'
export { UPSTREAM_LIMITS, upstreamLimits, type UpstreamLimits } from './upstream/limits.ts'
export { type Remembered, UpstreamMemory } from './upstream/memory.ts'
export {
  createUpstreams,
  type RouteBounds,
  type UpstreamAbout,
  type Upstreams,
  type UpstreamsParts,
  type UpstreamTarget,
} from './upstream/upstreams.ts'
