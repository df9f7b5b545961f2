import { type CapabilitySigner, mintCapability, readCapability } from '../../../src/agentic/capability/capability.ts'
import type { CapabilityClaims, Narrowing } from '../../../src/agentic/capability/claims.ts'
import { keyIdOfPublic, newKeyPair, privateKeyOf, publicKeyOf, signed } from '../../../src/agentic/capability/keys.ts'
import {
  narrowingPayload,
  narrowingText,
  parseToken,
  withStep,
  writeToken,
} from '../../../src/agentic/capability/wire.ts'

export const NOW = Date.UTC(2026, 0, 1, 12, 0, 0, 123)
const { seed, publicKey: own } = newKeyPair()
export const publicKey = own
export const signer: CapabilitySigner = { kid: keyIdOfPublic(own), privateKey: privateKeyOf(seed) }
export const keyOf = (kid: string) => (kid === signer.kid ? publicKeyOf(own) : undefined)

export const terms = {
  tenant: 'acme',
  agent: 'mailer',
  role: 'clerk',
  tool: 'mail_*',
  resource: 'inbox/*',
  clearance_max: 'confidential',
  lifetime_s: 30,
} as const
export const mint = (over: Partial<Parameters<typeof mintCapability>[0]> = {}) =>
  mintCapability({ ...terms, ...over }, signer, NOW).token
export const read = (token: string): CapabilityClaims => {
  const claims = readCapability(token, keyOf)
  if ('error' in claims) throw new Error(claims.error)
  return claims
}
export const errorOf = (token: string): string | undefined => {
  const claims = readCapability(token, keyOf)
  return 'error' in claims ? claims.error : undefined
}

/** Returns a narrowing from a dishonest holder, without checks. */
export function forged(token: string, claims: Narrowing): string {
  const { body, seed: last } = parseToken(token)!
  const next = newKeyPair()
  const payload = narrowingPayload({ ...claims, next: next.publicKey.toString('base64url') })
  return writeToken(withStep(body, payload, signed(narrowingText(body, payload), privateKeyOf(last))), next.seed)
}
