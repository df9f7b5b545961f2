import { Failure } from '@gatehouse/kernel'
import { isLoopbackHost, type Settings } from '@gatehouse/settings'

/** Services and their port settings, in display order. */
const PORTS = { guard: 'guardPort', appsec: 'appsecPort', redteam: 'redteamPort', console: 'consolePort' } as const
type Name = keyof typeof PORTS

/** Own limit: below the usual ten seconds of container health checks. */
const ANSWER_MS_MAX = 5_000

interface Answer {
  readonly name: Name
  /** Undefined if the service is healthy. */
  readonly problem: string | undefined
}

type HealthSettings = Pick<Settings, 'host' | 'redteamAuth' | 'consoleEnabled' | (typeof PORTS)[Name]>

/**
 * Checks local services in parallel.
 * @param names services to check; empty: all
 * @throws {Failure} `invalid_setting` for an unknown service
 */
export async function checkServices(
  names: readonly string[],
  { settings, path }: { readonly settings: HealthSettings; readonly path: '/health' | '/ready' },
): Promise<readonly Answer[]> {
  const all = Object.keys(PORTS).filter((name) => name !== 'console' || settings.consoleEnabled)
  const requests = names.length === 0 ? all : names
  return Promise.all(
    requests.map(checkedName).map(async (name) => ({ name, problem: await problemOf(name, settings, path) })),
  )
}

function checkedName(name: string): Name {
  if (Object.hasOwn(PORTS, name)) return name as Name
  throw new Failure('invalid_setting', `Unknown service. Allowed: ${Object.keys(PORTS).join(', ')}.`)
}

async function problemOf(name: Name, settings: HealthSettings, path: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`http://${hostOf(name, settings)}:${settings[PORTS[name]]}${path}`, {
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    })
    await answer.body?.cancel()
    return answer.ok ? undefined : `responds with ${answer.status}`
  } catch {
    return 'does not respond'
  }
}

/** Returns the address of a local service. Listening on all addresses includes loopback. */
function hostOf(name: Name, { host, redteamAuth }: HealthSettings): string {
  // Without keys, the red team and the console listen only on loopback.
  if ((name === 'redteam' || name === 'console') && redteamAuth === 'none' && !isLoopbackHost(host)) return '127.0.0.1'
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
