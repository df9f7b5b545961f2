import { type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import { Failure } from '@gatehouse/kernel'
import { z } from 'zod'
import {
  CAPABILITY_ISSUER,
  type CapabilityClaims,
  type CapabilityTerms,
  Narrowing,
  NONCE_LENGTH_BYTES,
  type RootClaims,
} from './claims.ts'
import { isSigned, newKeyPair, privateKeyOf, publicKeyOf, publicOf, signed } from './keys.ts'
import { ATTENUATIONS_MAX, CAPABILITY_LIFETIME_S_MAX, CLOCK_AHEAD_MS_MAX, TOKEN_CHARS_MAX } from './limits.ts'
import { isWithin, narrowed } from './narrow.ts'
import {
  narrowingPayload,
  narrowingText,
  type ParsedToken,
  parseToken,
  rootText,
  withStep,
  writeToken,
} from './wire.ts'

/** Why a token is invalid. */
export type CapabilityError =
  | 'malformed_token'
  | 'unknown_key'
  | 'invalid_signature'
  | 'widened'
  | 'tenant_mismatch'
  | 'not_yet_valid'
  | 'token_expired'
  | 'tool_mismatch'
  | 'resource_mismatch'
  | 'arguments_mismatch'

export interface CapabilityRefusal {
  readonly error: CapabilityError
  /** One sentence; contains no part of the token. */
  readonly message: string
}

/** Requested use of a token. Absent fields are not checked. */
export interface CapabilityUse {
  readonly tenant: string
  /** Creation time of the tenant, in seconds since 1970. */
  readonly tenant_since?: number | undefined
  readonly tool?: string | undefined
  readonly resource?: string | undefined
  /** SHA-256 of the arguments, hexadecimal. */
  readonly args_hash?: string | undefined
}

/** Signing key. */
export interface CapabilitySigner {
  readonly kid: string
  readonly privateKey: KeyObject
}

/** Token properties besides its permissions: its owner, and its lifetime in seconds. */
type MintTerms = CapabilityTerms & Pick<RootClaims, 'tenant' | 'tenant_since'> & { readonly lifetime_s: number }

/**
 * Creates a token. Its holder can use it once, and can narrow it without the service.
 * @param lifetime_s more than 0 and at most {@link CAPABILITY_LIFETIME_S_MAX}
 * @throws {Failure} `invalid_request` for invalid terms, or a lifetime out of range
 */
export function mintCapability(
  { tenant, tenant_since, lifetime_s, ...terms }: MintTerms,
  { kid, privateKey }: CapabilitySigner,
  now_ms: number,
): { readonly token: string; readonly claims: CapabilityClaims } {
  if (!(lifetime_s > 0 && lifetime_s <= CAPABILITY_LIFETIME_S_MAX)) {
    throw refused(`a capability can be valid for up to ${CAPABILITY_LIFETIME_S_MAX} seconds, not ${lifetime_s}`)
  }
  const { seed, publicKey } = newKeyPair()
  const iat_ms = Math.floor(now_ms)
  const claims: RootClaims = {
    iss: CAPABILITY_ISSUER,
    tenant,
    ...(tenant_since === undefined ? {} : { tenant_since }),
    ...terms,
    iat: iat_ms / 1_000,
    exp: (iat_ms + Math.floor(lifetime_s * 1_000)) / 1_000,
    nonce: randomBytes(NONCE_LENGTH_BYTES).toString('base64url'),
    next: publicKey.toString('base64url'),
  }
  const text = checked(() => rootText(kid, claims))
  const body = `${text}.${signed(text, privateKey).toString('base64url')}`
  const token = writeToken(body, seed)
  // A token that the parser would reject is never issued.
  if (parseToken(token) === undefined) throw refused('these terms cannot be encoded in a capability')
  return { token, claims: shown(claims, kid, 0) }
}

/**
 * Attenuates a token offline, without a key of the service. All tokens derived from one are spent together.
 * @returns a new token; the given token stays valid
 * @throws {Failure} `invalid_request` for an invalid token, too many attenuations, or a wider permission
 */
export function attenuateCapability(token: string, by: Narrowing): string {
  const parsed = parseToken(token)
  if (parsed === undefined) throw refused('this is not a capability token')
  if (parsed.narrowings.length >= ATTENUATIONS_MAX) {
    throw refused(`a capability can be narrowed at most ${ATTENUATIONS_MAX} times`)
  }
  // Sums of seconds have floating-point errors below a millisecond, which are not rejected.
  const exp = by.exp === undefined ? {} : { exp: Math.floor(by.exp * 1_000) / 1_000 }
  const narrowing = checked(() => Narrowing.parse({ ...by, ...exp }))
  const reach = effectiveScope(parsed)
  const left = typeof reach === 'string' ? reach : narrowed(reach, narrowing)
  if (typeof left === 'string') throw refused(`${left} would be widened; a capability can only be narrowed`)
  const { seed, publicKey } = newKeyPair()
  const payload = narrowingPayload({ ...narrowing, next: publicKey.toString('base64url') })
  const signature = signed(narrowingText(parsed.body, payload), privateKeyOf(parsed.seed))
  const made = writeToken(withStep(parsed.body, payload, signature), seed)
  if (made.length > TOKEN_CHARS_MAX) throw refused(`a capability can have at most ${TOKEN_CHARS_MAX} characters`)
  return made
}

/** Returns the key id of a token's signature; undefined for an invalid token. */
export function keyIdOfToken(token: string): string | undefined {
  return parseToken(token)?.kid
}

/**
 * Verifies every signature of a token, and that no narrowing widens it. Does not check time, tenant or use.
 * @param keyOf public keys of the service by id
 */
export function readCapability(
  token: string,
  keyOf: (kid: string) => KeyObject | undefined,
): CapabilityClaims | CapabilityRefusal {
  const parsed = parseToken(token)
  if (parsed === undefined) return refusal('malformed_token', 'This is not a capability token.')
  const key = keyOf(parsed.kid)
  if (key === undefined) return refusal('unknown_key', 'The token names a signing key that is not in use.')
  if (!isGenuine(parsed, key)) return refusal('invalid_signature', 'A signature of the token is invalid.')
  const reach = effectiveScope(parsed)
  if (typeof reach === 'string') return refusal('widened', `An attenuation of the token would widen its ${reach}.`)
  return shown(reach, parsed.kid, parsed.narrowings.length)
}

/** Returns why a token does not permit this use now, or undefined. */
export function judgeCapability(
  claims: CapabilityClaims,
  use: CapabilityUse,
  now_ms: number,
): CapabilityRefusal | undefined {
  const [iat_ms, exp_ms] = [claims.iat * 1_000, claims.exp * 1_000]
  const isOfTenant = claims.tenant === use.tenant && claims.tenant_since === use.tenant_since
  if (!isOfTenant) return refusal('tenant_mismatch', 'The token was issued for another tenant.')
  if (iat_ms > now_ms + CLOCK_AHEAD_MS_MAX) return refusal('not_yet_valid', 'The token was issued in the future.')
  // The lifetime is checked again, because a defective issuer must not create long-lived tokens.
  if (exp_ms <= now_ms || exp_ms - iat_ms > CAPABILITY_LIFETIME_S_MAX * 1_000 + 1) {
    return refusal('token_expired', 'The token has expired.')
  }
  if (use.tool !== undefined && !isWithin(use.tool, claims.tool)) {
    return refusal('tool_mismatch', 'The token was issued for another tool.')
  }
  if (use.resource !== undefined && !isWithin(use.resource, claims.resource)) {
    return refusal('resource_mismatch', 'The token was issued for another resource.')
  }
  if (use.args_hash !== undefined && use.args_hash !== claims.args_hash) {
    const what = claims.args_hash === undefined ? 'has no arguments' : 'was issued for other arguments'
    return refusal('arguments_mismatch', `The token ${what}.`)
  }
  return undefined
}

/** Each step is signed with the key named in the previous step, and the holder has the last key. */
function isGenuine({ root, narrowings, seed }: ParsedToken, key: KeyObject): boolean {
  let signer = key
  for (const { claims, signedText, signature } of [root, ...narrowings]) {
    if (!isSigned(signedText, signature, signer)) return false
    signer = publicKeyOf(Buffer.from(claims.next, 'base64url'))
  }
  const last = (narrowings.at(-1) ?? root).claims.next
  return timingSafeEqual(publicOf(seed), Buffer.from(last, 'base64url'))
}

/** Returns the scope of a token after its attenuations, or the field that one of them would widen. */
function effectiveScope({ root, narrowings }: ParsedToken): RootClaims | keyof Narrowing {
  let reach = root.claims
  for (const { claims } of narrowings) {
    const next = narrowed(reach, claims)
    if (typeof next === 'string') return next
    reach = next
  }
  return reach
}

function shown({ next: _next, ...claims }: RootClaims, kid: string, attenuations: number): CapabilityClaims {
  return { ...claims, kid, attenuations }
}

/** @throws {Failure} `invalid_request` with the schema's message */
function checked<Value>(make: () => Value): Value {
  try {
    return make()
  } catch (cause) {
    const issue = cause instanceof z.ZodError ? cause.issues[0] : undefined
    if (issue === undefined) throw cause
    throw refused(`${issue.path.map(String).join('.') || 'the terms'}: ${issue.message}`, cause)
  }
}

function refusal(error: CapabilityError, message: string): CapabilityRefusal {
  return { error, message }
}

function refused(sentence: string, cause?: unknown): Failure {
  return new Failure('invalid_request', sentence, cause === undefined ? {} : { cause })
}
