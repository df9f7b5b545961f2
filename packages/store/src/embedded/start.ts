import { Failure, messageOf } from '@gatehouse/kernel'
import { Client } from 'pg'
import { type Binaries, prepareBinaries } from './binaries.ts'
import { requireFreeSpace } from './folder.ts'
import { ensureCluster } from './initdb.ts'
import { type Layout, layoutOf, passwordOf } from './layout.ts'
import { acquireLock } from './lock.ts'
import {
  type PostmasterState,
  runningPostmaster,
  settledPostmaster,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts'
import { EMBEDDED_DATABASE, EMBEDDED_ROLE, FREE_BYTES_MIN, POSTGRES_MAJOR } from './settings.ts'
import { supervise, type SupervisedServer } from './supervise.ts'
import { urlOf } from './url.ts'

/** Timeout for the response of a leftover server before it is restarted. */
const ATTACH_TIMEOUT_MS = 5_000

export interface EmbeddedOptions {
  /** Data folder; created if missing. */
  readonly dataDir: string
  /** Additional loopback TCP port. Default: only a Unix socket, or a free port if a socket is not possible. */
  readonly port?: number
  /** Receives one line for each event of interest to operators. */
  readonly log: (line: string) => void
  /** Server settings that override the tuned ones, e.g. `{ fsync: 'off' }` in tests that do not test durability. */
  readonly settings?: Readonly<Record<string, string>>
  /** Location of clusters when the server's account cannot access the data folder. Default `/var/lib/gatehouse`. */
  readonly systemFolder?: string
  /** False disables the restart of a killed server at the same address. */
  readonly restart?: boolean
}

export interface EmbeddedServer {
  /** Connection URL with the password; never to be logged. */
  readonly url: string
  /** Process id of the server; changes after a restart. */
  readonly pid: number
  /** True when this start created the cluster. */
  readonly firstTime: boolean
  /** True if a leftover server of a killed process was reused. */
  readonly attached: boolean
  /** Ends all sessions, writes a checkpoint, waits for the server and releases the data folder. Safe to call twice. */
  readonly stop: () => Promise<void>
}

/**
 * Starts the PostgreSQL server of a data folder, or attaches to a server that a killed process left running.
 * @throws {Failure} `invalid_setting` or `unavailable` with a one-line reason
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { dataDir, port, log, settings = {}, systemFolder, restart = true } = options
  const layout = layoutOf(dataDir, systemFolder)
  const lock = acquireLock(layout.lockFile, `the data folder ${dataDir}`)
  try {
    const password = passwordOf(layout)
    const left = await attach(layout, password, log)
    const { state, firstTime } = left ?? (await start(layout, password, port, settings, log))
    const second = (previous: PostmasterState): Promise<PostmasterState> => {
      // Clients have the URL, so that a server without a socket must restart on its port.
      const samePort = layout.socketFolder === undefined ? previous.port : port
      return startPostmaster(layout, prepareBinaries(layout.copies, layout.account), samePort, settings)
    }
    const server = restart ? supervise(state, second, log) : unsupervised(state)
    let stopping: Promise<void> | undefined
    return {
      url: urlOf(state, password, EMBEDDED_DATABASE),
      get pid() {
        return server.pid()
      },
      firstTime,
      attached: left !== undefined,
      stop: () => (stopping ??= server.stop().finally(() => lock.release())),
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

function unsupervised({ pid }: PostmasterState): SupervisedServer {
  return { pid: () => pid, stop: () => stopPostmaster(pid) }
}

/**
 * Stops a server that a killed process left running in a data folder.
 * @returns false if none was running
 * @throws {Failure} `unavailable` if a live process owns the folder
 */
export async function stopEmbedded(dataDir: string): Promise<boolean> {
  const layout = layoutOf(dataDir)
  const lock = acquireLock(layout.lockFile, `the data folder ${dataDir}`)
  try {
    const state = runningPostmaster(layout.cluster)
    if (state === undefined) return false
    await stopPostmaster(state.pid)
    return true
  } finally {
    lock.release()
  }
}

interface Started {
  readonly state: PostmasterState
  readonly firstTime: boolean
}

async function start(
  layout: Layout,
  password: string,
  port: number | undefined,
  settings: Readonly<Record<string, string>>,
  log: (line: string) => void,
): Promise<Started> {
  requireFreeSpace(layout.home, FREE_BYTES_MIN)
  const binaries: Binaries = prepareBinaries(layout.copies, layout.account)
  const firstTime = await ensureCluster(layout, binaries, password, settings['fsync'] !== 'off')
  if (firstTime) log(`database created in ${layout.cluster}`)
  const state = await startPostmaster(layout, binaries, port, settings)
  try {
    await ensureDatabase(state, password)
  } catch (error) {
    await stopPostmaster(state.pid)
    throw new Failure('unavailable', `the database in ${layout.cluster} cannot be opened: ${messageOf(error)}`, {
      cause: error,
    })
  }
  return { state, firstTime }
}

/** Reuses an orphaned server if it is valid and responds; otherwise stops it. */
async function attach(layout: Layout, password: string, log: (line: string) => void): Promise<Started | undefined> {
  if (runningPostmaster(layout.cluster) === undefined) return undefined
  const state = await settledPostmaster(layout.cluster)
  if (state === undefined) return undefined
  try {
    await ensureDatabase(state, password)
    log(`connected to the database server that an earlier process left running (process ${state.pid})`)
    return { state, firstTime: false }
  } catch {
    log(`stopping an unresponsive database server from an earlier run (process ${state.pid})`)
    await stopPostmaster(state.pid)
    return undefined
  }
}

/** Ensures that the database exists, which also verifies the password. */
async function ensureDatabase(state: PostmasterState, password: string): Promise<void> {
  const client = new Client({
    connectionString: urlOf(state, password, 'postgres'),
    connectionTimeoutMillis: ATTACH_TIMEOUT_MS,
    query_timeout: ATTACH_TIMEOUT_MS,
  })
  // If the server disappears meanwhile, the query reports it.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string; present: boolean }>(
      `SELECT current_setting('server_version_num') AS version,
              EXISTS (SELECT FROM pg_database WHERE datname = $1) AS present`,
      [EMBEDDED_DATABASE],
    )
    const [row] = rows
    if (Math.floor(Number(row?.version) / 10_000) !== POSTGRES_MAJOR) throw new Error('another major version')
    if (row?.present !== true) await client.query(`CREATE DATABASE ${EMBEDDED_DATABASE} OWNER ${EMBEDDED_ROLE}`)
  } finally {
    await client.end().catch(() => undefined)
  }
}
