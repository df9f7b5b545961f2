import { type Clock, Failure } from '@gatehouse/kernel'
import { type Egress } from '@gatehouse/kernel/egress'
import { createLocalJWKSet, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'

/** Fetches and caches the signing keys of issuers. */
export interface IssuerKeys {
  /**
   * @param isFresh set to fetch again after an unknown key id
   * @throws {Failure} `unavailable` if the keys cannot be fetched
   */
  keysOf(issuer: Issuer, isFresh?: boolean): Promise<JWTVerifyGetKey>
}

export interface Issuer {
  readonly issuer: string
  readonly jwks_url?: string | undefined
}

/** Own limit: cache time of keys. After a key rotation, old keys stay valid for the lifetime of tokens. */
const KEPT_MS = 10 * 60_000
/** Own limit: minimum interval between fetches because of unknown keys in tokens. */
const AGAIN_MS = 30_000
const ISSUERS_MAX = 200
const TIMEOUT_MS = 5_000
const DOCUMENT_BYTES_MAX = 256 * 1_024
const KEYS_MAX = 100

const KeySet = z.object({
  keys: z
    .array(z.looseObject({ kty: z.string() }))
    .min(1)
    .max(KEYS_MAX),
})
const Metadata = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) })

/** Own limit: pause after an issuer did not respond, which also limits waiting. */
const FAILED_MS = 5_000

interface Held {
  readonly keys: Promise<JWTVerifyGetKey>
  readonly at: number
  /** Time of the last fetch because of an unknown key. */
  again: number
  hasFailed: boolean
}

export function createIssuerKeys(egress: Pick<Egress, 'fetch'>, clock: Clock): IssuerKeys {
  const entries = new Map<string, Held>()

  async function document(url: string): Promise<unknown> {
    const response = await egress.fetch(url, {
      headers: { accept: 'application/json' },
      timeout_ms: TIMEOUT_MS,
      maxBytes: DOCUMENT_BYTES_MAX,
      maxRedirects: 0,
    })
    if (!response.ok) throw new Failure('unavailable', `The token issuer returned status ${response.status}.`)
    return response.json()
  }

  async function fetched(issuer: Issuer): Promise<JWTVerifyGetKey> {
    try {
      const url = issuer.jwks_url ?? (await keysAddress(issuer.issuer, document))
      const keys = KeySet.parse(await document(url))
      return createLocalJWKSet(keys)
    } catch (cause) {
      if (cause instanceof Failure && cause.code === 'unavailable') throw cause
      throw new Failure('unavailable', "The token issuer's keys cannot be read.", { cause })
    }
  }

  function hold(id: string, keys: Promise<JWTVerifyGetKey>): void {
    const at = clock.now()
    const item: Held = { keys, at, again: at, hasFailed: false }
    entries.delete(id)
    entries.set(id, item)
    if (entries.size > ISSUERS_MAX) entries.delete(entries.keys().next().value!)
    keys.catch(() => {
      item.hasFailed = true
    })
  }

  return {
    keysOf(issuer, isFresh = false) {
      const id = JSON.stringify([issuer.issuer, issuer.jwks_url])
      const known = entries.get(id)
      const now = clock.now()
      const isHeld = known !== undefined && now - known.at < (known.hasFailed ? FAILED_MS : KEPT_MS)
      if (isHeld && (!isFresh || known.hasFailed || now - known.again < AGAIN_MS)) return known.keys
      const keys = fetched(issuer)
      if (isHeld) {
        // Any caller can send an unknown key id, so that trusted keys stay until newer ones are fetched.
        known.again = now
        keys.then(
          () => hold(id, keys),
          () => undefined,
        )
      } else hold(id, keys)
      return keys
    },
  }
}

/** RFC 8414 section 3 first, then OpenID Connect Discovery 1.0 section 4. */
async function keysAddress(issuer: string, document: (url: string) => Promise<unknown>): Promise<string> {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/+$/, '')
  const places = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ]
  let failure: unknown
  for (const place of places) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- the second is asked where the first has nothing
      const metadata = Metadata.parse(await document(place))
      // RFC 8414 section 3.3: metadata of another issuer is rejected.
      if (metadata.issuer.replace(/\/+$/, '') === issuer.replace(/\/+$/, '')) return metadata.jwks_uri
    } catch (thrown) {
      failure = thrown
    }
  }
  throw new Failure('unavailable', 'The token issuer publishes no keys.', { cause: failure })
}
