import { startScanWorkerService } from '@gatehouse/app-appsec/worker'
import { createLogger } from '@gatehouse/http'
import { surviveUncaught } from '@gatehouse/kernel'
import { joinSupervision, openPlatform } from '@gatehouse/platform'
import type { Io } from '../command.ts'
import { readSettings } from '../settings.ts'
import { reportTo } from '../uncaught.ts'
import { VERSION } from '../version.ts'

/**
 * Processes scans until it is stopped: by its parent under `gatehouse up`, otherwise by a signal.
 * @throws {Failure} with one line if a requirement is missing
 */
export async function runWorker(io: Io): Promise<void> {
  const settings = readSettings(io)
  const logger = createLogger({ service: 'appsec', stream: { write: (line) => void io.stderr.write(line) } })
  const supervision = joinSupervision()
  const stopped = supervision?.stopped ?? io.untilStopped()
  const platform = await openPlatform(settings, logger)
  const restore = surviveUncaught(reportTo(logger))
  try {
    const worker = startScanWorkerService({
      platform,
      logger,
      version: VERSION,
      onEnded: ({ scanType, status, startedAt, completedAt, counts, gateResult }) =>
        supervision?.send({
          type: 'ended',
          scan: { scanType, status, startedAt, completedAt, counts, gateResult },
        }),
    })
    supervision?.onWake(worker.wake)
    supervision?.ready()
    logger.info({ pid: process.pid }, 'scan workers started')
    if (supervision === undefined) io.stdout.write('Gatehouse scan workers started. Stop with Ctrl-C.\n')
    const reason = await stopped
    logger.info({ reason }, 'scan workers stopping')
    await worker.close()
  } finally {
    restore()
    await platform.close()
    supervision?.leave()
  }
}
