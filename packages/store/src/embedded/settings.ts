/** Major version of the bundled server. `PG_VERSION` of a cluster must be equal. */
export const POSTGRES_MAJOR = 18

/** Role and database of the embedded server. */
export const EMBEDDED_ROLE = 'gatehouse'
export const EMBEDDED_DATABASE = 'gatehouse'

/** Port number inside a private socket folder, independent of TCP ports. */
export const SOCKET_PORT = 5432

/** `sun_path` has 104 bytes on macOS and 108 on Linux, including a zero byte; PostgreSQL adds a `.lock` file. */
export const SOCKET_PATH_BYTES_MAX = 98

/** A new cluster needs 40 MB and its write-ahead log up to 80 MB more before it is recycled. */
export const FREE_BYTES_MIN = 256 * 1024 * 1024

/** Recovery after a crash replays at most `max_wal_size` of log, which takes long on slow disks. */
export const START_TIMEOUT_MS = 120_000

/** A fast shutdown writes one checkpoint; after this timeout the server is stopped without one and recovers at the next start. */
export const STOP_TIMEOUT_MS = 30_000

/** Maximum size of the server log. Rotated once at startup. */
export const LOG_BYTES_MAX = 8 * 1024 * 1024

/**
 * Settings of the embedded server. They are passed on its command line, so that they depend on the software version and not on the age of
 * a data folder. Optimized for few clients: one service and its workers.
 */
export const TUNED: Readonly<Record<string, string>> = {
  max_connections: '50',
  shared_buffers: '64MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '512MB',
  // Compilation of short queries costs more than it saves, and 20 MB per backend.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  max_worker_processes: '4',
  // The default starts three I/O worker processes for asynchronous reads of large tables.
  io_method: 'sync',
  autovacuum: 'on',
  autovacuum_worker_slots: '2',
  autovacuum_max_workers: '2',
  // An embedded server has no replicas and needs no replication data in its log.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_replication_slots: '0',
  max_logical_replication_workers: '0',
  wal_compression: 'pglz',
  wal_buffers: '8MB',
  min_wal_size: '80MB',
  max_wal_size: '512MB',
  checkpoint_timeout: '5min',
  random_page_cost: '1.1',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // A failed statement may contain personal data and must not be logged. Its client gets the error.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_connections: '',
  log_disconnections: 'off',
}

/** Converts settings to command-line arguments, such as `['-c', 'fsync=on']`. */
export function settingArguments(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
