import { openPage, type OpenPage } from '@gatehouse/app-console/page'
import type { Logger } from '@gatehouse/http'
import type { Platform } from '@gatehouse/platform'
import { isLoopbackHost, type Settings } from '@gatehouse/settings'
import type { Io } from '../command.ts'
import { openDocs } from './docs.ts'
import { modesOf } from './modes.ts'
import { createConsoleServer } from './server.ts'
import { AREAS, type Targets } from './targets.ts'

export interface RunningConsole {
  readonly name: 'console'
  readonly url: string
  /** Whether the page must be built first. */
  readonly builds: boolean
  readonly page: Pick<OpenPage, 'settled'>
  close(): Promise<void>
}

/** Address of the console while a service without authentication is on loopback. */
const LOOPBACK = '127.0.0.1'

/**
 * Starts the console beside the three services; undefined if it is disabled or a service is missing. Its page is built in the background
 * if necessary.
 * @throws {Failure} if its port is not available
 */
export async function startConsole(
  running: readonly { readonly name: string; readonly url: string }[],
  settings: Settings,
  { keys }: Pick<Platform, 'keys'>,
  logger: Logger,
  version: string,
): Promise<RunningConsole | undefined> {
  const targets = targetsOf(running)
  if (targets === undefined || !settings.consoleEnabled) return undefined
  const page = openPage()
  const server = createConsoleServer({
    targets,
    modes: modesOf(settings),
    keys,
    trustedProxies: settings.trustedProxies,
    page,
    docs: openDocs(),
    version,
    logger,
  })
  try {
    const { url } = await server.listen({ host: hostOf(settings), port: settings.consolePort })
    const builds = 'building' in page.state()
    const close = async (): Promise<void> => void (await Promise.all([server.close(), page.close()]))
    return { name: 'console', url, builds, page, close }
  } catch (failure) {
    await page.close()
    throw failure
  }
}

/** Reports when the page is built, or why it is not. */
export async function reportBuild(
  running: RunningConsole | undefined,
  { stdout, stderr }: Pick<Io, 'stdout' | 'stderr'>,
): Promise<void> {
  if (running?.builds !== true) return
  const state = await running.page.settled
  if ('failed' in state) stderr.write(`Console build failed: ${state.failed}\n`)
  else stdout.write(`  Console ready: ${running.url}\n`)
}

function targetsOf(running: readonly { readonly name: string; readonly url: string }[]): Targets | undefined {
  const urls = AREAS.map((area) => [area, running.find(({ name }) => name === area)?.url] as const)
  return urls.every(([, url]) => url !== undefined) ? (Object.fromEntries(urls) as Targets) : undefined
}

/** A service without authentication must not become public through the console. */
function hostOf({ host, redteamAuth }: Settings): string {
  return redteamAuth === 'none' && !isLoopbackHost(host) ? LOOPBACK : host
}
