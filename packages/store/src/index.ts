export { type ConnectionSettings, openStore, POOL_CONNECTIONS_MAX, type Store, type StoreOptions } from './connect.ts'
export { type EmbeddedOptions, type EmbeddedServer, startEmbedded, stopEmbedded } from './embedded/start.ts'
export { migrate, type Migration, pendingMigrations, readMigrations } from './migrate.ts'
export type { DB } from './schema.gen.ts'
