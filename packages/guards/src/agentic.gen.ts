// Made by `npm run gen` from the files of the guards; changes here are overwritten.
import type { AnyAgenticGuard } from './agentic/engine/guard.ts'
import agenticGuardsCertIdentity from './agentic/guards/cert-identity.ts'

/** Every guard of its family in this build. */
export const allAgenticGuards: readonly AnyAgenticGuard[] = [
  agenticGuardsCertIdentity,
]
