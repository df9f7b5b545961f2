// Exports for capability tokens and their keys.
export {
  attenuateCapability,
  type CapabilityError,
  type CapabilitySigner,
  judgeCapability,
  keyIdOfToken,
  mintCapability,
  readCapability,
} from './capability.ts'
export type { CapabilityClaims, CapabilityTerms } from './claims.ts'
export { decideCapability, withdrawal } from './decide.ts'
export { mintChain } from './mint-chain.ts'
export { jwkOf, keyIdOfPublic, newKeyPair, privateKeyOf, publicKeyOf } from './keys.ts'
export { CAPABILITY_LIFETIME_S_MAX, CLOCK_AHEAD_MS_MAX } from './limits.ts'
