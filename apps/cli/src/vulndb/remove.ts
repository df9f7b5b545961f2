import { Failure } from '@gatehouse/kernel'
import { removeAdvisories } from '@gatehouse/sca/advisories'
import { EXIT, type Io } from '../command.ts'
import { counted } from '../terminal.ts'
import { ecosystemsOf } from './ecosystems.ts'
import { advisoryFolder } from './folder.ts'
import type { RemoveOptions } from './options.ts'

/**
 * Runs `gatehouse vulndb remove`.
 * @returns the exit code
 * @throws {Failure} `invalid_request` for an unknown ecosystem; failures of `removeAdvisories`
 */
export async function removeImported({ ecosystem, memory, ...options }: RemoveOptions, io: Io): Promise<number> {
  const folder = advisoryFolder(options.folder, io)
  const stop = new AbortController()
  void io
    .untilStopped()
    .then((signal) => stop.abort(new Failure('unavailable', `The removal was stopped by ${signal}.`)))
  let removed = 0
  for (const item of ecosystemsOf(ecosystem) ?? [undefined]) {
    removed += await removeAdvisories({ folder, ecosystem: item, memory_mb: memory, signal: stop.signal })
  }
  io.stdout.write(
    options.json === true
      ? `${JSON.stringify({ removed }, null, 2)}\n`
      : `${counted(removed, 'advisory', 'advisories')} removed from ${folder}.\n`,
  )
  return EXIT.ok
}
