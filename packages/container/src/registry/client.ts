import { Failure } from '@gatehouse/kernel'
import type { Egress } from '@gatehouse/kernel/egress'
import { z } from 'zod'
import { parseChallenge, type Challenge } from './challenge.ts'
import type { RegistryCredentials } from './credentials.ts'
import { type ImageReference, registryAddress } from './reference.ts'

export interface RegistryOptions {
  readonly reference: ImageReference
  readonly egress: Pick<Egress, 'fetch'>
  readonly credentials?: RegistryCredentials | undefined
  readonly signal: AbortSignal
  /** Waits between attempts; default: a timer. */
  readonly sleep?: (ms: number) => Promise<void>
}

/** Request of a client. */
export interface RegistryRequest {
  /** Path below the repository, such as `manifests/1.4`. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly maxBytes: number
  readonly timeout_ms: number
}

/** Attempts of one request that a registry rejects temporarily. */
const ATTEMPTS_MAX = 5
const WAIT_MS_MAX = 60_000
const WAIT_MS_DEFAULT = 1_000
const TOKEN_BYTES_MAX = 256 * 1024
const TOKEN_MS_MAX = 30_000
const BUSY: ReadonlySet<number> = new Set([429, 502, 503, 504])

const Token = z.object({ token: z.string().optional(), access_token: z.string().optional() })

/**
 * Client of one repository.
 * @see https://github.com/opencontainers/distribution-spec/blob/v1.1.0/spec.md
 */
export class RegistryClient {
  readonly #options: RegistryOptions
  readonly #base: string
  #authorization: string | undefined
  #signingIn: Promise<string> | undefined

  constructor(options: RegistryOptions) {
    this.#options = options
    this.#base = registryAddress(options.reference)
  }

  /**
   * Sends a GET request. Signs in when the registry requests it, and waits when the registry is busy.
   * @throws {Failure} for any status other than 200 and 206; its text contains no credentials
   */
  async get(request: RegistryRequest): Promise<Response> {
    const { repository } = this.#options.reference
    const url = `${this.#base}/v2/${repository}/${request.path}`
    let isSignedIn = false
    for (let attempt = 1; ; attempt++) {
      const sent = this.#authorization
      const answer = await this.#fetch(url, request, sent)
      if (answer.ok) return answer
      await answer.body?.cancel()
      const challenge =
        answer.status === 401 && !isSignedIn ? parseChallenge(answer.headers.get('www-authenticate')) : undefined
      if (challenge !== undefined) {
        isSignedIn = true
        // Another request may have signed in meanwhile.
        if (this.#authorization === sent) this.#signingIn ??= this.#signIn(challenge)
        if (this.#signingIn !== undefined) this.#authorization = await this.#signingIn
        this.#signingIn = undefined
      } else if (BUSY.has(answer.status) && attempt < ATTEMPTS_MAX)
        await this.wait(answer.headers.get('retry-after'), attempt)
      else throw this.#refusal(answer.status, request.path)
    }
  }

  /** Waits before another attempt: as long as the registry requests, at most a minute. */
  async wait(retryAfter: string | null, attempt: number): Promise<void> {
    const { signal, sleep = timer } = this.#options
    const seconds = /^\d{1,6}$/.test(retryAfter ?? '')
      ? Number(retryAfter) * 1_000
      : WAIT_MS_DEFAULT * 2 ** (attempt - 1)
    await sleep(Math.min(seconds, WAIT_MS_MAX))
    signal.throwIfAborted()
  }

  #fetch(url: string, { headers, maxBytes, timeout_ms }: RegistryRequest, authorization: string | undefined) {
    const { egress, signal } = this.#options
    return egress.fetch(url, {
      // Digests are those of the stored bytes.
      headers: { 'accept-encoding': 'identity', ...headers, ...(authorization !== undefined && { authorization }) },
      maxBytes,
      timeout_ms,
      signal,
    })
  }

  async #signIn(challenge: Challenge): Promise<string> {
    const { credentials } = this.#options
    const isPassword = credentials !== undefined && 'username' in credentials
    const basic = isPassword
      ? `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`
      : undefined
    if (challenge.scheme === 'bearer') return `Bearer ${await this.#token(challenge, basic)}`
    if (basic !== undefined) return basic
    throw this.#refusal(401, '')
  }

  /** Requests a token for the repository from the service that the registry names. */
  async #token({ realm, service, scope }: Challenge, basic: string | undefined): Promise<string> {
    const { egress, signal, credentials, reference } = this.#options
    const url = URL.parse(realm)
    // Credentials must not leave an encrypted registry unencrypted.
    if (url === null || (url.protocol !== 'https:' && this.#base.startsWith('https:')))
      throw new Failure('unavailable', `The registry ${reference.host} names an invalid token service.`)
    const parameters = {
      ...(service !== undefined && { service }),
      scope: scope ?? `repository:${reference.repository}:pull`,
    }
    const common = { maxBytes: TOKEN_BYTES_MAX, timeout_ms: TOKEN_MS_MAX, maxRedirects: 0, signal }
    let answer: Response
    if (credentials !== undefined && 'identityToken' in credentials) {
      const form = {
        ...parameters,
        grant_type: 'refresh_token',
        client_id: 'gatehouse',
        refresh_token: credentials.identityToken,
      }
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      answer = await egress.fetch(url, {
        ...common,
        method: 'POST',
        headers,
        body: new URLSearchParams(form).toString(),
      })
    } else {
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      answer = await egress.fetch(url, { ...common, headers: basic === undefined ? {} : { authorization: basic } })
    }
    if (!answer.ok) throw this.#refusal(answer.status, '')
    const { token, access_token: accessToken } = Token.catch({}).parse(await answer.json().catch(() => undefined))
    const found = token ?? accessToken ?? ''
    if (/^[\x21-\x7e]+$/.test(found)) return found
    throw new Failure('unavailable', `The token service of the registry ${reference.host} returned no token.`)
  }

  #refusal(status: number, path: string): Failure {
    const { host, repository, version } = this.#options.reference
    if (status === 401 || status === 403) {
      const detail =
        this.#options.credentials === undefined ? 'Sign in with `docker login` first.' : 'Check the credentials.'
      return new Failure(
        'unavailable',
        `The registry ${host} denies access to ${repository} (HTTP ${status}). ${detail}`,
      )
    }
    if (status === 404) {
      const subject = path.startsWith('manifests/') ? version : path.replace(/^blobs\//, '')
      return new Failure('not_found', `The registry ${host} has no ${repository} ${subject}.`)
    }
    return new Failure('unavailable', `The registry ${host} responded with HTTP ${status}.`)
  }
}

function timer(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
