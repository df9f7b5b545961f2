import type { platformEndpoints } from '@gatehouse/contracts'
import type { appsecEndpoints } from '@gatehouse/contracts/appsec'
import type { guardEndpoints } from '@gatehouse/contracts/guard'
import type { redteamEndpoints } from '@gatehouse/contracts/redteam'
import { APPSEC_ROWS, GUARD_ROWS, PLATFORM_ROWS, REDTEAM_ROWS } from './rows.gen.ts'
import type { RequestInput } from './request.ts'
import type { Rows } from './row.ts'
import { type Connection, send } from './send.ts'
import type { Calls, CallOptions } from './types.ts'

export type GuardClient = Calls<typeof guardEndpoints> & Calls<typeof platformEndpoints>
export type AppsecClient = Calls<typeof appsecEndpoints> & Calls<typeof platformEndpoints>
export type RedteamClient = Calls<typeof redteamEndpoints> & Calls<typeof platformEndpoints>

/** All options have defaults: `createGuardClient()` connects to a local Gatehouse without a key. */
export interface ClientOptions {
  /** For example `https://guard.example.org`; `''` for a page served by the service itself or by a proxy in front of it. */
  readonly baseUrl?: string
  /** API key of the service; a function if it can change. It is sent only to `baseUrl`. Redirects are not followed. */
  readonly apiKey?: string | (() => string | undefined)
  /** Admin key, for `platform` endpoints of the guard service. */
  readonly adminKey?: string | (() => string | undefined)
  /** Sent with each request, for example `X-Agent-Key`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Timeout of one attempt in milliseconds; default 60,000. */
  readonly timeout_ms?: number
  /**
   * Number of retries; default 2. Statuses 429 and 503 mean that the request was not processed. After a failed connection only GET, PUT
   * and DELETE are retried.
   */
  readonly retries?: number
  /** Replacement for the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch
}

const TIMEOUT_MS = 60_000
const RETRIES = 2

/** Creates a client of the guard service, by default at `http://127.0.0.1:4000`. */
export function createGuardClient(options: ClientOptions = {}): GuardClient {
  const connection = connectionTo(options, 'http://127.0.0.1:4000', (key) => ({ 'x-api-key': key }))
  return callsOf({ ...GUARD_ROWS, ...PLATFORM_ROWS }, connection) as GuardClient
}

/**
 * Creates a client of the application-security service, by default at `http://127.0.0.1:4100`. Without a key a browser page uses its
 * session cookie.
 */
export function createAppsecClient(options: ClientOptions = {}): AppsecClient {
  const connection = connectionTo(options, 'http://127.0.0.1:4100', (key) => ({ authorization: `Bearer ${key}` }))
  return callsOf({ ...APPSEC_ROWS, ...PLATFORM_ROWS }, connection) as AppsecClient
}

/** Creates a client of the red-team service, by default at `http://127.0.0.1:4200`. The key may be a token of the OpenID provider. */
export function createRedteamClient(options: ClientOptions = {}): RedteamClient {
  const connection = connectionTo(options, 'http://127.0.0.1:4200', (key) => ({ authorization: `Bearer ${key}` }))
  return callsOf({ ...REDTEAM_ROWS, ...PLATFORM_ROWS }, connection) as RedteamClient
}

function connectionTo(
  options: ClientOptions,
  baseUrl: string,
  headerOf: (key: string) => Readonly<Record<string, string>>,
): Connection {
  const { apiKey, adminKey, headers = {}, timeout_ms = TIMEOUT_MS, retries = RETRIES } = options
  return {
    baseUrl: checkedBase(options.baseUrl ?? baseUrl),
    headers: () => {
      const [key, admin] = [valueOf(apiKey), valueOf(adminKey)]
      return {
        ...headers,
        ...(key === undefined ? {} : headerOf(key)),
        ...(admin === undefined ? {} : { 'x-admin-key': admin }),
      }
    },
    // In browsers, `fetch` must not be called as a method of another object.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    timeout_ms,
    retries,
    sleep,
  }
}

const valueOf = (key: string | (() => string | undefined) | undefined): string | undefined =>
  typeof key === 'function' ? key() : key

/** @throws {TypeError} for an invalid service address */
function checkedBase(text: string): string {
  if (text === '' || text.startsWith('/')) return text.replace(/\/+$/, '')
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError('baseUrl is not of the form https://host:port, without a name, a password or a query.')
  }
  return text.replace(/\/+$/, '')
}

function callsOf(rows: Rows, connection: Connection): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [
      name,
      (requestInput?: RequestInput, options?: CallOptions) => send(connection, row, requestInput, options),
    ]),
  )
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal?.addEventListener('abort', end, { once: true })
  })
}
