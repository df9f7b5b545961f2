import { Failure } from '@gatehouse/kernel'
import type { Settings, SettingKey } from './resolve.ts'
import { SETTINGS } from './table.ts'

/** Own limit: an admin key that is reachable from a network must not be guessable. */
const REACHABLE_ADMIN_KEY_CHARS_MIN = 12
const PORTS = ['guardPort', 'appsecPort', 'redteamPort', 'consolePort'] as const
const NEEDED_TOGETHER: readonly (readonly [SettingKey, SettingKey])[] = [
  ['modelBaseUrl', 'modelName'],
  ['modelName', 'modelBaseUrl'],
  ['modelApiKey', 'modelBaseUrl'],
  ['modelPrice', 'modelName'],
  ['oidcIssuer', 'oidcClientId'],
  ['oidcClientId', 'oidcIssuer'],
  ['oidcClientSecret', 'oidcIssuer'],
  ['sigstoreFulcioUrl', 'sigstoreRekorUrl'],
  ['sigstoreRekorUrl', 'sigstoreTokenFile'],
  ['sigstoreTokenFile', 'sigstoreFulcioUrl'],
]

/** @throws {Failure} `invalid_setting` naming the conflicting settings */
export function checkTogether(settings: Settings): void {
  checkBind(settings)
  checkPorts(settings)
  for (const [text, needed] of NEEDED_TOGETHER) {
    if (settings[text] !== undefined && settings[needed] === undefined) {
      throw refusal(`${SETTINGS[text].name} is set, but ${SETTINGS[needed].name} is not: set both or neither`)
    }
  }
  if (settings.redteamAuth === 'oidc' && settings.oidcIssuer === undefined) {
    throw refusal('REDTEAM_AUTH=oidc requires OIDC_ISSUER and OIDC_CLIENT_ID')
  }
}

/** Returns whether the services can be reached only from this machine. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase()
  return name === 'localhost' || name === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name)
}

/**
 * Returns whether the service is in local mode: loopback bind and authentication off. Outbound calls may then use loopback destinations,
 * to scan and attack local servers.
 */
export function isLocalMode(settings: Pick<Settings, 'host' | 'authEnabled'>): boolean {
  return isLoopbackHost(settings.host) && !settings.authEnabled
}

function checkBind({ host, authEnabled, allowUnauthenticated, adminKey }: Settings): void {
  if (isLoopbackHost(host)) return
  if (!authEnabled && !allowUnauthenticated) {
    throw refusal(
      `GATEHOUSE_HOST=${host} is not a loopback address and authentication is disabled: set SHIELD_AUTH_ENABLED=true, ` +
        'or GATEHOUSE_ALLOW_UNAUTHENTICATED=true to accept the risk',
    )
  }
  if (adminKey !== undefined && adminKey.reveal().length < REACHABLE_ADMIN_KEY_CHARS_MIN) {
    throw refusal(
      `SHIELD_ADMIN_KEY must have at least ${REACHABLE_ADMIN_KEY_CHARS_MIN} characters when GATEHOUSE_HOST is not loopback`,
    )
  }
}

function checkPorts(settings: Settings): void {
  const takenBy = new Map<number, string>()
  for (const key of PORTS) {
    const port = settings[key]
    const other = takenBy.get(port)
    if (port !== 0 && other !== undefined) {
      throw refusal(`${other} and ${SETTINGS[key].name} are both ${port}: each service needs its own port`)
    }
    takenBy.set(port, SETTINGS[key].name)
  }
}

function refusal(sentence: string): Failure {
  return new Failure('invalid_setting', sentence)
}
