import { Failure } from '@gatehouse/kernel'
import { nearest } from './nearest.ts'
import { shown } from './shown.ts'
import { SETTINGS } from './table.ts'

/** Prefixes of Gatehouse. A misspelled name must not be ignored. */
const OWN_PREFIXES = ['GATEHOUSE_', 'GUARD_', 'SHIELD_', 'APPSEC_', 'REDTEAM_']
/** Shared prefixes. Only names similar to a setting count as misspelled. */
const SHARED_PREFIXES = ['MODEL_', 'OIDC_', 'CONSOLE_', 'MAIN_BRANCH_']
/** Variables of the services' clients (docs/spec/appsec.md, pre-commit). */
const CLIENT_NAMES = new Set(['GATEHOUSE_URL', 'GATEHOUSE_API_KEY', 'GATEHOUSE_FAIL_ON'])
/** Variables that Kubernetes adds for each Service. */
const SERVICE_LINK =
  /_SERVICE_HOST$|_SERVICE_PORT(?:_[A-Z0-9_]+)?$|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?$/

const names: ReadonlySet<string> = new Set(Object.values(SETTINGS).map((row) => row.name))

/** @throws {Failure} `invalid_setting` naming the first variable that resembles a setting but is none */
export function refuseUnknownNames(env: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(env)) {
    if (names.has(name) || CLIENT_NAMES.has(name) || value === undefined || isServiceLink(name, value)) continue
    const isOwn = startsWithAny(name, OWN_PREFIXES)
    if (!isOwn && !startsWithAny(name, SHARED_PREFIXES)) continue
    const meant = nearest(name, names)
    if (!isOwn && meant === undefined) continue
    const advice = meant === undefined ? '' : `; did you mean ${meant}?`
    throw new Failure('invalid_setting', `unknown setting ${shown(name)} in the environment${advice}`)
  }
}

function isServiceLink(name: string, value: string): boolean {
  return SERVICE_LINK.test(name) || (name.endsWith('_PORT') && /^(?:tcp|udp|sctp):\/\//.test(value))
}

function startsWithAny(name: string, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => name.startsWith(prefix))
}
