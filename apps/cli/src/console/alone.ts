import { openPage } from '@gatehouse/app-console/page'
import { createLogger } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import { openPlatform } from '@gatehouse/platform'
import { isLoopbackHost, type Settings } from '@gatehouse/settings'
import type { Io } from '../command.ts'
import { readSettings } from '../settings.ts'
import { VERSION } from '../version.ts'
import { openDocs } from './docs.ts'
import { modesOf } from './modes.ts'
import { createConsoleServer } from './server.ts'
import type { Targets } from './targets.ts'

/**
 * Serves only the console until the process is stopped. The services run elsewhere. The console uses their database and settings, which
 * define how users sign in.
 * @throws {Failure} with one line if a requirement is missing
 */
export async function serveConsole(io: Io): Promise<void> {
  const settings = readSettings(io)
  checkBind(settings)
  const logger = createLogger({ service: 'console', stream: { write: (line) => void io.stderr.write(line) } })
  const stopped = io.untilStopped()
  const platform = await openPlatform(settings, logger)
  const page = openPage()
  try {
    const server = createConsoleServer({
      targets: targetsOf(settings),
      modes: modesOf(settings),
      keys: platform.keys,
      trustedProxies: settings.trustedProxies,
      page,
      docs: openDocs(),
      version: VERSION,
      logger,
    })
    try {
      const { url } = await server.listen({ host: settings.host, port: settings.consolePort })
      io.stdout.write(`Gatehouse ${VERSION} console is up\n\n  ${'console'.padEnd(10)}${url}\n\n  Stop with Ctrl-C.\n`)
      io.stdout.write(`\n${await stopped}: waiting for open requests to finish …\n`)
    } finally {
      await server.close()
    }
  } finally {
    await page.close()
    await platform.close()
  }
  io.stdout.write('stopped\n')
}

/** @throws {Failure} `invalid_setting`: a service without authentication must not become public through the console */
function checkBind({ host, redteamAuth }: Settings): void {
  if (isLoopbackHost(host) || redteamAuth !== 'none') return
  throw new Failure(
    'invalid_setting',
    `GATEHOUSE_HOST=${host} is not a loopback address and REDTEAM_AUTH is none: set REDTEAM_AUTH=api_key or oidc`,
  )
}

function targetsOf(settings: Settings): Targets {
  const here = (port: number): string => `http://127.0.0.1:${port}`
  return {
    guard: settings.consoleGuardUrl ?? here(settings.guardPort),
    appsec: settings.consoleAppsecUrl ?? here(settings.appsecPort),
    redteam: settings.consoleRedteamUrl ?? here(settings.redteamPort),
  }
}
