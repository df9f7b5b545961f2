import type { TargetAuth } from '@gatehouse/contracts/redteam'
import { call, orAborted, type Wire } from './call.ts'
import { parseJson } from './json.ts'
import { readPath } from './paths.ts'
import { readBody } from './read-answer.ts'
import { problemOf, TargetError } from './target-error.ts'

/** Tokens are renewed this long before their expiry: a token must outlive its request. Own limit. */
const MARGIN_MS = 30_000
/** Default when the server states no lifetime. RFC 6749 section 5.1 leaves it open. */
const LIFETIME_S_DEFAULT = 300
const TOKEN_UNITS_MAX = 16_384
/** Maximum number of remembered tokens that sessions may still use. Own limit. */
const GIVEN_MAX = 4

/** Authenticates requests to the target. */
export interface Authorizer {
  /** Adds credentials to a request. @throws {TargetError} when no token is issued */
  readonly apply: (url: URL, headers: Record<string, string>, signal: AbortSignal) => Promise<void>
  /** Reports that the target rejected the last credentials. @returns whether new ones can be requested */
  readonly refused: (headers: Readonly<Record<string, string>>) => boolean
  /** Returns the recently issued tokens: they are redacted in replies. */
  readonly given: () => readonly string[]
}

/** @param wire  connection to the token server; sessions of one target share its answer */
export function createAuthorizer(auth: TargetAuth | undefined, wire: Wire): Authorizer {
  const fixed = (apply: (url: URL, headers: Record<string, string>) => void): Authorizer => ({
    apply: async (url, headers) => apply(url, headers),
    refused: () => false,
    given: () => [],
  })
  switch (auth?.type) {
    case undefined:
      return fixed(() => {})
    case 'bearer':
      return fixed((_, headers) => void (headers['authorization'] = `Bearer ${auth.token}`))
    case 'basic':
      return fixed((_, headers) => void (headers['authorization'] = basic(auth.username, auth.password)))
    case 'api_key':
      return fixed((url, headers) => {
        if (auth.in === 'query') url.searchParams.set(auth.name, auth.value)
        else headers[auth.name.toLowerCase()] = auth.value
      })
    case 'oauth2_client_credentials':
      return oauth(auth, wire)
    default:
      return auth satisfies never
  }
}

export function basic(name: string, password: string): string {
  return `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`
}

type Credentials = Extract<TargetAuth, { type: 'oauth2_client_credentials' }>

interface Flight {
  readonly token: Promise<string>
  readonly stop: AbortController
  waiting: number
}

function oauth(auth: Credentials, wire: Wire): Authorizer {
  let held: { readonly token: string; readonly until: number } | undefined
  let flight: Flight | undefined
  let given: readonly string[] = []
  const fetchToken = async (signal: AbortSignal): Promise<string> => {
    const { token, lifetime_s } = await requestToken(auth, wire, signal)
    given = [token, ...given].slice(0, GIVEN_MAX)
    held = { token, until: performance.now() + lifetime_s * 1_000 - Math.min(MARGIN_MS, lifetime_s * 500) }
    return token
  }
  const token = async (signal: AbortSignal): Promise<string> => {
    if (held !== undefined && held.until > performance.now()) return held.token
    if (flight === undefined) {
      const stop = new AbortController()
      const begun: Flight = { stop, waiting: 0, token: fetchToken(stop.signal) }
      const land = (): void => {
        if (flight === begun) flight = undefined
      }
      begun.token.then(land, land)
      flight = begun
    }
    const mine = flight
    mine.waiting += 1
    try {
      return await orAborted(mine.token, signal)
    } finally {
      mine.waiting -= 1
      // No caller waits for it any more.
      if (mine.waiting === 0) mine.stop.abort(new TargetError('aborted', 'The token request is no longer needed.'))
      if (mine.waiting === 0 && flight === mine) flight = undefined
    }
  }
  return {
    async apply(_, headers, signal) {
      headers['authorization'] = `Bearer ${await token(signal)}`
    },
    refused(headers) {
      // Another session may already have a newer token.
      if (held !== undefined && headers['authorization'] === `Bearer ${held.token}`) held = undefined
      return true
    },
    given: () => given,
  }
}

/** RFC 6749 section 4.4, with the client's name and secret in the header, and in the body for servers that want that. */
async function requestToken(
  auth: Credentials,
  wire: Wire,
  signal: AbortSignal,
): Promise<{ readonly token: string; readonly lifetime_s: number }> {
  const form = new URLSearchParams({ grant_type: 'client_credentials' })
  if (auth.scope !== undefined) form.set('scope', auth.scope)
  if (auth.audience !== undefined) form.set('audience', auth.audience)
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
  const encoded = basic(encodeURIComponent(auth.clientId), encodeURIComponent(auth.clientSecret))
  const ask = (body: URLSearchParams, more: Record<string, string>) =>
    call(
      { url: auth.tokenUrl, method: 'POST', headers: { ...headers, ...more }, body: body.toString() },
      wire,
      signal,
      async (attempt) => ({ status: attempt.answer.status, text: await readBody(attempt) }),
    )
  let answer = await ask(form, { authorization: encoded })
  if (answer.status === 400 || answer.status === 401) {
    form.set('client_id', auth.clientId)
    form.set('client_secret', auth.clientSecret)
    answer = await ask(form, {})
  }
  const { status, text } = answer
  if (status >= 300) {
    const problem = problemOf(status)
    throw new TargetError(
      problem === 'client_error' || problem === undefined ? 'unauthorized' : problem,
      `The token server returned HTTP status ${status}.`,
      status,
    )
  }
  const value = parseJson(text)?.value
  const token = readPath(value, 'access_token')
  if (typeof token !== 'string' || !/^[\u0021-\u007e]+$/.test(token) || token.length > TOKEN_UNITS_MAX) {
    throw new TargetError('unauthorized', 'The response of the token server has no access_token.')
  }
  const lifetime_s = Number(readPath(value, 'expires_in') ?? LIFETIME_S_DEFAULT)
  return { token, lifetime_s: Number.isFinite(lifetime_s) && lifetime_s > 0 ? lifetime_s : LIFETIME_S_DEFAULT }
}
