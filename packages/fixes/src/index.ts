export type { Fixer, FixDraft, FixFiles, FixTarget } from './draft.ts'
export { draftsFor, fixFinding } from './suggest.ts'
export { createVerifier, type VerifiedFix, type Verifier, type VerifierOptions } from './verify.ts'
