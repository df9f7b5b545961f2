import type { Logger } from '@gatehouse/http'
import type { Clock } from '@gatehouse/kernel'
import { type Store, sweepKeptRequests, sweepVault } from '@gatehouse/store'

/** How often expired values are erased; reads do not see them in between. */
const SWEEP_MS = 3_600_000

export interface Sweeper {
  /** Waits for a sweep that runs, and starts no more. */
  close(): Promise<void>
}

/** Erases expired values and contents of requests of all tenants, every hour. Several instances may sweep at once: they skip each other's rows. */
export function startSweep(store: Store, clock: Clock, log: Logger, every_ms: number = SWEEP_MS): Sweeper {
  let running: Promise<void> = Promise.resolve()
  const sweep = async (): Promise<void> => {
    try {
      const swept = await sweepVault(store, new Date(clock.now()))
      if (swept > 0) log.info({ swept }, 'erased expired values from the vault')
      const kept = await sweepKeptRequests(store, new Date(clock.now()))
      if (kept > 0) log.info({ swept: kept }, 'erased contents of requests that were kept long enough')
    } catch (err) {
      log.warn({ err }, 'what has expired could not be erased')
    }
  }
  const timer = setInterval(() => {
    running = running.then(sweep)
  }, every_ms)
  timer.unref()
  return {
    close() {
      clearInterval(timer)
      return running
    },
  }
}
