import type { Logger } from '@gatehouse/http'
import type { Clock } from '@gatehouse/kernel'
import type { Store } from '@gatehouse/store'
import { sweepApprovals } from '@gatehouse/store/agents'
import { sweepStoredRequests, sweepVault } from '@gatehouse/store/sealed'

/** Interval for the deletion of expired data. Reads ignore expired data. */
const SWEEP_MS = 3_600_000
/** Own limit: retention of a finished approval request. Its decision stays in the audit log. */
const APPROVALS_KEPT_MS = 30 * 86_400_000

export interface Sweeper {
  /** Stops the timer and waits for a running sweep. */
  close(): Promise<void>
}

interface Chore {
  readonly what: string
  readonly run: (now_ms: number) => Promise<number>
}

function choresOf(store: Store): readonly Chore[] {
  return [
    { what: 'expired vault values', run: (now_ms) => sweepVault(store, new Date(now_ms)) },
    {
      what: 'expired request contents',
      run: (now_ms) => sweepStoredRequests(store, new Date(now_ms)),
    },
    {
      what: 'approvals that ended long ago',
      run: (now_ms) => sweepApprovals(store, new Date(now_ms - APPROVALS_KEPT_MS)),
    },
  ]
}

/** Deletes expired data of all tenants every hour, even if one task fails. Concurrent instances skip each other's rows. */
export function startSweep(store: Store, clock: Clock, log: Logger, every_ms: number = SWEEP_MS): Sweeper {
  const chores = choresOf(store)
  let running: Promise<void> = Promise.resolve()
  const sweep = async (): Promise<void> => {
    for (const { what, run } of chores) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- housekeeping takes one connection, not three
        const swept = await run(clock.now())
        if (swept > 0) log.info({ swept }, `erased ${what}`)
      } catch (err) {
        log.warn({ err }, `deleting ${what} failed`)
      }
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
