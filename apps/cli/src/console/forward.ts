import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from 'node:http'
import { pipeline } from 'node:stream'
import { FORWARDED_HEADER } from '@gatehouse/http'
import { answerRefusal, DATA_POLICY, guardAnswer, Refusal } from './answer.ts'
import type { Credentials } from './session.ts'
import type { Area } from './targets.ts'

/** Request headers that are forwarded to a service. Cookies, keys, hosts, and proxy headers are not. */
const FORWARDED = new Set([
  'accept',
  'accept-language',
  'content-type',
  'content-length',
  'if-match',
  'if-none-match',
  'last-event-id',
  'mcp-protocol-version',
  'mcp-session-id',
  'range',
  'traceparent',
  'x-agent-id',
  'x-agent-key',
  'x-approval-request-id',
  'x-confirmation-token',
  'x-grant-id',
  'x-request-id',
  'x-session-id',
  'x-user-role',
])

/** Response headers that are not forwarded: cookies, redirects, and connection headers. */
const KEPT_BACK = new Set([
  'connection',
  'content-security-policy',
  'keep-alive',
  'location',
  'proxy-authenticate',
  'set-cookie',
  'strict-transport-security',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'www-authenticate',
])
/** Prefix of CORS headers. A service's CORS decisions do not apply to the console. */
const CROSS_ORIGIN = 'access-control-'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])
/** Session cookie of the application-security service. */
export const APPSEC_COOKIE = 'gatehouse_session'

export interface Forwarding {
  readonly area: Area
  /** The service's origin. */
  readonly origin: string
  /** Validated path and query. */
  readonly target: string
  readonly held: Credentials | undefined
  /** Sealed client address for the service. */
  readonly client: string
}

/** Streams a request to a service and its response back, and aborts one when the other ends. */
export function forward(incoming: IncomingMessage, response: ServerResponse, to: Forwarding): void {
  const { method = '' } = incoming
  if (!METHODS.has(method)) {
    answerRefusal(
      response,
      new Refusal(405, 'method_not_allowed', 'The console does not forward requests to this path.'),
    )
    return
  }
  const { hostname, port, host } = new URL(to.origin)
  const outgoing = request({
    // Sockets require IPv6 addresses without brackets.
    host: hostname.replace(/^\[|\]$/g, ''),
    port,
    method,
    path: to.target,
    headers: { ...headersOf(incoming), ...credentialsOf(to), [FORWARDED_HEADER]: to.client, host },
    agent: false,
  })
  const fail = (): void => {
    if (response.headersSent) response.destroy()
    else answerRefusal(response, new Refusal(502, 'unreachable', `The ${to.area} service does not respond.`))
  }
  outgoing.once('response', (answer) => {
    try {
      forwardAnswer(answer, response)
    } catch {
      // Thrown for an invalid status or header. An uncaught error would end the process.
      answer.destroy()
      for (const name of response.getHeaderNames()) response.removeHeader(name)
      fail()
    }
  })
  outgoing.once('upgrade', (_answer, socket) => {
    socket.destroy()
    fail()
  })
  outgoing.once('error', fail)
  response.once('close', () => {
    if (!response.writableFinished) outgoing.destroy()
  })
  if (hasBody(incoming)) pipeline(incoming, outgoing, () => undefined)
  else outgoing.end()
}

function forwardAnswer(answer: IncomingMessage, response: ServerResponse): void {
  for (const [name, value] of Object.entries(answer.headers)) {
    const isPassed = value !== undefined && !KEPT_BACK.has(name) && !name.startsWith(CROSS_ORIGIN)
    if (isPassed) response.setHeader(name, value)
  }
  guardAnswer(response, DATA_POLICY)
  if (!response.hasHeader('cache-control')) response.setHeader('cache-control', 'no-store')
  response.writeHead(answer.statusCode ?? 502)
  // Sent immediately, so that events are not delayed.
  response.flushHeaders()
  pipeline(answer, response, () => undefined)
}

function headersOf({ headers, socket }: IncomingMessage): OutgoingHttpHeaders {
  const sent: OutgoingHttpHeaders = { 'x-forwarded-for': forwardedFor(headers, socket.remoteAddress) }
  for (const [name, value] of Object.entries(headers)) if (FORWARDED.has(name)) sent[name] = value
  if (headers['transfer-encoding'] !== undefined) sent['transfer-encoding'] = 'chunked'
  return sent
}

/** Services trust this header only from configured proxies. */
function forwardedFor(headers: IncomingHttpHeaders, address = ''): string {
  const before = headers['x-forwarded-for']
  const chain = typeof before === 'string' && before.length < 500 ? `${before}, ` : ''
  return `${chain}${address}`
}

/** Returns the credential headers of each service. */
export function credentialsOf({ area, held }: Pick<Forwarding, 'area' | 'held'>): OutgoingHttpHeaders {
  const { key, adminKey } = held ?? {}
  switch (area) {
    case 'guard':
      return {
        ...(key === undefined ? {} : { 'x-api-key': key }),
        ...(adminKey === undefined ? {} : { 'x-admin-key': adminKey }),
      }
    case 'appsec':
      // The console has checked the origin. The service accepts cookies only with this header.
      return key === undefined ? {} : { cookie: `${APPSEC_COOKIE}=${key}`, 'sec-fetch-site': 'same-origin' }
    case 'redteam':
    default:
      return key === undefined ? {} : { authorization: `Bearer ${key}` }
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
