import type { z } from 'zod'
import { NarrowingClaims, RootClaims } from './claims.ts'
import { SEED_BYTES, SIGNATURE_BYTES } from './keys.ts'
import { ATTENUATIONS_MAX, TOKEN_CHARS_MAX } from './limits.ts'

/**
 * Text format of a token: a JWS in compact form (RFC 7515), then each attenuation as `payload.signature`, then the seed of the last key,
 * all separated by `~`. Each signature covers everything before it.
 */
const SEPARATOR = '~'

/** The only value of each that there is; a reader compares and never chooses by them. */
const ALGORITHM = 'EdDSA'
const TYPE = 'gatehouse-cap+jwt'

/** Thumbprints have 43 characters. */
const KEY_ID = /^[A-Za-z0-9_-]{43}$/

/** Domain separation: a narrowing's signature is never valid for other data. */
const NARROWING_DOMAIN = 'gatehouse-capability-narrowing\n'

/** One signed step of a token: its data and its signature. */
export interface Step<Claims> {
  readonly claims: Claims
  readonly signedText: string
  readonly signature: Buffer
}

/** A parsed, unverified token. */
export interface ParsedToken {
  readonly kid: string
  readonly root: Step<RootClaims>
  readonly narrowings: readonly Step<NarrowingClaims>[]
  readonly seed: Buffer
  /** The token without its last part, to which a holder adds. */
  readonly body: string
}

/** Parses a token. Returns undefined for any text that is not byte-identical to the service's own format. */
export function parseToken(token: string): ParsedToken | undefined {
  if (token.length > TOKEN_CHARS_MAX) return undefined
  const parts = token.split(SEPARATOR)
  if (parts.length < 2 || parts.length > ATTENUATIONS_MAX + 2) return undefined
  const last = parts.pop()!
  const [jws, ...rest] = parts
  const [header, payload, signatureText, ...more] = jws!.split('.')
  const kid = more.length > 0 ? undefined : keyIdOfHeader(header)
  const root = step(RootClaims, payload, signatureText, `${header}.${payload}`)
  const seed = bytesOf(last, SEED_BYTES)
  if (kid === undefined || root === undefined || seed === undefined) return undefined
  const narrowings: Step<NarrowingClaims>[] = []
  let before = jws!
  for (const part of rest) {
    const [claims, signature, ...others] = part.split('.')
    const text = narrowingText(before, claims ?? '')
    const item = others.length > 0 ? undefined : step(NarrowingClaims, claims, signature, text)
    if (item === undefined) return undefined
    narrowings.push(item)
    before += SEPARATOR + part
  }
  return { kid, root, narrowings, seed, body: before }
}

/** Returns the text to be signed by the service. */
export function rootText(kid: string, claims: RootClaims): string {
  return `${encoded(headerOf(kid))}.${encoded(RootClaims.parse(claims))}`
}

/** Returns the text to be signed by a holder who adds claims to a token's body. */
export function narrowingText(body: string, payload: string): string {
  return `${NARROWING_DOMAIN}${body}${SEPARATOR}${payload}`
}

export function narrowingPayload(claims: NarrowingClaims): string {
  return encoded(NarrowingClaims.parse(claims))
}

/** Serializes a token. */
export function writeToken(body: string, seed: Uint8Array): string {
  return `${body}${SEPARATOR}${Buffer.from(seed).toString('base64url')}`
}

/** Returns a body with an additional step. */
export function withStep(body: string, payload: string, signature: Uint8Array): string {
  return `${body}${SEPARATOR}${payload}.${Buffer.from(signature).toString('base64url')}`
}

function step<Claims>(
  schema: z.ZodType<Claims>,
  payload: string | undefined,
  signatureText: string | undefined,
  signedText: string,
): Step<Claims> | undefined {
  const claims = payload === undefined ? undefined : decoded(schema, payload)
  const signature = signatureText === undefined ? undefined : bytesOf(signatureText, SIGNATURE_BYTES)
  return claims === undefined || signature === undefined ? undefined : { claims, signedText, signature }
}

function headerOf(kid: string): object {
  return { alg: ALGORITHM, kid, typ: TYPE }
}

/** Returns the id in a header that otherwise equals the service's own header. */
function keyIdOfHeader(header: string | undefined): string | undefined {
  const value = header === undefined ? undefined : jsonOf(header)
  if (typeof value !== 'object' || value === null || !('kid' in value)) return undefined
  const { kid } = value
  return typeof kid === 'string' && KEY_ID.test(kid) && encoded(headerOf(kid)) === header ? kid : undefined
}

/** Decodes claims in their canonical form only, so that a signature has exactly one reading. */
function decoded<Claims>(schema: z.ZodType<Claims>, payload: string): Claims | undefined {
  const parsed = schema.safeParse(jsonOf(payload))
  return parsed.success && encoded(parsed.data) === payload ? parsed.data : undefined
}

function jsonOf(payload: string): unknown {
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString()) as unknown
  } catch {
    return undefined
  }
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** Decodes base64url of this length. Rejects unused bits that are set. */
function bytesOf(text: string, length: number): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.length === length && bytes.toString('base64url') === text ? bytes : undefined
}
