import { createPrivateKey, type KeyObject } from 'node:crypto'
import type { Clock } from '@gatehouse/kernel'
import type { Egress } from '@gatehouse/kernel/egress'
import { SignJWT } from 'jose'
import { z } from 'zod'
import { createCall, HostFailure } from './call.ts'
import type { HostLink } from './link.ts'

/** GitHub permits 10 minutes, and recommends a start in the past against clock differences. */
const JWT_S = 9 * 60
const SKEW_S = 60
/** A token is not used in its last minutes, so that it remains valid during a call or a clone. */
const RESERVE_MS = 20 * 60_000
/** Own limit of cached tokens; the oldest are dropped. */
const TOKENS_MAX = 1_000

const Token = z.object({ token: z.string().min(1), expires_at: z.iso.datetime({ offset: true }) })

interface CachedToken {
  readonly token: string
  readonly until_ms: number
}

/** Creates tokens of GitHub App installations, limited to the linked repository, and caches them. */
export function createAppTokens(egress: Pick<Egress, 'fetch'>, clock: Clock) {
  const cached = new Map<string, Promise<CachedToken>>()
  return async (link: HostLink, apiUrl: string): Promise<string> => {
    const key = `${link.projectId} ${link.updatedAt.getTime()}`
    for (let held = cached.get(key); held !== undefined; held = cached.get(key)) {
      // oxlint-disable-next-line no-await-in-loop -- another call may have replaced it
      const earlier = await held.catch(() => undefined)
      if (earlier !== undefined && earlier.until_ms > clock.now()) return earlier.token
      if (cached.get(key) === held) cached.delete(key)
    }
    const coming = create(link, apiUrl, egress, clock)
    cached.set(key, coming)
    const [oldest] = cached.keys()
    if (cached.size > TOKENS_MAX && oldest !== undefined) cached.delete(oldest)
    try {
      return (await coming).token
    } catch (error) {
      if (cached.get(key) === coming) cached.delete(key)
      throw error
    }
  }
}

async function create(
  { app, secret, repo }: HostLink,
  apiUrl: string,
  egress: Pick<Egress, 'fetch'>,
  clock: Clock,
): Promise<CachedToken> {
  const now_s = Math.floor(clock.now() / 1_000)
  const jwt = await new SignJWT({})
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(app!.id)
    .setIssuedAt(now_s - SKEW_S)
    .setExpirationTime(now_s + JWT_S)
    .sign(privateKeyOf(secret.reveal()))
  const credentials = { headers: githubHeaders(jwt), secrets: [jwt] }
  const call = createCall({ egress, apiUrl, credentials: async () => credentials, now_ms: () => clock.now() })
  const path = `/app/installations/${app!.installationId}/access_tokens`
  const { token, expires_at } = (await call(path, { method: 'POST', json: { repositories: [repo] } })).read(Token)
  return { token, until_ms: Date.parse(expires_at) - RESERVE_MS }
}

/** @throws {HostFailure} */
export function privateKeyOf(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'rsa') return key
  } catch {
    // The message of the error could contain parts of the key.
  }
  throw new HostFailure('the private key of the GitHub App is not an RSA key in PEM format', null)
}

export function githubHeaders(token: string): Record<string, string> {
  return {
    authorization: `Bearer ${token}`,
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
  }
}
