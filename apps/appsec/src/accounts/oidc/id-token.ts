import { Failure } from '@gatehouse/kernel'
import { CLOCK_TOLERANCE_S, SIGNATURE_ALGORITHMS } from '@gatehouse/platform'
import { type JWTVerifyGetKey, jwtVerify } from 'jose'
import { z } from 'zod'

const Claims = z.looseObject({
  sub: z.string().min(1).max(255),
  nonce: z.string(),
  azp: z.string().optional(),
  email: z.email().max(254).optional().catch(undefined),
  email_verified: z.boolean().optional().catch(undefined),
  name: z.string().max(100).optional().catch(undefined),
})
export type Claims = z.infer<typeof Claims>

/** Required claims of an ID token. */
export interface Expected {
  readonly issuer: string
  readonly clientId: string
  readonly nonce: string
  readonly now: Date
}

/**
 * Verifies a token and returns its claims. OpenID Connect Core 1.0 section 3.1.3.7.
 * @throws {Failure} `Unauthorized` for an invalid token
 */
export async function claimsOf(
  token: string,
  keys: JWTVerifyGetKey,
  { issuer, clientId, nonce, now }: Expected,
): Promise<Claims> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: clientId,
      algorithms: SIGNATURE_ALGORITHMS,
      requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: now,
    })
    const claims = Claims.parse(payload)
    const isAlone = !Array.isArray(payload.aud) || payload.aud.length === 1
    // A token with several audiences must name this client in `azp`.
    const isForUs = claims.azp === undefined ? isAlone : claims.azp === clientId
    if (claims.nonce !== nonce || !isForUs) throw notConfirmed()
    return claims
  } catch (cause) {
    throw cause instanceof Failure ? cause : notConfirmed(cause)
  }
}

/** The error contains no reason, to prevent probing with forged tokens. */
export function notConfirmed(cause?: unknown): Failure {
  return new Failure('Unauthorized', 'The OpenID Connect provider did not confirm your identity.', { cause })
}
