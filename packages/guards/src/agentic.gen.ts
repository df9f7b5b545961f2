// Made by `npm run gen` from the files of the units; changes here are overwritten.
import type { AnyAgenticGuard } from './agentic/engine/guard.ts'
import agenticGuardsActionGuard from './agentic/guards/action-guard.ts'
import agenticGuardsAgentBudget from './agentic/guards/agent-budget.ts'
import agenticGuardsApprovalWorkflow from './agentic/guards/approval-workflow.ts'
import agenticGuardsArgumentPayloadRisk from './agentic/guards/argument-payload-risk.ts'
import agenticGuardsAttackBudget from './agentic/guards/attack-budget.ts'
import agenticGuardsCapabilityIssuance from './agentic/guards/capability-issuance.ts'
import agenticGuardsCertIdentity from './agentic/guards/cert-identity.ts'
import agenticGuardsCircuitBreaker from './agentic/guards/circuit-breaker.ts'
import agenticGuardsDataAccessGuard from './agentic/guards/data-access-guard.ts'
import agenticGuardsDataFlow from './agentic/guards/data-flow.ts'
import agenticGuardsMcpGuard from './agentic/guards/mcp-guard.ts'
import agenticGuardsMemoryGuard from './agentic/guards/memory-guard.ts'
import agenticGuardsParameterPolicy from './agentic/guards/parameter-policy.ts'
import agenticGuardsRbacGuard from './agentic/guards/rbac-guard.ts'
import agenticGuardsSensitiveActionConfirmation from './agentic/guards/sensitive-action-confirmation.ts'
import agenticGuardsToolAllowlist from './agentic/guards/tool-allowlist.ts'
import agenticGuardsToolCallRateLimiting from './agentic/guards/tool-call-rate-limiting.ts'
import agenticGuardsToolCallValidation from './agentic/guards/tool-call-validation.ts'
import agenticGuardsToolKillswitch from './agentic/guards/tool-killswitch.ts'
import agenticGuardsToolUseControl from './agentic/guards/tool-use-control.ts'

/** Every guard of its family in this build. */
export const allAgenticGuards: readonly AnyAgenticGuard[] = [
  agenticGuardsActionGuard,
  agenticGuardsAgentBudget,
  agenticGuardsApprovalWorkflow,
  agenticGuardsArgumentPayloadRisk,
  agenticGuardsAttackBudget,
  agenticGuardsCapabilityIssuance,
  agenticGuardsCertIdentity,
  agenticGuardsCircuitBreaker,
  agenticGuardsDataAccessGuard,
  agenticGuardsDataFlow,
  agenticGuardsMcpGuard,
  agenticGuardsMemoryGuard,
  agenticGuardsParameterPolicy,
  agenticGuardsRbacGuard,
  agenticGuardsSensitiveActionConfirmation,
  agenticGuardsToolAllowlist,
  agenticGuardsToolCallRateLimiting,
  agenticGuardsToolCallValidation,
  agenticGuardsToolKillswitch,
  agenticGuardsToolUseControl,
]
