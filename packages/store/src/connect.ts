import { Failure, messageOf } from '@gatehouse/kernel'
import {
  Kysely,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely'
import { Client, type CustomTypesConfig, Pool, type PoolClient, types } from 'pg'
import type { DB } from './schema.gen.ts'

/** Connections per process. The embedded server allows 50 in total. */
export const POOL_CONNECTIONS_MAX = 10

/** Own limit: guard calls wait for a few short queries. */
const STATEMENT_TIMEOUT_MS = 15_000

/** Timeout of a new connection, and of the wait for a free one. */
const CONNECT_TIMEOUT_MS = 5_000

/** Idle connections cost the server 2–10 MB each. */
const IDLE_TIMEOUT_MS = 30_000

/** Extra client-side timeout after the server's statement timeout. */
const QUERY_TIMEOUT_SLACK_MS = 500

/** Retry delay while the database is down, in seconds. */
const RETRY_AFTER_S = 2

export interface StoreOptions {
  /** `postgresql://user:password@host:port/database`; TLS by `?sslmode=…`, a Unix socket by `?host=/folder`. */
  readonly url: string
  readonly poolMax?: number
  readonly statementTimeout_ms?: number
}

/** Open database, the first argument of all functions that access it. */
export interface Store {
  readonly db: Kysely<DB>
  /** Location of the database for messages, such as `localhost:5432/gatehouse`, without user and password. */
  readonly place: string
  /**
   * Sends a query to the database.
   * @returns duration in milliseconds
   * @throws {Failure} `unavailable`
   */
  readonly ping: () => Promise<number>
  /**
   * Runs a frequent statement. It is prepared once on each connection, which avoids repeated planning. Its text must be constant, because
   * servers keep prepared statements until the connection ends.
   * @throws {Failure} `unavailable`
   */
  readonly prepared: <Row extends object>(statement: PreparedStatement, values: readonly unknown[]) => Promise<Row[]>
  /** Runs `use` on a separate connection, without pool and statement timeout, for locks and long reads. */
  readonly withConnection: <T>(use: (client: Client) => Promise<T>) => Promise<T>
  /** Opens a connection outside the pool. The caller must close it. */
  readonly dedicated: (settings: ConnectionSettings) => Promise<Client>
  readonly close: () => Promise<void>
}

export interface PreparedStatement {
  /** Unique among all prepared statements. */
  readonly name: string
  readonly text: string
}

export interface ConnectionSettings {
  readonly applicationName: string
  /** Default: none. */
  readonly statementTimeout_ms?: number
}

/**
 * Opens a database and checks the connection.
 * @throws {Failure} `invalid_setting` for an invalid URL; `unavailable` when the server does not answer
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { url, poolMax = POOL_CONNECTIONS_MAX, statementTimeout_ms = STATEMENT_TIMEOUT_MS } = options
  const place = locationOf(url)
  const pool = new Pool({
    connectionString: url,
    max: poolMax,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    statement_timeout: statementTimeout_ms,
    application_name: 'gatehouse',
    types: TYPES,
  })
  // If the server closes an idle connection, the next query replaces it. Without a listener the error would end the process.
  pool.on('error', () => undefined)
  // The pool listens only to idle connections. A lost connection in use fails its query and also emits an event.
  pool.on('connect', (client) => client.on('error', () => undefined))

  const store: Store = {
    db: new Kysely<DB>({ dialect: new PostgresDialect({ pool: translating(pool, place) }) }),
    place,
    async ping() {
      const from = performance.now()
      await pool.query('SELECT 1').catch((error: unknown) => {
        throw unavailable(place, error)
      })
      return performance.now() - from
    },
    prepared: (statement, values) => runPrepared(pool, place, statement, values),
    async withConnection(use) {
      const client = await store.dedicated({ applicationName: 'gatehouse' })
      try {
        return await use(client)
      } catch (error) {
        throw isConnectionLoss(error) || isOverload(error) ? unavailable(place, error) : error
      } finally {
        await client.end().catch(() => undefined)
      }
    },
    dedicated: (settings) => connect(url, place, settings),
    async close() {
      await store.db.destroy()
      // Kysely ends the pool only if it was used.
      if (!pool.ended && !pool.ending) await pool.end()
    },
  }
  try {
    await store.ping()
  } catch (error) {
    await store.close()
    throw error
  }
  return store
}

async function connect(url: string, place: string, settings: ConnectionSettings): Promise<Client> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: settings.applicationName,
    keepAlive: true,
    types: TYPES,
    ...(settings.statementTimeout_ms === undefined
      ? {}
      : {
          statement_timeout: settings.statementTimeout_ms,
          // The server's response may never arrive, so that the client times out slightly later.
          query_timeout: settings.statementTimeout_ms + QUERY_TIMEOUT_SLACK_MS,
        }),
  })
  // The failing query reports the error. Without a listener it would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    await client.end().catch(() => undefined)
    throw unavailable(place, error)
  }
  return client
}

/** Returns whether an error means a lost or failed connection, not an invalid statement. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof Failure) return error.code === 'unavailable'
  const code = (error as { code?: unknown }).code
  if (typeof code === 'string') {
    // 08: connection exceptions; 57P01–57P03: shutdown, crash, starting up; 53300: too many connections.
    return /^(08...|57P0[1-5]|53300|ECONN\w+|EPIPE|ENOENT|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/.test(
      code,
    )
  }
  return /connection (terminated|ended)|query read timeout|not queryable|client (has encountered a connection error|was closed)|timeout (expired|exceeded)/i.test(
    messageOf(error),
  )
}

/** Returns whether a valid statement failed temporarily: no disk space, memory or time, or a conflict with another transaction. */
function isOverload(error: unknown): boolean {
  return /^(53...|57014|40001|40P01|55P03)$/.test(String((error as { code?: unknown }).code))
}

/**
 * Returns whether a text contains characters that PostgreSQL cannot store: NUL (22021 literally, 22P05 as a JSON escape) or a lone
 * surrogate (22P02 in JSON). Only texts of callers contain them.
 */
function isUnstorable(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return code === '22021' || code === '22P05' || (code === '22P02' && /type json/.test(messageOf(error)))
}

function unstorable(cause: unknown): Failure {
  const message = 'a text contains a character that cannot be stored: U+0000 or an unpaired surrogate'
  return new Failure('invalid_request', message, { cause })
}

/** Creates an `unavailable` failure with the location but never the password. */
export function unavailable(place: string, error: unknown): Failure {
  if (error instanceof Failure) return error
  return new Failure('unavailable', `the database at ${place} cannot be used: ${reasonOf(error)}`, {
    retryAfter_s: RETRY_AFTER_S,
    cause: error,
  })
}

function reasonOf(error: unknown): string {
  // Node tries every address of a name and reports the errors together, with an empty message.
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0])
  return messageOf(error)
}

/** @throws {Failure} `invalid_setting`, without quoting the URL: it contains a password */
function locationOf(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null || !['postgres:', 'postgresql:'].includes(parsed.protocol)) {
    throw new Failure(
      'invalid_setting',
      'DATABASE_URL is not of the form postgresql://user:password@host:port/database',
    )
  }
  const database = parsed.pathname.slice(1)
  const socket = parsed.searchParams.get('host')
  if (socket !== null) return `${socket}/${database}`
  return `${parsed.hostname || 'localhost'}:${parsed.port || '5432'}/${database}`
}

/** int8 is text by default. All int8 columns are counters. Values beyond 2^53 are rejected, never rounded. */
const TYPES: CustomTypesConfig = {
  getTypeParser: (type, format) =>
    type === types.builtins.INT8 && format !== 'binary' ? parseInt8 : types.getTypeParser(type, format),
}

function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit in a number`)
  return value
}

/**
 * Acquires a connection of the pool. Server-side causes of a failure may be temporary.
 * @throws {Failure} `unavailable`
 */
async function lend(pool: Pool, place: string): Promise<PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw unavailable(place, error)
  }
}

async function runPrepared<Row extends object>(
  pool: Pool,
  place: string,
  { name, text }: PreparedStatement,
  values: readonly unknown[],
): Promise<Row[]> {
  const client = await lend(pool, place)
  let lost = false
  try {
    const { rows } = await client.query<Row>({ name, text, values: [...values] })
    return rows
  } catch (error) {
    lost = isConnectionLoss(error)
    throw lost || isOverload(error) ? unavailable(place, error) : error
  } finally {
    client.release(lost)
  }
}

/** Adapts the pool for Kysely. Converts lost connections to failures. */
function translating(pool: Pool, place: string): PostgresPool {
  return {
    async connect() {
      return translatingClient(await lend(pool, place), place)
    },
    end: () => pool.end(),
  }
}

function translatingClient(client: PoolClient, place: string): PostgresPoolClient {
  let lost = false
  function query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query<R>(sql: string | PostgresCursor<R>, parameters: readonly unknown[] = []): unknown {
    if (typeof sql !== 'string') throw new TypeError('this connection does not support cursors')
    return client.query(sql, [...parameters]).catch((error: unknown) => {
      if (isUnstorable(error)) throw unstorable(error)
      if (isConnectionLoss(error)) lost = true
      else if (!isOverload(error)) throw error
      throw unavailable(place, error)
    })
  }
  // A lost connection may appear valid for a moment; the pool must not reuse it.
  return { query, release: () => client.release(lost) }
}
