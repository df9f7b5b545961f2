import type { ChainGuard } from './engine/guard.ts'
import argumentPayloadRisk from './guards/argument-payload-risk.ts'
import approvalWorkflow from './guards/approval-workflow.ts'
import attackBudget from './guards/attack-budget.ts'
import capabilityIssuance from './guards/capability-issuance.ts'
import certIdentity from './guards/cert-identity.ts'
import circuitBreaker from './guards/circuit-breaker.ts'
import dataFlow from './guards/data-flow.ts'
import parameterPolicy from './guards/parameter-policy.ts'
import rbacGuard from './guards/rbac-guard.ts'
import sensitiveActionConfirmation from './guards/sensitive-action-confirmation.ts'
import toolAllowlist from './guards/tool-allowlist.ts'
import toolCallRateLimiting from './guards/tool-call-rate-limiting.ts'
import toolCallValidation from './guards/tool-call-validation.ts'
import toolKillswitch from './guards/tool-killswitch.ts'
import toolUseControl from './guards/tool-use-control.ts'
import type { ToolCall } from './tool-call.ts'

/**
 * Guards of a tool call, in order: the identity check, then the nine steps of docs/spec/guard.md §4 rule 5. Every step runs on every call
 * that reaches it. No request field disables a step.
 */
export const toolChain: readonly ChainGuard<ToolCall>[] = [
  certIdentity,
  // 1
  toolKillswitch,
  // 2
  circuitBreaker,
  // 3
  toolAllowlist,
  rbacGuard,
  // 4
  toolCallRateLimiting,
  // 5
  toolCallValidation,
  // 6
  parameterPolicy,
  argumentPayloadRisk,
  // 7
  toolUseControl,
  // Step 8, and guards that may request an approval in addition to the tool's own policy
  attackBudget,
  dataFlow,
  approvalWorkflow,
  sensitiveActionConfirmation,
  // 9
  capabilityIssuance,
]
