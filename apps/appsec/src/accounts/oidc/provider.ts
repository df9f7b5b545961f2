import { createHash, randomBytes } from 'node:crypto'
import { type Clock, type Egress, Failure, type Secret } from '@gatehouse/kernel'
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { z } from 'zod'

/** Somebody whom the provider has made out. */
export interface Identity {
  /** Issuer and subject, joined by a blank: the only name of a person that never changes. */
  readonly subject: string
  /** In lower case; absent where the provider has not verified that it is theirs. */
  readonly email?: string
  readonly name?: string
}

/** What must still be known when the browser comes back. */
export interface Attempt {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly redirectUri: string
}

/** The OpenID Connect provider of the deployment. Core 1.0, authorization code flow with PKCE (RFC 7636). */
export interface OidcProvider {
  /** @returns where the browser goes. @throws {Failure} `unavailable`, `egress_refused` */
  begin(redirectUri: string): Promise<{ readonly address: string; readonly attempt: Attempt }>
  /** @throws {Failure} `Unauthorized` for a code or an answer that proves nothing; `unavailable`, `egress_refused` */
  finish(code: string, attempt: Attempt): Promise<Identity>
}

export interface OidcSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: Secret | undefined
}

/** Ours: as long as the provider's own description of itself is believed. */
const KEPT_MS = 10 * 60_000
/** Ours: a provider that does not answer is left alone for so long. */
const FAILED_MS = 5_000
const TIMEOUT_MS = 10_000
const ANSWER_BYTES_MAX = 256 * 1_024
const RANDOM_BYTES = 32
/** Ours: how far clocks may be apart. */
const CLOCK_TOLERANCE_S = 60
/** Signatures by a key that the provider alone has: none by a shared secret, and `none` never. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

const Web = z.url({ protocol: /^https?$/ })
const Metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: Web,
  token_endpoint: Web,
  jwks_uri: Web,
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
})
type Metadata = z.infer<typeof Metadata>

const Keys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) })
const Tokens = z.looseObject({ id_token: z.string() })
const Claims = z.looseObject({
  sub: z.string().min(1).max(255),
  nonce: z.string(),
  azp: z.string().optional(),
  email: z.email().max(254).optional().catch(undefined),
  email_verified: z.boolean().optional().catch(undefined),
  name: z.string().max(100).optional().catch(undefined),
})

export function createOidcProvider(settings: OidcSettings, egress: Pick<Egress, 'fetch'>, clock: Clock): OidcProvider {
  const { issuer, clientId } = settings
  let held: { readonly metadata: Promise<Metadata>; until: number } | undefined

  async function answer(url: string, init: { method?: string; headers?: Record<string, string>; body?: string } = {}) {
    const response = await egress.fetch(url, {
      ...init,
      headers: { accept: 'application/json', ...init.headers },
      timeout_ms: TIMEOUT_MS,
      maxBytes: ANSWER_BYTES_MAX,
      maxRedirects: 0,
    })
    const body: unknown = await response.json().catch(() => undefined)
    return { isOk: response.ok, status: response.status, body }
  }

  async function read<T>(url: string, schema: z.ZodType<T>): Promise<T> {
    const { isOk, status, body } = await answer(url)
    const parsed = schema.safeParse(body)
    if (isOk && parsed.success) return parsed.data
    throw new Failure('unavailable', `The OpenID Connect provider answers ${status}, and not as one.`)
  }

  /** OpenID Connect Discovery 1.0 section 4. */
  function metadata(): Promise<Metadata> {
    if (held !== undefined && clock.now() < held.until) return held.metadata
    const found = read(`${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`, Metadata).then((said) => {
      // Section 4.3: what describes another issuer is nobody's.
      if (withoutSlash(said.issuer) === withoutSlash(issuer)) return said
      throw new Failure('unavailable', 'The OpenID Connect provider describes itself as another one.')
    })
    const mine = { metadata: found, until: clock.now() + KEPT_MS }
    held = mine
    found.catch(() => {
      mine.until = clock.now() + FAILED_MS
    })
    return found
  }

  async function idToken(code: string, { verifier, redirectUri }: Attempt): Promise<string> {
    const { token_endpoint, token_endpoint_auth_methods_supported: methods } = await metadata()
    const form = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirectUri })
    form.set('code_verifier', verifier)
    const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' }
    const secret = settings.clientSecret?.reveal()
    // RFC 6749 section 2.3.1: by Basic, unless the provider takes the body alone.
    if (secret !== undefined && (methods === undefined || methods.includes('client_secret_basic'))) {
      const pair = [clientId, secret].map(encodeURIComponent).join(':')
      headers['authorization'] = `Basic ${Buffer.from(pair).toString('base64')}`
    } else {
      form.set('client_id', clientId)
      if (secret !== undefined) form.set('client_secret', secret)
    }
    const { isOk, status, body } = await answer(token_endpoint, { method: 'POST', headers, body: form.toString() })
    if (status >= 500) throw new Failure('unavailable', `The OpenID Connect provider answers ${status}.`)
    const tokens = Tokens.safeParse(body)
    if (!isOk || !tokens.success) throw refused()
    return tokens.data.id_token
  }

  async function claimsOf(token: string, { nonce }: Attempt): Promise<z.infer<typeof Claims>> {
    const said = await metadata()
    // The shape of each key is the library's to judge.
    const keys = createLocalJWKSet((await read(said.jwks_uri, Keys)) as JSONWebKeySet)
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: said.issuer,
        audience: clientId,
        algorithms: ALGORITHMS,
        requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
        clockTolerance: CLOCK_TOLERANCE_S,
        currentDate: new Date(clock.now()),
      })
      const claims = Claims.parse(payload)
      // Core 1.0 section 3.1.3.7: a token for several is for us only where it says so.
      const isForUs =
        claims.azp === undefined ? !Array.isArray(payload.aud) || payload.aud.length === 1 : claims.azp === clientId
      if (claims.nonce !== nonce || !isForUs) throw refused()
      return claims
    } catch (cause) {
      throw cause instanceof Failure ? cause : refused(cause)
    }
  }

  return {
    async begin(redirectUri) {
      const { authorization_endpoint } = await metadata()
      const [state, nonce, verifier] = [random(), random(), random()]
      const address = new URL(authorization_endpoint)
      const asked = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value)
      return { address: address.href, attempt: { state, nonce, verifier, redirectUri } }
    },
    async finish(code, attempt) {
      const { sub, email, email_verified, name } = await claimsOf(await idToken(code, attempt), attempt)
      return {
        subject: `${withoutSlash(issuer)} ${sub}`,
        ...(email !== undefined && email_verified === true ? { email: email.toLowerCase() } : {}),
        ...(name === undefined || name.trim() === '' ? {} : { name: name.trim() }),
      }
    },
  }
}

function random(): string {
  return randomBytes(RANDOM_BYTES).toString('base64url')
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '')
}

function refused(cause?: unknown): Failure {
  return new Failure('Unauthorized', 'The OpenID Connect provider has not confirmed who you are.', { cause })
}
