import { Failure } from '@gatehouse/kernel'
import { errors, type JWTPayload, jwtVerify } from 'jose'
import type { StoredRoute } from '../routes/stored-route.ts'
import type { IssuerKeys } from './keys.ts'

export type OAuthRules = NonNullable<StoredRoute['oauth']>

/** Subject and lifetime of a token, or why it is invalid. Uses error names of RFC 6750 section 3.1. */
export type TokenDecision =
  | { readonly subject: string | undefined; readonly ends_ms: number }
  | {
      readonly error: 'missing' | 'invalid_token' | 'insufficient_scope'
      readonly message: string
    }

/** Asymmetric algorithms only: with a shared key, any verifier could create tokens. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
/** RFC 7519 section 4.1.4: "some small leeway, usually no more than a few minutes". */
const LEEWAY_S = 60
const TOKEN_CHARS_MAX = 16_384
/** OpenID Connect Core 1.0 section 2 allows 255 characters. */
const SUBJECT_CHARS_MAX = 255

/**
 * Verifies a token of the issuer of a route: signature, issuer, audience, time and scopes. A token for another audience is invalid,
 * because a server could otherwise use its own callers' tokens here.
 * @throws {Failure} `unavailable` if the keys of the issuer cannot be fetched
 */
export async function checkToken(
  token: string | undefined,
  rules: OAuthRules,
  keys: IssuerKeys,
  now_ms: number,
): Promise<TokenDecision> {
  if (token === undefined) return { error: 'missing', message: 'Send an access token as Authorization: Bearer.' }
  if (token.length > TOKEN_CHARS_MAX) return invalid('The token is too long.')
  let payload: JWTPayload
  try {
    payload = await verified(token, rules, keys, now_ms)
  } catch (thrown) {
    if (thrown instanceof errors.JOSEError) return invalid(reasonOf(thrown))
    if (thrown instanceof Failure) throw thrown
    return invalid('The token cannot be parsed.')
  }
  // The subject is a text that uniquely identifies the user.
  const { sub: subject } = payload
  if (subject !== undefined && (typeof subject !== 'string' || subject.length > SUBJECT_CHARS_MAX)) {
    return invalid('The claim "sub" is invalid.')
  }
  const scopes = scopesOf(payload)
  const missing = rules.required_scopes.filter((scope) => !scopes.has(scope))
  if (missing.length > 0)
    return { error: 'insufficient_scope', message: `The token lacks these scopes: ${missing.join(' ')}.` }
  // The claim is required above.
  return { subject, ends_ms: (payload.exp! + LEEWAY_S) * 1_000 }
}

async function verified(token: string, rules: OAuthRules, keys: IssuerKeys, now_ms: number): Promise<JWTPayload> {
  const options = {
    issuer: rules.issuer,
    audience: rules.audience,
    algorithms: ALGORITHMS,
    clockTolerance: LEEWAY_S,
    currentDate: new Date(now_ms),
    requiredClaims: ['exp'],
  }
  try {
    return (await jwtVerify(token, await keys.keysOf(rules), options)).payload
  } catch (thrown) {
    if (!(thrown instanceof errors.JWKSNoMatchingKey)) throw thrown
    // The issuer may have rotated its keys.
    return (await jwtVerify(token, await keys.keysOf(rules, true), options)).payload
  }
}

function reasonOf(thrown: errors.JOSEError): string {
  if (thrown instanceof errors.JWTExpired) return 'The token has expired.'
  if (thrown instanceof errors.JWTClaimValidationFailed) return `The claim "${thrown.claim}" is invalid.`
  return 'The token was not issued by the configured issuer.'
}

/** Returns scopes according to RFC 8693 section 4.2, or in the format of some issuers. */
function scopesOf({ scope, scp }: JWTPayload): ReadonlySet<string> {
  const words = [scope, scp].flatMap((value: unknown) => {
    if (typeof value === 'string') return value.split(' ')
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
  })
  return new Set(words)
}

function invalid(message: string): TokenDecision {
  return { error: 'invalid_token', message }
}
