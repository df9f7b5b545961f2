import { REDTEAM_ROLES, type RedteamRole } from '@gatehouse/contracts/redteam'
import { DEFAULT_TENANT_ID, type TesterRecord } from '@gatehouse/http'
import { type Clock, Failure } from '@gatehouse/kernel'
import { type Egress } from '@gatehouse/kernel/egress'
import {
  oidcSender,
  CLOCK_TOLERANCE_S,
  rememberKeys,
  rememberMetadata,
  SIGNATURE_ALGORITHMS,
} from '@gatehouse/platform'
import { type JWTPayload, jwtVerify } from 'jose'
import { KeyTenant } from '../keys/keys.ts'

/** Reads the tokens of the OpenID Connect provider of the deployment. */
export interface TokenReader {
  /**
   * @returns undefined for an invalid token
   * @throws {Failure} `insufficient_role` when the provider assigns the caller no role or no tenant here; `unavailable`, `egress_refused`
   * when the provider cannot be reached
   */
  read(token: string): Promise<TesterRecord | undefined>
}

export interface TokenSettings {
  readonly issuer: string
  /** Required `aud` value of a token. */
  readonly audience: string
  readonly roleClaim: string
  /** Default: all callers share one tenant. */
  readonly tenantClaim: string | undefined
}

/** Accepted `typ` values: ID tokens and access tokens (RFC 9068 section 2.1). Other types, for example logout tokens, are rejected. */
const TYPES: ReadonlySet<string | undefined> = new Set([undefined, 'jwt', 'at+jwt', 'application/at+jwt'])
/** How roles are spelled there: a bare `admin` may be the admin of something else. */
const SPELLED = 'redteam-'
const NAME_CHARS_MAX = 100
const SUBJECT_CHARS_MAX = 255
/** Maximum number of dot-separated path segments. */
const PATH_STEPS_MAX = 8

export function createTokenReader(settings: TokenSettings, egress: Pick<Egress, 'fetch'>, clock: Clock): TokenReader {
  const { issuer, audience, roleClaim, tenantClaim } = settings
  const ask = oidcSender(egress)
  const metadata = rememberMetadata(issuer, ask, clock)
  const keys = rememberKeys(metadata, ask, clock)
  return {
    async read(token) {
      const claims = await proven(token, keys, { issuer: (await metadata()).issuer, audience, clock })
      if (claims === undefined) return undefined
      const { sub = '', exp = 0 } = claims
      if (sub === '' || sub.length > SUBJECT_CHARS_MAX) return undefined
      const role = roleOf(claimAt(claims, roleClaim))
      if (role === undefined) {
        throw refused(`the claim ${roleClaim} must be one of ${REDTEAM_ROLES.map((item) => SPELLED + item).join(', ')}`)
      }
      const tenant = tenantClaim === undefined ? DEFAULT_TENANT_ID : claimAt(claims, tenantClaim)
      const tenantId = KeyTenant.safeParse(tenant)
      if (!tenantId.success)
        throw refused(`the claim ${tenantClaim} must name a tenant: 1 to 64 characters (letters, digits, _ or -)`)
      return { tenantId: tenantId.data, actor: `oidc:${sub}`, name: nameOf(claims), role, expiresAt: exp * 1_000 }
    },
  }
}

/** @returns the claims of the token; undefined when the token is invalid for any reason */
async function proven(
  token: string,
  keys: Parameters<typeof jwtVerify>[1],
  { issuer, audience, clock }: { readonly issuer: string; readonly audience: string; readonly clock: Clock },
): Promise<JWTPayload | undefined> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms: SIGNATURE_ALGORITHMS,
      requiredClaims: ['sub', 'exp'],
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: new Date(clock.now()),
    })
    // RFC 7800: a token that is bound to a key is not accepted without proof of possession of that key.
    return TYPES.has(protectedHeader.typ?.toLowerCase()) && payload['cnf'] === undefined ? payload : undefined
  } catch (cause) {
    // An unreachable provider does not make the token invalid.
    if (cause instanceof Failure) throw cause
    return undefined
  }
}

/** Returns the highest role in a claim. */
function roleOf(claim: unknown): RedteamRole | undefined {
  const said: readonly unknown[] = Array.isArray(claim) ? claim : [claim]
  return REDTEAM_ROLES.findLast((role) => said.includes(SPELLED + role))
}

/** Returns a claim by its exact name, which may contain dots, else by a dotted path. */
function claimAt(claims: JWTPayload, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const step of name.split('.', PATH_STEPS_MAX)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = Reflect.get(value, step)
  }
  return value
}

function nameOf(claims: JWTPayload): string {
  const said = ['name', 'preferred_username', 'email', 'sub'].map((claim) => claims[claim])
  const name = said.find((item): item is string => typeof item === 'string' && item.trim() !== '') ?? ''
  return name
    .replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .trim()
    .slice(0, NAME_CHARS_MAX)
    .toWellFormed()
}

function refused(what: string): Failure {
  return new Failure('insufficient_role', `Your token grants no role: ${what}.`)
}
