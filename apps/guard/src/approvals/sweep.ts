import type { Logger } from '@gatehouse/http'
import type { Clock } from '@gatehouse/kernel'
import { type Store, sweepApprovals } from '@gatehouse/store'
import type { Sweeper } from '../vault/sweep.ts'

const SWEEP_MS = 3_600_000
/** Ours: how long a request can be read after it is over. What was decided stays in the audit log. */
export const KEPT_MS = 30 * 86_400_000

/** Removes requests of all tenants that were over long ago. Several instances may sweep at once. */
export function startApprovalSweep(store: Store, clock: Clock, log: Logger, every_ms: number = SWEEP_MS): Sweeper {
  let running: Promise<void> = Promise.resolve()
  const sweep = async (): Promise<void> => {
    try {
      const swept = await sweepApprovals(store, new Date(clock.now() - KEPT_MS))
      if (swept > 0) log.info({ swept }, 'removed approvals that were over long ago')
    } catch (err) {
      log.warn({ err }, 'approvals could not be swept')
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
