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

/** How long a server that was left over may take to answer before it is stopped and started anew. */
const ATTACH_TIMEOUT_MS = 5_000

export interface EmbeddedOptions {
  /** The data folder; made when it is missing. */
  readonly dataDir: string
  /** Listen on this loopback TCP port as well. Default: a Unix socket alone, or a free port where none can be. */
  readonly port?: number
  /** Takes one line for each thing that an operator may want to know. */
  readonly log: (line: string) => void
  /** Server settings over the tuned ones, e.g. `{ fsync: 'off' }` in tests that do not test durability. */
  readonly settings?: Readonly<Record<string, string>>
  /** Where clusters go that the server's account cannot reach in the data folder. Default `/var/lib/gatehouse`. */
  readonly systemFolder?: string
  /** False: a server that something kills stays down. Default: it is started again at the same address. */
  readonly restart?: boolean
}

export interface EmbeddedServer {
  /** Connection URL with the password; never to be logged. */
  readonly url: string
  /** Process id of the server; another one after it was killed and came back. */
  readonly pid: number
  /** True when this start made the cluster. */
  readonly firstTime: boolean
  /** True when a server was left over by a process that was killed, and answered. */
  readonly attached: boolean
  /** Ends all sessions, writes a checkpoint, waits for the server and frees the data folder. Safe to call twice. */
  readonly stop: () => Promise<void>
}

/**
 * Starts the PostgreSQL server of a data folder, or attaches to one that a killed process left behind.
 * @throws {Failure} `invalid_setting` or `unavailable` with one line that names what is wrong
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { dataDir, port, log, settings = {}, systemFolder, restart = true } = options
  const layout = layoutOf(dataDir, systemFolder)
  const lock = acquireLock(layout.lockFile, `the data folder ${dataDir}`)
  try {
    const password = passwordOf(layout)
    const left = await attach(layout, password, log)
    const { state, firstTime } = left ?? (await start(layout, password, port, settings, log))
    const again = (previous: PostmasterState): Promise<PostmasterState> => {
      // Clients hold the URL: a server without a socket must come back on its port.
      const samePort = layout.socketFolder === undefined ? previous.port : port
      return startPostmaster(layout, prepareBinaries(layout.copies, layout.account), samePort, settings)
    }
    const server = restart ? supervise(state, again, log) : unsupervised(state)
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
 * Stops a server that a killed process left behind in a data folder.
 * @returns false when none was running
 * @throws {Failure} `unavailable` when a living process holds the folder
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
  if (firstTime) log(`database made in ${layout.cluster}`)
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

/** A server that outlived its parent is used if it is ours and answers; otherwise it is stopped. */
async function attach(layout: Layout, password: string, log: (line: string) => void): Promise<Started | undefined> {
  if (runningPostmaster(layout.cluster) === undefined) return undefined
  const state = await settledPostmaster(layout.cluster)
  if (state === undefined) return undefined
  try {
    await ensureDatabase(state, password)
    log(`attached to the database server that an earlier process left running (process ${state.pid})`)
    return { state, firstTime: false }
  } catch {
    log(`stopping a database server that was left running and does not answer (process ${state.pid})`)
    await stopPostmaster(state.pid)
    return undefined
  }
}

/** Also the proof that the server answers to our password: made at the first start, looked up at the others. */
async function ensureDatabase(state: PostmasterState, password: string): Promise<void> {
  const client = new Client({
    connectionString: urlOf(state, password, 'postgres'),
    connectionTimeoutMillis: ATTACH_TIMEOUT_MS,
    query_timeout: ATTACH_TIMEOUT_MS,
  })
  // A server that goes away in between is reported by the query, not by an unhandled event.
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
