export type { Fixer, FixDraft, FixFiles, FixTarget } from './draft.ts'
export {
  type AppliedFix,
  type ChangedFile,
  fixAll,
  type FixAllOptions,
  type FixAllResult,
  type LeftFinding,
} from './fix-all.ts'
export { draftsFor, fixFinding } from './suggest.ts'
export { createVerifier, type VerifiedFix, type Verifier, type VerifierOptions } from './verify.ts'
