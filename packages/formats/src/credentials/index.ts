// Exports for credential formats and the checks that tell a secret from a placeholder.
export { SECRET_FORMATS } from './all.ts'
export { isJwt } from './checks.ts'
export { entropy } from './entropy.ts'
export type { SecretFormat } from './format.ts'
export { isPlaceholder, isRandom, isReference, isUuid, isWording } from './judge.ts'
export { type Part, type Picture, PICTURE_ALPHABETS } from './picture.ts'
