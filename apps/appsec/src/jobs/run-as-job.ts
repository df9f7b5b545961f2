import { runUnit } from '@gatehouse/kernel'

/** A piece of work that has cost so many workers is the cause: the second of them did nothing else. */
export const ATTEMPTS_MAX = 2

/** Beginnings of the messages of scans that have cost so many workers. */
export const LOST = `${ATTEMPTS_MAX} workers stopped while`
export const FAILED = 'The scan failed permanently:'

/** An error that nothing has caught has ended a piece of work. */
export class Crash extends Error {}

/**
 * Runs a piece of work as the owner of the errors that nothing catches.
 * @throws {Crash} after the first of them: the work itself may never end
 */
export async function runAsJob(
  run: () => Promise<void>,
  report: (error: unknown, message: string) => void,
): Promise<void> {
  const crash = Promise.withResolvers<never>()
  const crashed = (error: unknown): void => {
    report(error, 'uncaught error in scan work')
    crash.reject(new Crash('uncaught error'))
  }
  await Promise.race([runUnit({ kind: 'job', service: 'appsec', crashed }, run), crash.promise])
}
