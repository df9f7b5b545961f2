import type { IncomingMessage, ServerResponse } from 'node:http'
import { FORWARDED_HEADER, isOverTls } from '@gatehouse/http'
import { requestService, type ServiceAnswer } from './ask.ts'
import { credentialsOf } from './forward.ts'
import type { Modes } from './modes.ts'
import type { Credentials, Sessions } from './session.ts'
import { AREAS, type Area, type Targets } from './targets.ts'

export interface StatePorts {
  readonly targets: Targets
  readonly modes: Modes
  readonly sessions: Sessions
  readonly version: string
  /** The address of a caller, sealed for the services. */
  readonly client: (incoming: IncomingMessage) => string
}

/** Status codes for an invalid or expired credential. */
const REFUSED = new Set([401, 403])

/** Queries the sign-in state of the services. Removes rejected credentials. An unreachable service changes nothing. */
export async function stateOf(
  incoming: IncomingMessage,
  response: ServerResponse,
  ports: StatePorts,
): Promise<Readonly<Record<string, unknown>>> {
  const [guard, appsec, redteam] = await Promise.all(AREAS.map((area) => areaState(area, incoming, response, ports)))
  return { version: ports.version, guard, appsec, redteam }
}

async function areaState(
  area: Area,
  incoming: IncomingMessage,
  response: ServerResponse,
  { targets, modes, sessions }: StatePorts,
): Promise<Readonly<Record<string, unknown>>> {
  const current = sessions.read(incoming, area)
  const origin = targets[area]
  const until = current === undefined ? undefined : new Date(current.until).toISOString()
  try {
    const state = await STATES[area](origin, current, modes)
    if (state.refused && current !== undefined) sessions.forget(response, area, isOverTls(incoming.headers))
    return { ...state.told, reachable: true, ...(until === undefined || state.refused ? {} : { until }) }
  } catch {
    return { reachable: false, signedIn: false, mode: area === 'appsec' ? 'accounts' : modes[area] }
  }
}

interface State {
  readonly refused: boolean
  readonly told: Readonly<Record<string, unknown>>
}

/** Path that keys with the scope runtime cannot access. */
const OF_SCOPE_ADMIN = '/v1/tenant/me/api-keys'

const STATES: Readonly<
  Record<Area, (origin: string, current: Credentials | undefined, modes: Modes) => Promise<State>>
> = {
  async guard(origin, current, { guard: mode }) {
    const isOpen = mode === 'open'
    const [tenant, keys, admin] = await Promise.all([
      isOpen || current?.key !== undefined ? requestAs('guard', origin, '/v1/tenant/me', current) : undefined,
      // Every tenant key can read its tenant, but only keys with the scope admin can read the tenant's keys.
      isOpen || current?.key !== undefined ? requestAs('guard', origin, OF_SCOPE_ADMIN, current) : undefined,
      current?.adminKey === undefined ? undefined : requestAs('guard', origin, '/v1/admin/tenants?limit=1', current),
    ])
    const isAdmin = admin?.status === 200
    const isTenant = tenant?.status === 200
    return {
      refused: wasRefused(current?.key, isTenant) || wasRefused(current?.adminKey, isAdmin),
      told: {
        mode,
        signedIn: isOpen || isTenant || isAdmin,
        tenant: isTenant,
        scope: keys?.status === 200 ? 'admin' : isTenant ? 'runtime' : null,
        tenantId: tenant?.status === 200 ? memberOf(tenant.body, 'tenant_id') : null,
        admin: isAdmin,
      },
    }
  },
  async appsec(origin, current) {
    const [methods, account] = await Promise.all([
      requestService(origin, '/api/auth/methods'),
      current === undefined ? undefined : requestAs('appsec', origin, '/api/auth/me', current),
    ])
    const signedIn = account?.status === 200
    return {
      refused: account !== undefined && REFUSED.has(account.status),
      told: { mode: 'accounts', signedIn, methods: methods.body, account: signedIn ? account.body : null },
    }
  },
  async redteam(origin, current, { redteam: mode }) {
    const config = await requestService(origin, '/api/auth-config')
    const isOpen = mode === 'none'
    const caller = current === undefined && !isOpen ? undefined : await requestAs('redteam', origin, '/api/me', current)
    const signedIn = isOpen || caller?.status === 200
    return {
      refused: current !== undefined && caller !== undefined && REFUSED.has(caller.status),
      told: {
        mode,
        signedIn,
        role: caller?.status === 200 ? memberOf(caller.body, 'role') : null,
        config: config.body,
      },
    }
  },
}

function wasRefused(key: string | undefined, isTaken: boolean): boolean {
  return key !== undefined && !isTaken
}

export function requestAs(
  area: Area,
  origin: string,
  path: string,
  current: Credentials | undefined,
): Promise<ServiceAnswer> {
  return requestService(origin, path, { headers: credentialsOf({ area, held: current }) })
}

function memberOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? ((body as Record<string, unknown>)[name] ?? null) : null
}

/** Returns headers that identify the client to a service with sign-in: the sealed address and the protocol. */
export function callerHeaders(
  incoming: IncomingMessage,
  { client }: Pick<StatePorts, 'client'>,
): Readonly<Record<string, string>> {
  const protocol = isOverTls(incoming.headers) ? { 'x-forwarded-proto': 'https' } : {}
  return { [FORWARDED_HEADER]: client(incoming), ...protocol }
}
