// Made by `npm run gen` from the files of the guards; changes here are overwritten.
import type { AnyAgenticGuard } from './agentic/engine/guard.ts'
import agenticGuardsCertIdentity from './agentic/guards/cert-identity.ts'
import agenticGuardsMemoryGuard from './agentic/guards/memory-guard.ts'
import agenticGuardsParameterPolicy from './agentic/guards/parameter-policy.ts'
import agenticGuardsRbacGuard from './agentic/guards/rbac-guard.ts'
import agenticGuardsToolAllowlist from './agentic/guards/tool-allowlist.ts'
import agenticGuardsToolCallRateLimiting from './agentic/guards/tool-call-rate-limiting.ts'
import agenticGuardsToolCallValidation from './agentic/guards/tool-call-validation.ts'
import agenticGuardsToolKillswitch from './agentic/guards/tool-killswitch.ts'

/** Every guard of its family in this build. */
export const allAgenticGuards: readonly AnyAgenticGuard[] = [
  agenticGuardsCertIdentity,
  agenticGuardsMemoryGuard,
  agenticGuardsParameterPolicy,
  agenticGuardsRbacGuard,
  agenticGuardsToolAllowlist,
  agenticGuardsToolCallRateLimiting,
  agenticGuardsToolCallValidation,
  agenticGuardsToolKillswitch,
]
