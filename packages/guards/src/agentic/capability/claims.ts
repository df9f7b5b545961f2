import { CLEARANCES } from '@gatehouse/contracts/agents'
import { z } from 'zod'
import {
  CONSTRAINTS_BYTES_MAX,
  CONSTRAINTS_DEPTH_MAX,
  DATA_SCOPE_CHARS_MAX,
  DATA_SCOPES_MAX,
  NAME_CHARS_MAX,
  RESOURCE_CHARS_MAX,
  TOOL_CHARS_MAX,
} from './limits.ts'

/** Issuer of tokens, distinct from other tokens with the same signature in a deployment. */
export const CAPABILITY_ISSUER = 'gatehouse'

/** 32 bytes in base64url. */
const KEY_CHARS = 43
const NONCE_BYTES = 16

/** A name, or a prefix with one final `*`. */
const pattern = (chars_max: number) =>
  z
    .string()
    .min(1)
    .max(chars_max)
    .refine((text) => !text.slice(0, -1).includes('*'), 'may contain "*" only at its end')

const Base64url = (chars: number) => z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${chars}}$`))

/** Seconds since 1970 with up to three decimals, as RFC 7519 section 2 allows. */
const NumericDate = z
  .number()
  .positive()
  .refine((seconds) => Math.round(seconds * 1_000) / 1_000 === seconds, 'must be in whole milliseconds')

/** Validated without a copy, because a copy without a name would widen the token. */
const Constraints = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && isBounded(value),
  `must be an object of at most ${CONSTRAINTS_BYTES_MAX} bytes, ${CONSTRAINTS_DEPTH_MAX} levels deep`,
)

export const ToolPattern = pattern(TOOL_CHARS_MAX)
export const ResourcePattern = pattern(RESOURCE_CHARS_MAX)
/** SHA-256 in hexadecimal. */
export const ArgumentsHash = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal')

const DataScope = z.string().min(1).max(DATA_SCOPE_CHARS_MAX)

/** Permissions of a token, in the terms of the service. */
export const CapabilityTerms = z.strictObject({
  agent: z.string().min(1).max(NAME_CHARS_MAX).optional(),
  role: z.string().min(1).max(NAME_CHARS_MAX).optional(),
  tool: ToolPattern,
  resource: ResourcePattern,
  data_scope: z.union([DataScope, z.array(DataScope).min(1).max(DATA_SCOPES_MAX)]).optional(),
  scope_constraints: Constraints.optional(),
  clearance_max: z.enum(CLEARANCES),
  args_hash: ArgumentsHash.optional(),
  /** Scope of the passed check: the tool for this agent, or the exact call with the arguments in the token. */
  checked: z.enum(['tool', 'call']).optional(),
})
export type CapabilityTerms = z.infer<typeof CapabilityTerms>

/** Signed part of a token from the service. The order of the fields is part of the format. */
export const RootClaims = z.strictObject({
  iss: z.literal(CAPABILITY_ISSUER),
  tenant: z.string().min(1).max(NAME_CHARS_MAX),
  /** Creation time of the tenant, which distinguishes it from a later tenant with the same name. */
  tenant_since: NumericDate.optional(),
  ...CapabilityTerms.shape,
  iat: NumericDate,
  exp: NumericDate,
  nonce: Base64url(Math.ceil((NONCE_BYTES * 8) / 6)),
  /** The public key under which the next narrowing is signed. */
  next: Base64url(KEY_CHARS),
})
export type RootClaims = z.infer<typeof RootClaims>

/** Fields that a holder may narrow; an absent field is unchanged. */
export const Narrowing = z.strictObject({
  tool: ToolPattern.optional(),
  resource: ResourcePattern.optional(),
  clearance_max: z.enum(CLEARANCES).optional(),
  args_hash: ArgumentsHash.optional(),
  exp: NumericDate.optional(),
})
export type Narrowing = z.infer<typeof Narrowing>

/** The signed part of a narrowing. */
export const NarrowingClaims = z.strictObject({ ...Narrowing.shape, next: Base64url(KEY_CHARS) })
export type NarrowingClaims = z.infer<typeof NarrowingClaims>

/** Permissions of a token after all narrowings, with the id of its signing key. */
export type CapabilityClaims = Omit<RootClaims, 'next'> & {
  readonly kid: string
  /** Number of attenuations by holders. */
  readonly attenuations: number
}

/** Random id of a token and of all its narrowed forms. */
export const NONCE_LENGTH_BYTES = NONCE_BYTES

function isBounded(value: object): boolean {
  return depthOf(value) <= CONSTRAINTS_DEPTH_MAX && Buffer.byteLength(JSON.stringify(value)) <= CONSTRAINTS_BYTES_MAX
}

/** Returns the depth of a value; stops one level below the limit. */
function depthOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > CONSTRAINTS_DEPTH_MAX) return depth
  return Object.values(value).reduce<number>((deepest, inner) => Math.max(deepest, depthOf(inner, depth + 1)), depth)
}
