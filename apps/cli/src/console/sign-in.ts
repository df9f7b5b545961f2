import type { IncomingMessage, ServerResponse } from 'node:http'
import { cookiePairs, isOverTls } from '@gatehouse/http'
import { z } from 'zod'
import { answerJson, Refusal } from './answer.ts'
import { requestService, type ServiceAnswer, readBounded } from './ask.ts'
import { APPSEC_COOKIE, credentialsOf } from './forward.ts'
import { type Credentials, SECRET_CHARS_MAX } from './session.ts'
import { requestAs, callerHeaders, type StatePorts, stateOf } from './state.ts'
import type { Area } from './targets.ts'

/** Name of the service's signed-in device cookie. */
const DEVICE_COOKIE = 'gatehouse_device'
const BODY_BYTES_MAX = 16 * 1024
/** Characters that are valid in a header. */
const Key = z
  .string()
  .trim()
  .min(1)
  .max(SECRET_CHARS_MAX)
  .regex(/^[!-~]+$/)
const BODIES = {
  guard: z.strictObject({ key: Key.optional(), adminKey: Key.optional() }),
  redteam: z.strictObject({ key: Key }),
  appsec: z.looseObject({ register: z.boolean().default(false) }),
} as const

/**
 * Signs in at one service and returns the session state. Sends the credentials only to that service, and stores the result sealed in the
 * browser.
 * @throws {Refusal} with the service's message if it rejects them
 */
export async function signIn(
  area: Area,
  incoming: IncomingMessage,
  response: ServerResponse,
  ports: StatePorts,
): Promise<void> {
  const body = await bodyOf(area, incoming)
  const storedCredentials = await SIGN_INS[area](body, ports, incoming, response)
  // The state below is read as if the browser had already sent the new cookie.
  if (!ports.sessions.keep(response, area, storedCredentials, isOverTls(incoming.headers))) {
    throw new Refusal(400, 'invalid_request', 'The key or token is too long for a cookie.')
  }
  answerJson(response, 200, { signedIn: true })
}

/** Removes the browser's credential for a service, and ends the service's session if there is one. */
export async function signOut(
  area: Area,
  incoming: IncomingMessage,
  response: ServerResponse,
  { targets, sessions }: StatePorts,
): Promise<void> {
  const current = sessions.read(incoming, area)
  sessions.forget(response, area, isOverTls(incoming.headers))
  if (area === 'appsec' && current !== undefined) {
    // The cookie is removed in any case. If the service is unreachable, its session expires later.
    await requestService(targets.appsec, '/api/auth/logout', {
      method: 'POST',
      headers: credentialsOf({ area, held: current }),
    }).catch(() => undefined)
  }
  answerJson(response, 200, { signedIn: false })
}

/** Answers with the sign-in state of all services. */
export async function sendState(incoming: IncomingMessage, response: ServerResponse, ports: StatePorts): Promise<void> {
  answerJson(response, 200, await stateOf(incoming, response, ports))
}

type StoredCredentials = Omit<Credentials, 'until'>

const SIGN_INS: Readonly<
  Record<
    Area,
    (
      value: Record<string, unknown>,
      ports: StatePorts,
      incoming: IncomingMessage,
      response: ServerResponse,
    ) => Promise<StoredCredentials>
  >
> = {
  async guard(value, { targets, sessions }, incoming) {
    const { key, adminKey } = value as { key?: string; adminKey?: string }
    if (key === undefined && adminKey === undefined) {
      throw new Refusal(422, 'invalid_request', 'Enter a tenant key, the admin key, or both.')
    }
    if (key !== undefined) {
      const serviceAnswer = await requestAs('guard', targets.guard, '/v1/tenant/me', { key, until: 0 })
      if (serviceAnswer.status !== 403) refuseUnlessOk(serviceAnswer)
    }
    if (adminKey !== undefined) {
      refuseUnlessOk(await requestAs('guard', targets.guard, '/v1/admin/tenants?limit=1', { adminKey, until: 0 }))
    }
    const before = sessions.read(incoming, 'guard')
    return { ...keysOf(before), ...(key === undefined ? {} : { key }), ...(adminKey === undefined ? {} : { adminKey }) }
  },
  async redteam(value, { targets }) {
    const { key } = value as { key: string }
    refuseUnlessOk(await requestAs('redteam', targets.redteam, '/api/runs?limit=1', { key, until: 0 }))
    return { key }
  },
  async appsec({ register, ...body }, ports, incoming, response) {
    const path = register === true ? '/api/auth/register' : '/api/auth/login'
    const headers = { ...callerHeaders(incoming, ports), ...deviceHeader(incoming) }
    const serviceAnswer = await requestService(ports.targets.appsec, path, { method: 'POST', body, headers })
    refuseUnlessOk(serviceAnswer)
    passDevice(serviceAnswer, response)
    return { key: sessionOf(serviceAnswer) }
  },
}

function keysOf(current: Credentials | undefined): StoredCredentials {
  const { key, adminKey } = current ?? {}
  return { ...(key === undefined ? {} : { key }), ...(adminKey === undefined ? {} : { adminKey }) }
}

/** Returns only the cookie that identifies a known browser to the service. */
function deviceHeader({ headers: { cookie } }: IncomingMessage): { readonly cookie?: string } {
  const found = cookiePairs(cookie, DEVICE_COOKIE)
  return found.length === 0 ? {} : { cookie: found.join('; ') }
}

function passDevice({ headers }: ServiceAnswer, response: ServerResponse): void {
  for (const line of headers['set-cookie'] ?? []) {
    if (line.startsWith(`${DEVICE_COOKIE}=`)) response.appendHeader('set-cookie', line)
  }
}

/** Returns the session from the cookie of the application-security service. */
export function sessionOf({ headers }: ServiceAnswer): string {
  for (const line of headers['set-cookie'] ?? []) {
    const [pair = ''] = line.split(';')
    if (pair.startsWith(`${APPSEC_COOKIE}=`)) return pair.slice(APPSEC_COOKIE.length + 1)
  }
  throw new Refusal(502, 'unreachable', 'The service did not return a session.')
}

/** @throws {Refusal} with the service's status, code and message */
function refuseUnlessOk({ status, body }: ServiceAnswer): void {
  if (status >= 200 && status < 300) return
  const { error, detail, details } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const lines = [detail, details].flat().flatMap((item) => (typeof item === 'string' ? [item] : sentenceOf(item)))
  throw new Refusal(
    status,
    typeof error === 'string' ? error : 'refused',
    lines.length === 0 ? `The service returned status ${status}.` : lines.join(' '),
  )
}

function sentenceOf(item: unknown): string[] {
  const { path, message, msg } = (typeof item === 'object' && item !== null ? item : {}) as Record<string, unknown>
  const value = message ?? msg
  if (typeof value !== 'string') return []
  return [typeof path === 'string' && path !== '' ? `${path}: ${value}.` : `${value}.`]
}

async function bodyOf(area: Area, incoming: IncomingMessage): Promise<Record<string, unknown>> {
  const bytes = await readBounded(incoming, BODY_BYTES_MAX)
  try {
    return BODIES[area].parse(JSON.parse(bytes.toString('utf8')))
  } catch {
    throw new Refusal(422, 'invalid_request', 'Invalid sign-in request: unexpected fields for this service.')
  }
}
