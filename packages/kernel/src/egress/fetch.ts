import { Failure } from '../failure.ts'
import { boundedBody, discard } from './bounded-body.ts'
import { failureWithin, unreachable } from './explain.ts'
import type { PinnedAgent } from './pinned-agent.ts'
import { type EgressPolicy, checkUrl, WEB_SCHEMES } from './policy.ts'
import { nextRequest, REDIRECT_STATUSES } from './redirect.ts'

/** Defaults for API calls. */
export const EGRESS_BYTES_DEFAULT = 10 * 1024 * 1024
export const EGRESS_TIMEOUT_MS_DEFAULT = 30_000
export const EGRESS_REDIRECTS_DEFAULT = 5

export interface EgressInit {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>> | Headers
  /** In memory, so that a redirect can send it again. */
  readonly body?: string | Uint8Array
  readonly signal?: AbortSignal
  /** Maximum size of the response body after decompression. */
  readonly maxBytes?: number
  /** Total time: resolving, connecting, redirects and the last byte of the body. */
  readonly timeout_ms?: number
  /** 0 rejects any redirect. */
  readonly maxRedirects?: number
  /** `manual` returns the redirect to the caller; `follow` is the default. */
  readonly redirect?: 'follow' | 'manual'
  /** Without colon; by default http and https. */
  readonly schemes?: readonly string[]
}

/** Parts of a request that a redirect may change. */
export interface Hop {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  readonly body: string | Uint8Array | undefined
}

/** Connection headers, which callers cannot set. */
export const CONNECTION_HEADERS: readonly string[] = [
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'proxy-authorization',
]
/** The body is returned decompressed with unknown length, so that these headers would be wrong. */
const BODY_HEADERS = ['content-encoding', 'content-length', 'transfer-encoding']
/** Statuses of responses without body. */
const BODILESS_STATUSES = new Set([204, 205, 304])

export async function egressFetch(
  url: string | URL,
  init: EgressInit,
  policy: EgressPolicy,
  agent: PinnedAgent,
): Promise<Response> {
  const timeout_ms = init.timeout_ms ?? EGRESS_TIMEOUT_MS_DEFAULT
  const timeout = AbortSignal.timeout(timeout_ms)
  const signal = init.signal === undefined ? timeout : AbortSignal.any([timeout, init.signal])
  const redirectsMax = init.maxRedirects ?? EGRESS_REDIRECTS_DEFAULT
  const maxBytes = init.maxBytes ?? EGRESS_BYTES_DEFAULT
  let hop = firstHop(url, init)
  for (let redirects = 0; ; redirects += 1) {
    const { host } = checkUrl(hop.url, init.schemes ?? WEB_SCHEMES, policy)
    const explain = (cause: unknown): unknown => explained(cause, host, timeout, timeout_ms, init.signal)
    const answer = await send(hop, signal, agent).catch((cause: unknown) => Promise.reject(explain(cause)))
    const location = REDIRECT_STATUSES.has(answer.status) ? answer.headers.get('location') : null
    if (location === null || init.redirect === 'manual') {
      const tooLarge = new Failure('egress_refused', `the response from ${host} exceeds ${maxBytes} bytes`)
      return bounded(answer, hop.url, maxBytes, tooLarge, explain)
    }
    await discard(answer.body)
    if (redirects >= redirectsMax) {
      throw new Failure('egress_refused', `${host} exceeds ${redirectsMax} redirects`)
    }
    hop = nextRequest(hop, answer.status, location)
  }
}

function firstHop(url: string | URL, { method = 'GET', headers, body }: EgressInit): Hop {
  const own = new Headers(headers)
  for (const name of CONNECTION_HEADERS) own.delete(name)
  return { url: String(url), method: method.toUpperCase(), headers: own, body }
}

async function send(hop: Hop, signal: AbortSignal, agent: PinnedAgent): Promise<Response> {
  const { fetch } = await import('undici')
  return fetch(hop.url, {
    method: hop.method,
    headers: [...hop.headers],
    ...(hop.body === undefined ? {} : { body: hop.body }),
    redirect: 'manual',
    signal,
    dispatcher: await agent.agent(),
  })
}

function bounded(
  answer: Response,
  url: string,
  maxBytes: number,
  tooLarge: Failure,
  explain: (cause: unknown) => unknown,
): Response {
  const headers = new Headers([...answer.headers])
  const announced = Number(answer.headers.get('content-length') ?? 0)
  if (announced > maxBytes) {
    void discard(answer.body)
    throw tooLarge
  }
  // The platform's Response does not support these statuses. Some hosts send 999.
  if (answer.status < 200 || answer.status > 599) {
    void discard(answer.body)
    throw new Failure('unavailable', `${new URL(url).host} responded with invalid HTTP status ${answer.status}`)
  }
  for (const name of BODY_HEADERS) headers.delete(name)
  const hasBody = answer.body !== null && !BODILESS_STATUSES.has(answer.status)
  const body = hasBody ? boundedBody(answer.body, maxBytes, tooLarge, explain) : null
  const response = new Response(body, { status: answer.status, statusText: answer.statusText, headers })
  // The constructor leaves the URL empty, but callers need the final URL after redirects.
  Object.defineProperty(response, 'url', { value: url })
  return response
}

/** Converts a network error to a Failure that names the host; errors from the caller's own abort are unchanged. */
function explained(
  cause: unknown,
  host: string,
  timeout: AbortSignal,
  timeout_ms: number,
  own: AbortSignal | undefined,
): unknown {
  const refused = failureWithin(cause)
  if (refused !== undefined) return refused
  if (own?.aborted === true) return own.reason
  if (timeout.aborted) return new Failure('unavailable', `${host} did not respond within ${timeout_ms} ms`)
  return unreachable(cause, host)
}
