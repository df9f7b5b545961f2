import { createAppsecService } from '@gatehouse/app-appsec'
import { createGuardService } from '@gatehouse/app-guard'
import { createLogger, type HttpServer } from '@gatehouse/http'
import { openPlatform, type Platform } from '@gatehouse/platform'
import type { Settings } from '@gatehouse/settings'
import type { Io } from './command.ts'
import { readSettings } from './settings.ts'
import { VERSION } from './version.ts'

/** The services that one process can run. */
export const SERVICES = ['guard', 'appsec'] as const
export type ServiceName = (typeof SERVICES)[number]

interface Running {
  readonly name: ServiceName
  readonly url: string
  readonly server: HttpServer
}

/**
 * Runs services until the process is told to stop, then lets requests finish and closes everything in order.
 * @throws {Failure} with one line when something needed cannot be had
 */
export async function serve(names: readonly ServiceName[], io: Io): Promise<void> {
  const started = performance.now()
  const settings = readSettings(io)
  const logger = createLogger({ service: 'gatehouse', stream: { write: (line) => void io.stderr.write(line) } })
  // Asked for first, so that Ctrl-C while the database starts is not lost.
  const stopped = io.untilStopped()
  const platform = await openPlatform(settings, logger)
  const running: Running[] = []
  try {
    for (const name of names) running.push(await startService(name, settings, platform, io))
    io.stdout.write(banner(running, settings, platform, Math.round(performance.now() - started)))
    const signal = await stopped
    io.stdout.write(`\n${signal}: letting requests finish …\n`)
  } finally {
    await Promise.all(running.map(({ server }) => server.close()))
    await platform.close()
  }
  io.stdout.write('stopped\n')
}

async function startService(name: ServiceName, settings: Settings, platform: Platform, io: Io): Promise<Running> {
  const logger = createLogger({ service: name, stream: { write: (line) => void io.stderr.write(line) } })
  const { create, port } = MAKERS[name]
  const server = create({ platform, logger, version: VERSION })
  const { url } = await server.listen({ host: settings.host, port: settings[port] })
  return { name, url, server }
}

const MAKERS = {
  guard: { create: createGuardService, port: 'guardPort' },
  appsec: { create: createAppsecService, port: 'appsecPort' },
} as const

function banner(running: readonly Running[], settings: Settings, platform: Platform, started_ms: number): string {
  const lines = [`Gatehouse ${VERSION} is up after ${(started_ms / 1_000).toFixed(1)} s`, '']
  for (const { name, url } of running) lines.push(`  ${name.padEnd(10)}${url}   interface: ${url}/docs`)
  lines.push(
    `  ${'database'.padEnd(10)}${platform.embedded === undefined ? platform.store.place : `embedded PostgreSQL in ${settings.dataDir}`}`,
  )
  lines.push(`  ${'model'.padEnd(10)}${platform.model?.name ?? 'none; guards use their local methods'}`)
  lines.push(
    `  ${'keys'.padEnd(10)}${settings.authEnabled ? 'tenant keys are required' : 'off: every call acts for the tenant "default", from this machine only'}`,
  )
  if (platform.adminKey.made !== undefined) {
    lines.push('', `  Admin key, shown this once: ${platform.adminKey.made}`)
  }
  lines.push('', '  Stop with Ctrl-C.', '')
  return lines.join('\n')
}
