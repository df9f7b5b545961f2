export { embeddedUrl, stopTestServer, type TemporaryDatabase, temporaryDatabase } from './database.ts'
export { type DatabaseTarget, databaseTargets, EMBEDDED_TARGET } from './database-targets.ts'
export { findRedis, type RedisServer, startRedis } from './redis-server.ts'
