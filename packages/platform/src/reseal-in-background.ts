import type { Logger } from '@gatehouse/http'
import { type BackgroundWork, retryInBackground } from '@gatehouse/kernel'

/**
 * Re-encrypts secrets with the newest master key in the background. At a first start the database may not accept connections yet, so that
 * failures are logged and retried.
 * @param what kind of secrets, for the log
 */
export function resealInBackground(
  what: string,
  reseal: () => Promise<unknown>,
  log: Pick<Logger, 'info' | 'warn'>,
): BackgroundWork {
  return retryInBackground(reseal, {
    failed(reason, retry_ms) {
      if (retry_ms === undefined) log.warn({ reason }, `${what} were not sealed with the current master key`)
      else log.info({ reason, retry_ms }, `${what} will be sealed with the current master key later`)
    },
  })
}
