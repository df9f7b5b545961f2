import type { Logger } from '@gatehouse/http'
import { type BackgroundWork, retryInBackground } from '@gatehouse/kernel'

/**
 * Seals secrets with the newest master key, beside the service. The database of a first start may not accept connections yet:
 * each failure is one line in the log, and is followed by another attempt.
 * @param what  which secrets, for the log
 */
export function resealInBackground(
  what: string,
  reseal: () => Promise<unknown>,
  log: Pick<Logger, 'info' | 'warn'>,
): BackgroundWork {
  return retryInBackground(reseal, {
    failed(reason, retry_ms) {
      if (retry_ms === undefined) log.warn({ reason }, `${what} were not sealed with the current master key`)
      else log.info({ reason, retry_ms }, `${what} are sealed with the current master key later`)
    },
  })
}
