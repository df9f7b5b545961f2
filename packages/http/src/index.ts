export { withCachedPermission, StreamCount, STREAMS_MAX } from './followers.ts'
export {
  type Authenticator,
  type Caller,
  DEFAULT_TENANT_ID,
  type KeyRecord,
  type KeyScope,
  type MemberAuthenticator,
  type MemberCaller,
  type MemberRecord,
} from './caller.ts'
export { hasRole, memberOf } from './member.ts'
export { clientAddressOf } from './client-address.ts'
export { cookiePairs, isOverTls, soleCookie } from './cookies.ts'
export { FORWARDED_HEADER, sealCaller } from './forwarded.ts'
export { testerOf } from './tester.ts'
export { type TesterAuthenticator, type TesterCaller, type TesterRecord } from './caller.ts'
export { isSavedFile } from './saved-file.ts'
export type { RequestContext } from './context.ts'
export { createKeyUse, KEY_USE_MS, type KeyUse, type NoteUse } from './key-use.ts'
export { exceedsValueCount } from './json.ts'
export { BODY_BYTES_MAX, JSON_DEPTH_MAX, JSON_VALUES_MAX, type Limits } from './limits.ts'
export { createLogger, loggable, type Logger, type LoggerOptions } from './logger.ts'
export { createMetrics, type Metrics } from './metrics.ts'
export { openApiOf, type OpenApiOptions } from './openapi/document.ts'
export type { OpenApiDocument } from './openapi/types.ts'
export type { BrowserCheck } from './origin.ts'
export type { ReadinessProbe } from './platform.ts'
export { STATUS, type ValidationStyle } from './problems.ts'
export { createServer, type HttpServer, type ServerOptions } from './server.ts'
export { type CounterSource, registerCounter, registerGauge } from './counter.ts'
export { registerHistogram } from './histogram.ts'
export { repeatedName } from './names.ts'
