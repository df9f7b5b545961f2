import { spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '@gatehouse/kernel'
import type { Binaries } from './binaries.ts'
import { diskFull, folderFailure } from './folder.ts'
import { asServer, programFailure } from './initdb.ts'
import type { Layout } from './layout.ts'
import { exists, isRunning, mayBePostmaster, waitForExit } from './process.ts'
import { LOG_BYTES_MAX, SOCKET_PORT, START_TIMEOUT_MS, STOP_TIMEOUT_MS, settingArguments, TUNED } from './settings.ts'

const LOOPBACK = '127.0.0.1'

/** Poll interval for server readiness. */
const POLL_INTERVAL_MS = 5

/** Invalid process id. The largest id is 2^22 on Linux and smaller elsewhere. */
const IMPOSSIBLE_PID = 2_147_483_646

/** Another process may take a free port before the server binds it. */
const PORT_ATTEMPTS_MAX = 5

/** Retry interval of a start while sessions of a killed server are ending. */
const ORPHAN_INTERVAL_MS = 100

/** Maximum size of the log excerpt in the message of a failed start. */
const LOG_TAIL_BYTES = 8_192

/** Content of a server's `postmaster.pid`. */
export interface PostmasterState {
  readonly pid: number
  readonly port: number
  readonly socketFolder: string | undefined
  readonly host: string | undefined
  /** `starting`, `ready`, `stopping` or `standby`. */
  readonly status: string
}

/** Returns the running server of a cluster according to its pid file, or undefined. */
export function runningPostmaster(cluster: string): PostmasterState | undefined {
  const state = readState(cluster)
  return state !== undefined && isRunning(state.pid) && mayBePostmaster(state.pid, cluster) ? state : undefined
}

/** Waits while a server is starting or stopping. Returns undefined if it has ended. */
export async function settledPostmaster(cluster: string): Promise<PostmasterState | undefined> {
  // The server may be replaying its log. Stopping it would only repeat that at the next start.
  const deadline = Date.now() + START_TIMEOUT_MS
  let state = runningPostmaster(cluster)
  while (state !== undefined && state.status !== 'ready' && Date.now() < deadline) {
    await sleep(POLL_INTERVAL_MS)
    state = runningPostmaster(cluster)
  }
  return state
}

/**
 * Starts the server and waits until it accepts connections.
 * @param port additional loopback TCP port; by default TCP is used only if a Unix socket is not possible
 * @throws {Failure} with one line: port in use, disk full, or the server's log
 */
export async function startPostmaster(
  layout: Layout,
  binaries: Binaries,
  port: number | undefined,
  settings: Readonly<Record<string, string>>,
): Promise<PostmasterState> {
  const deadline = Date.now() + STOP_TIMEOUT_MS
  for (let attempt = 1; ; attempt += 1) {
    const tcpPort = port ?? (layout.socketFolder === undefined ? await freePort() : undefined)
    const outcome = await launch(layout, binaries, tcpPort, settings)
    if (outcome.ready !== undefined) return outcome.ready
    // Sessions of a killed server end within moments. Until then their files must not be accessed.
    if (/shared memory block .* is still in use/i.test(outcome.log) && Date.now() < deadline) {
      await sleep(ORPHAN_INTERVAL_MS)
      continue
    }
    const taken = tcpPort !== undefined && /Address already in use/i.test(outcome.log)
    if (taken && port !== undefined) {
      throw new Failure(
        'invalid_setting',
        `port ${port} for the embedded database is in use; choose another port or none`,
      )
    }
    if (!taken || attempt >= PORT_ATTEMPTS_MAX) throw startFailure(layout, outcome.log)
  }
}

/** Stops a server with a fast shutdown (sessions are ended, no data is lost), or an immediate shutdown after a timeout. */
export async function stopPostmaster(pid: number): Promise<void> {
  if (!signal(pid, 'SIGINT')) return
  if (await waitForExit(pid, STOP_TIMEOUT_MS)) return
  signal(pid, 'SIGQUIT')
  if (await waitForExit(pid, STOP_TIMEOUT_MS)) return
  throw new Failure('unavailable', `the database server (process ${pid}) did not stop`)
}

interface Launch {
  readonly ready: PostmasterState | undefined
  /** Server log when it did not become ready. */
  readonly log: string
}

async function launch(
  layout: Layout,
  binaries: Binaries,
  tcpPort: number | undefined,
  settings: Readonly<Record<string, string>>,
): Promise<Launch> {
  clearTraces(layout)
  const log = openLog(layout.logFile)
  const from = statSync(layout.logFile).size
  const args = ['-D', layout.cluster, ...settingArguments({ ...TUNED, ...addresses(layout, tcpPort), ...settings })]
  try {
    // A separate session: Ctrl-C in the terminal must not reach the server, which has to process the last writes.
    const child = spawn(binaries.postgres, args, { ...asServer(layout), detached: true, stdio: ['ignore', log, log] })
    const end: { done: boolean; error?: unknown } = { done: false }
    child.once('exit', () => (end.done = true))
    child.once('error', (error) => (end.error = error))
    child.unref()
    const deadline = Date.now() + START_TIMEOUT_MS
    while (!end.done && Date.now() < deadline) {
      if (end.error !== undefined) throw programFailure(end.error, binaries.postgres)
      const state = readState(layout.cluster)
      if (state !== undefined && state.pid === child.pid && state.status === 'ready') return { ready: state, log: '' }
      await sleep(POLL_INTERVAL_MS)
    }
    if (!end.done && child.pid !== undefined) await stopPostmaster(child.pid)
    return { ready: undefined, log: tail(layout.logFile, from) }
  } finally {
    closeSync(log)
  }
}

/**
 * Removes remains of a killed server. Must only be called while no server of this cluster runs. A pid file whose number belongs to a
 * zombie or another process would prevent the start. Its other lines let the new server detect writing sessions of the old server.
 * Therefore only the number is replaced by an impossible one.
 */
function clearTraces({ cluster, socketFolder }: Layout): void {
  const pidFile = join(cluster, 'postmaster.pid')
  const state = readState(cluster)
  if (state !== undefined && exists(state.pid)) {
    writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(/^\d+/, String(IMPOSSIBLE_PID)))
  }
  if (socketFolder === undefined) return
  for (const name of readdirSync(socketFolder)) {
    if (name.startsWith('.s.PGSQL.')) rmSync(join(socketFolder, name), { force: true })
  }
}

function addresses(layout: Layout, tcpPort: number | undefined): Record<string, string> {
  return {
    listen_addresses: tcpPort === undefined ? '' : LOOPBACK,
    port: String(tcpPort ?? SOCKET_PORT),
    unix_socket_directories: layout.socketFolder ?? '',
    unix_socket_permissions: '0700',
  }
}

/** Lines: pid, data directory, start time, port, socket folder, listen address, shared memory key, status. */
function readState(cluster: string): PostmasterState | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  return {
    pid: Math.abs(Number(lines[0])),
    port: Number(lines[3]),
    socketFolder: lines[4]?.trim() || undefined,
    host: lines[5]?.trim() || undefined,
    status: lines[7]?.trim() || 'starting',
  }
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): boolean {
  try {
    process.kill(pid, name)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw new Failure('unavailable', `the database server (process ${pid}) belongs to another user`, { cause: error })
  }
}

function openLog(path: string): number {
  try {
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LOG_BYTES_MAX) renameSync(path, `${path}.1`)
    return openSync(path, 'a', 0o600)
  } catch (error) {
    throw folderFailure(error, path)
  }
}

function tail(path: string, from: number): string {
  return readFileSync(path).subarray(from).subarray(-LOG_TAIL_BYTES).toString()
}

function startFailure(layout: Layout, log: string): Failure {
  if (/No space left on device/i.test(log)) return diskFull(layout.home)
  const line = log.split('\n').findLast((candidate) => /FATAL|PANIC/.test(candidate))
  const reason = line?.replace(/^.*?(FATAL|PANIC):\s*/, '') ?? 'it did not become ready in time'
  return new Failure('unavailable', `the database did not start: ${reason} (log: ${layout.logFile})`)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, LOOPBACK, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
