export { keyExpiry, KeyName, KeyTenant, listKeys, makeKey, type CreatedKey, revokeKey } from './keys/keys.ts'
export { createRedteamService, type RedteamService, type RedteamServiceOptions } from './service.ts'
export { type RedteamMcpOptions, serveRedteamMcp } from './mcp/server.ts'
