import { REDTEAM_ROLES, type RedteamRole } from '@gatehouse/contracts'
import { DEFAULT_TENANT_ID, type TesterRecord } from '@gatehouse/http'
import { type Clock, type Egress, Failure } from '@gatehouse/kernel'
import { askBy, CLOCK_TOLERANCE_S, rememberKeys, rememberMetadata, SIGNATURE_ALGORITHMS } from '@gatehouse/platform'
import { type JWTPayload, jwtVerify } from 'jose'
import { KeyTenant } from '../keys/keys.ts'

/** Reads the tokens of the OpenID Connect provider of the deployment. */
export interface TokenReader {
  /**
   * @returns undefined for a token that proves nothing
   * @throws {Failure} `insufficient_role` for somebody whom the provider gives no role or no tenant here; `unavailable`,
   *   `egress_refused` where the provider cannot be asked
   */
  read(token: string): Promise<TesterRecord | undefined>
}

export interface TokenSettings {
  readonly issuer: string
  /** What `aud` of a token must hold. */
  readonly audience: string
  readonly roleClaim: string
  /** Absent: all act for one tenant. */
  readonly tenantClaim: string | undefined
}

/** Of tokens that sign people in or open interfaces. RFC 9068 section 2.1; others, such as those that end sessions, are neither. */
const TYPES: ReadonlySet<string | undefined> = new Set([undefined, 'jwt', 'at+jwt', 'application/at+jwt'])
/** How roles are spelled there: a bare `admin` may be the admin of something else. */
const SPELLED = 'redteam-'
const NAME_CHARS_MAX = 100
const SUBJECT_CHARS_MAX = 255
/** Names between dots. */
const PATH_STEPS_MAX = 8

export function createTokenReader(settings: TokenSettings, egress: Pick<Egress, 'fetch'>, clock: Clock): TokenReader {
  const { issuer, audience, roleClaim, tenantClaim } = settings
  const ask = askBy(egress)
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
        throw refused(`the claim ${roleClaim} must hold one of ${REDTEAM_ROLES.map((one) => SPELLED + one).join(', ')}`)
      }
      const tenant = tenantClaim === undefined ? DEFAULT_TENANT_ID : claimAt(claims, tenantClaim)
      const tenantId = KeyTenant.safeParse(tenant)
      if (!tenantId.success)
        throw refused(`the claim ${tenantClaim} must name a tenant: 1 to 64 letters, digits, _ and -`)
      return { tenantId: tenantId.data, actor: `oidc:${sub}`, name: nameOf(claims), role, expiresAt: exp * 1_000 }
    },
  }
}

/** @returns what the token says; undefined where it proves nothing, whatever is wrong with it */
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
    // RFC 7800: a token that is bound to a key proves nothing in the hands of who does not show that key.
    return TYPES.has(protectedHeader.typ?.toLowerCase()) && payload['cnf'] === undefined ? payload : undefined
  } catch (cause) {
    // That the provider cannot be asked is not the token's fault.
    if (cause instanceof Failure) throw cause
    return undefined
  }
}

/** The highest of the roles that a claim gives. */
function roleOf(claim: unknown): RedteamRole | undefined {
  const said: readonly unknown[] = Array.isArray(claim) ? claim : [claim]
  return REDTEAM_ROLES.findLast((role) => said.includes(SPELLED + role))
}

/** A claim by its name, which may hold dots itself, else by names between dots. */
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
  const name = said.find((one): one is string => typeof one === 'string' && one.trim() !== '') ?? ''
  return name
    .replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .trim()
    .slice(0, NAME_CHARS_MAX)
    .toWellFormed()
}

function refused(what: string): Failure {
  return new Failure('insufficient_role', `Your token gives you no role here: ${what}.`)
}
