export {
  type AppsecClient,
  type ClientOptions,
  createAppsecClient,
  createGuardClient,
  createRedteamClient,
  type GuardClient,
  type RedteamClient,
} from './create-client.ts'
export { GatehouseConnectionError, GatehouseError, type Violation } from './errors.ts'
export { documentsOf, eventsOf, type ServerEvent } from './streams.ts'
export type { AnswerOf, Call, CallOptions, Calls, RequestOf } from './types.ts'
export { GuardrailBlockedError, type ScreeningGuard, type ScreeningOptions } from './guarding/screening.ts'
