import { type Clock, Failure } from '@gatehouse/kernel'
import { type Egress } from '@gatehouse/kernel/egress'
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'

/** Own limit for caching the provider's metadata. */
const KEPT_MS = 10 * 60_000
/** Own limit: pause after a failed request to the provider. */
const FAILED_MS = 5_000
/** Own limit: tokens with unknown keys must not cause frequent requests to the provider. */
const KEYS_AGAIN_MS = 30_000
const TIMEOUT_MS = 10_000
const ANSWER_BYTES_MAX = 256 * 1_024
const KEYS_MAX = 100

/** Asymmetric algorithms only: no shared secrets, and never `none`. */
export const SIGNATURE_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]

/** Own limit for clock skew. */
export const CLOCK_TOLERANCE_S = 60

const Web = z.url({ protocol: /^https?$/ })
const Metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: Web,
  token_endpoint: Web,
  jwks_uri: Web,
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
})
/** How a provider describes itself. OpenID Connect Discovery 1.0 section 3. */
export type Metadata = z.infer<typeof Metadata>

const Keys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(KEYS_MAX) })

interface Question {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Sends a request to the provider; undefined for answers other than JSON. */
export type SendOidc = (
  url: string,
  question?: Question,
) => Promise<{ readonly isOk: boolean; readonly status: number; readonly body: unknown }>

export function oidcSender(egress: Pick<Egress, 'fetch'>): SendOidc {
  return async (url, question = {}) => {
    const response = await egress.fetch(url, {
      ...question,
      headers: { accept: 'application/json', ...question.headers },
      timeout_ms: TIMEOUT_MS,
      maxBytes: ANSWER_BYTES_MAX,
      maxRedirects: 0,
    })
    const body: unknown = await response.json().catch(() => undefined)
    return { isOk: response.ok, status: response.status, body }
  }
}

/** Returns a function that loads an issuer's metadata and caches it. OpenID Connect Discovery 1.0 section 4. */
export function rememberMetadata(issuer: string, ask: SendOidc, clock: Clock): () => Promise<Metadata> {
  let current: { readonly metadata: Promise<Metadata>; until: number } | undefined
  return () => {
    if (current !== undefined && clock.now() < current.until) return current.metadata
    const found = read(`${withoutSlash(issuer)}/.well-known/openid-configuration`, Metadata, ask).then((result) => {
      // Section 4.3: metadata of another issuer is invalid.
      if (withoutSlash(result.issuer) === withoutSlash(issuer)) return result
      throw new Failure('unavailable', 'The OpenID Connect provider reports a different issuer.')
    })
    const mine = { metadata: found, until: clock.now() + KEPT_MS }
    current = mine
    found.catch(() => {
      mine.until = clock.now() + FAILED_MS
    })
    return found
  }
}

/** Loads the provider's current signing keys without a cache: sign-ins are rare. */
export async function readKeys({ jwks_uri }: Metadata, ask: SendOidc): Promise<JWTVerifyGetKey> {
  // The library validates each key.
  return createLocalJWKSet((await read(jwks_uri, Keys, ask)) as JSONWebKeySet)
}

/** Caches the keys of a provider. Reloads them periodically, and when an unknown key has signed a token. */
export function rememberKeys(metadata: () => Promise<Metadata>, ask: SendOidc, clock: Clock): JWTVerifyGetKey {
  let current: { readonly keys: Promise<JWTVerifyGetKey>; readonly at: number; until: number } | undefined
  const load = () => {
    const now = clock.now()
    const mine = { keys: metadata().then((result) => readKeys(result, ask)), at: now, until: now + KEPT_MS }
    current = mine
    mine.keys.catch(() => {
      mine.until = clock.now() + FAILED_MS
    })
    return mine
  }
  return async (header, token) => {
    const present = current !== undefined && clock.now() < current.until ? current : load()
    const keys = await present.keys
    try {
      return await keys(header, token)
    } catch (cause) {
      if (!(cause instanceof errors.JWKSNoMatchingKey) || clock.now() - present.at < KEYS_AGAIN_MS) throw cause
      // Concurrent calls with the same missing key share one reload.
      const fresh = current === undefined || current === present ? load() : current
      return (await fresh.keys)(header, token)
    }
  }
}

export function withoutSlash(address: string): string {
  return address.replace(/\/$/, '')
}

async function read<T>(url: string, schema: z.ZodType<T>, ask: SendOidc): Promise<T> {
  const { isOk, status, body } = await ask(url)
  const parsed = schema.safeParse(body)
  if (isOk && parsed.success) return parsed.data
  throw new Failure('unavailable', `The OpenID Connect provider returned an unexpected response (status ${status}).`)
}
