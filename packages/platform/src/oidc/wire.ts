import { type Clock, type Egress, Failure } from '@gatehouse/kernel'
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'

/** Ours: as long as the provider's own description of itself is believed. */
const KEPT_MS = 10 * 60_000
/** Ours: a provider that does not answer is left alone for so long. */
const FAILED_MS = 5_000
/** Ours: whoever sends tokens of keys that nobody has does not make us ask the provider more often. */
const KEYS_AGAIN_MS = 30_000
const TIMEOUT_MS = 10_000
const ANSWER_BYTES_MAX = 256 * 1_024
const KEYS_MAX = 100

/** Signatures by a key that the provider alone has: none by a shared secret, and `none` never. */
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

/** Ours: how far clocks may be apart. */
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

/** Asks the provider something; what is no JSON is undefined. */
export type Ask = (
  url: string,
  question?: Question,
) => Promise<{ readonly isOk: boolean; readonly status: number; readonly body: unknown }>

export function askBy(egress: Pick<Egress, 'fetch'>): Ask {
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

/** What an issuer says of itself, looked up now and then. OpenID Connect Discovery 1.0 section 4. */
export function rememberMetadata(issuer: string, ask: Ask, clock: Clock): () => Promise<Metadata> {
  let held: { readonly metadata: Promise<Metadata>; until: number } | undefined
  return () => {
    if (held !== undefined && clock.now() < held.until) return held.metadata
    const found = read(`${withoutSlash(issuer)}/.well-known/openid-configuration`, Metadata, ask).then((said) => {
      // Section 4.3: what describes another issuer is nobody's.
      if (withoutSlash(said.issuer) === withoutSlash(issuer)) return said
      throw new Failure('unavailable', 'The OpenID Connect provider reports a different issuer.')
    })
    const mine = { metadata: found, until: clock.now() + KEPT_MS }
    held = mine
    found.catch(() => {
      mine.until = clock.now() + FAILED_MS
    })
    return found
  }
}

/** The keys with which the provider signs, as they are now: people sign in seldom. */
export async function readKeys({ jwks_uri }: Metadata, ask: Ask): Promise<JWTVerifyGetKey> {
  // The shape of each key is the library's to judge.
  return createLocalJWKSet((await read(jwks_uri, Keys, ask)) as JSONWebKeySet)
}

/**
 * The keys of a provider for callers that come at every moment: kept for a while, and asked for anew when a token is signed by one
 * that is not among them.
 */
export function rememberKeys(metadata: () => Promise<Metadata>, ask: Ask, clock: Clock): JWTVerifyGetKey {
  let held: { readonly keys: Promise<JWTVerifyGetKey>; readonly at: number; until: number } | undefined
  const load = () => {
    const now = clock.now()
    const mine = { keys: metadata().then((said) => readKeys(said, ask)), at: now, until: now + KEPT_MS }
    held = mine
    mine.keys.catch(() => {
      mine.until = clock.now() + FAILED_MS
    })
    return mine
  }
  return async (header, token) => {
    const present = held !== undefined && clock.now() < held.until ? held : load()
    const keys = await present.keys
    try {
      return await keys(header, token)
    } catch (cause) {
      if (!(cause instanceof errors.JWKSNoMatchingKey) || clock.now() - present.at < KEYS_AGAIN_MS) throw cause
      // Of several that find the same key missing, one asks.
      const fresh = held === undefined || held === present ? load() : held
      return (await fresh.keys)(header, token)
    }
  }
}

export function withoutSlash(address: string): string {
  return address.replace(/\/$/, '')
}

async function read<T>(url: string, schema: z.ZodType<T>, ask: Ask): Promise<T> {
  const { isOk, status, body } = await ask(url)
  const parsed = schema.safeParse(body)
  if (isOk && parsed.success) return parsed.data
  throw new Failure('unavailable', `The OpenID Connect provider returned an unexpected response (status ${status}).`)
}
