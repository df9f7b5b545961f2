import { messageOf } from '@gatehouse/kernel'
import { type PostmasterState, stopPostmaster } from './postmaster.ts'
import { isRunning } from './process.ts'

/** Interval for checking whether the server has ended. */
const LOOK_INTERVAL_MS = 250

/** Maximum number of restarts. A server that fails more often has a permanent problem. */
const RESTARTS_MAX = 5
const RESTARTS_WINDOW_MS = 60_000

/** Server that restarts automatically when it is killed, for example by the out-of-memory killer. */
export interface SupervisedServer {
  readonly pid: () => number
  readonly stop: () => Promise<void>
}

/**
 * Watches a server, whether it is a child process or an attached one.
 * @param restart restarts it at the same address
 */
export function supervise(
  first: PostmasterState,
  restart: (previous: PostmasterState) => Promise<PostmasterState>,
  log: (line: string) => void,
): SupervisedServer {
  let current = first
  let reviving: Promise<void> | undefined
  let restarts: number[] = []

  async function revive(): Promise<void> {
    const now = Date.now()
    restarts = restarts.filter((time) => time > now - RESTARTS_WINDOW_MS)
    if (restarts.length >= RESTARTS_MAX) {
      clearInterval(timer)
      log(`the database server exited ${RESTARTS_MAX} times within a minute and will not be restarted`)
      return
    }
    restarts.push(now)
    log(`the database server (process ${current.pid}) exited unexpectedly and will be restarted`)
    try {
      current = await restart(current)
    } catch (error) {
      log(messageOf(error))
    }
  }

  const timer = setInterval(() => {
    if (reviving !== undefined || isRunning(current.pid)) return
    reviving = revive().finally(() => (reviving = undefined))
  }, LOOK_INTERVAL_MS)
  timer.unref()

  return {
    pid: () => current.pid,
    async stop() {
      clearInterval(timer)
      await reviving
      await stopPostmaster(current.pid)
    },
  }
}
