import { createHash, randomBytes } from 'node:crypto'
import { type Clock, Failure, type Secret } from '@gatehouse/kernel'
import { type Egress } from '@gatehouse/kernel/egress'
import { type SendOidc, oidcSender, type Metadata, readKeys, rememberMetadata, withoutSlash } from '@gatehouse/platform'
import { z } from 'zod'
import { claimsOf, notConfirmed } from './id-token.ts'

/** Identity confirmed by the provider. */
export interface Identity {
  /** Issuer and subject, joined by a space: the only stable identifier of a user. */
  readonly subject: string
  /** In lower case. Absent unless the provider has verified the address. */
  readonly email?: string
  readonly name?: string
}

/** State to keep until the browser returns. */
export interface Attempt {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly redirectUri: string
}

/** The OpenID Connect provider of the deployment. Core 1.0, authorization code flow with PKCE (RFC 7636). */
export interface OidcProvider {
  /** @returns the redirect address. @throws {Failure} `unavailable`, `egress_refused` */
  begin(redirectUri: string): Promise<{ readonly address: string; readonly attempt: Attempt }>
  /** @throws {Failure} `Unauthorized` for an invalid code or response; `unavailable`, `egress_refused` */
  finish(code: string, attempt: Attempt): Promise<Identity>
}

export interface OidcSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: Secret | undefined
}

const RANDOM_BYTES = 32

const Tokens = z.looseObject({ id_token: z.string() })

export function createOidcProvider(settings: OidcSettings, egress: Pick<Egress, 'fetch'>, clock: Clock): OidcProvider {
  const { issuer, clientId } = settings
  const ask = oidcSender(egress)
  const metadata = rememberMetadata(issuer, ask, clock)
  return {
    async begin(redirectUri) {
      const { authorization_endpoint } = await metadata()
      const [state, nonce, verifier] = [random(), random(), random()]
      const address = new URL(authorization_endpoint)
      const request = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(request)) address.searchParams.set(name, value)
      return { address: address.href, attempt: { state, nonce, verifier, redirectUri } }
    },
    async finish(code, attempt) {
      const result = await metadata()
      const token = await exchangeCode(code, attempt, result, settings, ask)
      const keys = await readKeys(result, ask)
      const { sub, email, email_verified, name } = await claimsOf(token, keys, {
        issuer: result.issuer,
        clientId,
        nonce: attempt.nonce,
        now: new Date(clock.now()),
      })
      return {
        subject: `${withoutSlash(issuer)} ${sub}`,
        ...(email !== undefined && email_verified === true ? { email: email.toLowerCase() } : {}),
        ...(name === undefined || name.trim() === '' ? {} : { name: name.trim() }),
      }
    },
  }
}

/** Exchanges an authorization code for a token. RFC 6749 section 4.1.3, RFC 7636 section 4.5. */
async function exchangeCode(
  code: string,
  { verifier, redirectUri }: Attempt,
  { token_endpoint, token_endpoint_auth_methods_supported: methods }: Metadata,
  { clientId, clientSecret }: OidcSettings,
  ask: SendOidc,
): Promise<string> {
  const form = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirectUri })
  form.set('code_verifier', verifier)
  const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' }
  const secret = clientSecret?.reveal()
  // RFC 6749 section 2.3.1: Basic authentication, unless the provider supports only the body.
  if (secret !== undefined && (methods === undefined || methods.includes('client_secret_basic'))) {
    const pair = [clientId, secret].map(encodeURIComponent).join(':')
    headers['authorization'] = `Basic ${Buffer.from(pair).toString('base64')}`
  } else {
    form.set('client_id', clientId)
    if (secret !== undefined) form.set('client_secret', secret)
  }
  const { isOk, status, body } = await ask(token_endpoint, { method: 'POST', headers, body: form.toString() })
  if (status >= 500) throw new Failure('unavailable', `The OpenID Connect provider returned status ${status}.`)
  const tokens = Tokens.safeParse(body)
  if (!isOk || !tokens.success) throw notConfirmed()
  return tokens.data.id_token
}

function random(): string {
  return randomBytes(RANDOM_BYTES).toString('base64url')
}
