import { createAppsecService } from '@gatehouse/app-appsec'
import { createGuardService } from '@gatehouse/app-guard'
import { createRedteamService, type RedteamService } from '@gatehouse/app-redteam'
import { createLogger, type HttpServer } from '@gatehouse/http'
import { surviveUncaught } from '@gatehouse/kernel'
import { openPlatform, type Platform } from '@gatehouse/platform'
import { isLoopbackHost, type Settings } from '@gatehouse/settings'
import type { Io } from './command.ts'
import { startConsole, reportBuild, type RunningConsole } from './console/start.ts'
import { readSettings } from './settings.ts'
import { reportTo } from './uncaught.ts'
import { VERSION } from './version.ts'
import { workerProcess } from './worker/start.ts'

/** Services that one process can run. */
export const SERVICES = ['guard', 'appsec', 'redteam'] as const
export type ServiceName = (typeof SERVICES)[number]

interface Running {
  readonly name: ServiceName
  readonly url: string
  readonly server: HttpServer & Partial<Pick<RedteamService, 'makeFirstKey'>>
}

/** Address of the red team without authentication while other services of the process are public. */
const LOOPBACK = '127.0.0.1'

/**
 * Runs services until the process is stopped, then completes requests and closes everything in order.
 * @throws {Failure} with one line if a requirement is missing
 */
export async function serve(names: readonly ServiceName[], io: Io): Promise<void> {
  const started = performance.now()
  const settings = readSettings(io)
  const logger = createLogger({ service: 'gatehouse', stream: { write: (line) => void io.stderr.write(line) } })
  // Registered first, so that Ctrl-C during the database start is not lost.
  const stopped = io.untilStopped()
  const platform = await openPlatform(settings, logger)
  const running: Running[] = []
  let webConsole: RunningConsole | undefined
  const restore = surviveUncaught(reportTo(logger))
  try {
    for (const name of names) {
      // A single service rejects a disallowed address. Several services fall back to an allowed address.
      const host = names.length > 1 ? hostOf(name, settings) : settings.host
      running.push(await startService(name, host, settings, platform, io))
    }
    webConsole = await startConsole(running, settings, platform, logger, VERSION)
    const firstKey = await firstKeyOf(running)
    const addresses = [...running, ...(webConsole === undefined ? [] : [webConsole])]
    io.stdout.write(banner(addresses, settings, platform, Math.round(performance.now() - started), firstKey))
    void reportBuild(webConsole, io)
    const signal = await stopped
    io.stdout.write(`\n${signal}: waiting for open requests to finish …\n`)
  } finally {
    await Promise.all([webConsole?.close(), ...running.map(({ server }) => server.close())])
    await platform.close()
    restore()
  }
  io.stdout.write('stopped\n')
}

async function startService(
  name: ServiceName,
  host: string,
  settings: Settings,
  platform: Platform,
  io: Io,
): Promise<Running> {
  const logger = createLogger({ service: name, stream: { write: (line) => void io.stderr.write(line) } })
  const { create, port } = MAKERS[name]
  const server = create({
    platform,
    logger,
    version: VERSION,
    ...(name === 'appsec' && { startWorkerProcess: workerProcess(io, platform, logger) }),
  })
  try {
    const { url } = await server.listen({ host, port: settings[port] })
    return { name, url, server }
  } catch (failure) {
    // Background work would keep the process alive.
    await server.close()
    throw failure
  }
}

const MAKERS = {
  guard: { create: createGuardService, port: 'guardPort' },
  appsec: { create: createAppsecService, port: 'appsecPort' },
  redteam: { create: createRedteamService, port: 'redteamPort' },
} as const

/** Created only after all services listen: a key that is never displayed would be lost. */
async function firstKeyOf(running: readonly Running[]): Promise<string | undefined> {
  return running.find(({ name }) => name === 'redteam')?.server.makeFirstKey?.()
}

function hostOf(name: ServiceName, { host, redteamAuth }: Settings): string {
  return name === 'redteam' && redteamAuth === 'none' && !isLoopbackHost(host) ? LOOPBACK : host
}

const RED_TEAM_KEYS = {
  none: 'authentication is disabled: every user on this machine has admin access',
  api_key: 'API key required',
  oidc: 'API key or OpenID Connect token required',
} as const

function keysOf({ authEnabled }: Settings): string {
  return authEnabled
    ? 'tenant key required'
    : 'disabled: all calls use the tenant "default"; only this machine can connect'
}

function banner(
  running: readonly (Pick<Running, 'name' | 'url'> | RunningConsole)[],
  settings: Settings,
  platform: Platform,
  started_ms: number,
  firstKey: string | undefined,
): string {
  const lines = [`Gatehouse ${VERSION} started in ${(started_ms / 1_000).toFixed(1)} s`, '']
  for (const item of running) {
    const note = item.name !== 'console' ? `API docs: ${item.url}/docs` : item.builds ? 'building the page' : ''
    lines.push(`  ${item.name.padEnd(10)}${item.url}   ${note}`.trimEnd())
  }
  lines.push(
    `  ${'database'.padEnd(10)}${platform.embedded === undefined ? platform.store.place : `embedded PostgreSQL in ${settings.dataDir}`}`,
  )
  lines.push(`  ${'model'.padEnd(10)}${platform.model?.name ?? 'none; guards use local detection'}`)
  const names = new Set(running.map(({ name }) => name))
  if (names.has('guard') || names.has('appsec')) lines.push(`  ${'keys'.padEnd(10)}${keysOf(settings)}`)
  if (names.has('redteam')) lines.push(`  ${'red team'.padEnd(10)}${RED_TEAM_KEYS[settings.redteamAuth]}`)
  if (platform.adminKey.made !== undefined) {
    lines.push('', `  Admin key (shown once): ${platform.adminKey.made}`)
  }
  if (firstKey !== undefined) lines.push('', `  First admin key of the red-team service (shown once): ${firstKey}`)
  lines.push('', '  Stop with Ctrl-C.', '')
  return lines.join('\n')
}
