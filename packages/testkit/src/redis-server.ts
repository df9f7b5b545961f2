import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** An idle machine starts one in 20 ms; this is for a busy one. */
const START_TIMEOUT_MS = 10_000
const PROBE_INTERVAL_MS = 20
const PROBE_TIMEOUT_MS = 500
const USUAL_PORT = 6379

/** Private Redis server of a test, on a Unix socket in a temporary folder, without persistence. */
export interface RedisServer {
  readonly url: string
  /** Kills the process like a power failure; `start` restarts an empty server at the same address. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Suspends the process while its connections stay open. */
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

/** Starts a private server; undefined without `redis-server` on the machine. */
export async function startRedis(): Promise<RedisServer | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-redis-'))
  const socket = join(folder, 'redis.sock')
  let child: ChildProcess | undefined
  const kill = async (): Promise<void> => {
    if (child === undefined) return
    const removed = once(child, 'exit')
    child.kill('SIGKILL')
    await removed
    child = undefined
  }
  const start = async (): Promise<void> => {
    child = await spawnServer(folder, socket)
  }
  const close = async (): Promise<void> => {
    await kill()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await start()
  } catch (cause) {
    await close()
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw cause
  }
  return {
    url: `unix://${socket}`,
    kill,
    start,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    close,
  }
}

/** Returns the address of an existing server: the given one, or the default port of this machine. */
export async function findRedis(text: string | undefined): Promise<string | undefined> {
  if (text !== undefined && text !== '') return text
  return (await answers({ host: '127.0.0.1', port: USUAL_PORT })) ? `redis://127.0.0.1:${USUAL_PORT}` : undefined
}

async function spawnServer(folder: string, socket: string): Promise<ChildProcess> {
  const child = spawn(
    'redis-server',
    ['--port', '0', '--unixsocket', socket, '--save', '', '--appendonly', 'no', '--dir', folder],
    { stdio: 'ignore' },
  )
  await once(child, 'spawn')
  const deadline_ms = Date.now() + START_TIMEOUT_MS
  while (!(await answers({ path: socket }))) {
    if (child.exitCode !== null || Date.now() > deadline_ms) {
      child.kill('SIGKILL')
      throw new Error('redis-server did not start')
    }
    await sleep(PROBE_INTERVAL_MS)
  }
  return child
}

/** Returns whether the server answers PONG. */
async function answers(place: { path: string } | { host: string; port: number }): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(place)
    const finish = (answer: boolean): void => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(PROBE_TIMEOUT_MS, () => finish(false))
    socket.on('error', () => finish(false))
    socket.on('connect', () => socket.write('PING\r\n'))
    socket.on('data', (chunk) => finish(chunk.toString('latin1').startsWith('+PONG')))
    socket.on('close', () => finish(false))
  })
}
