// Exports for policies: guard entries, policy files, custom policies, data policies, tool policies.
export {
  CUSTOM_POLICY_ACTIONS,
  CUSTOM_POLICY_LIMITS,
  CUSTOM_POLICY_STAGES,
  customPolicyEndpoints,
  CustomPolicy,
  CustomPolicyLimits,
  CustomPolicyValidation,
  CustomPolicyRule,
  NewCustomPolicy,
} from './guard/custom-policy.ts'
export { DataPolicy, DataRule, RolePolicy, RuleBackend } from './guard/data-policy.ts'
export {
  ActionWord,
  canonicalGuardName,
  GUARD_ALIASES,
  GuardBlock,
  GuardEntry,
  INPUT_GUARD_NAMES,
  type OnError,
  OUTPUT_GUARD_NAMES,
} from './guard/policy.ts'
export {
  AgentEntry,
  POLICY_FILE_VERSION,
  PolicyCase,
  PolicyFile,
  TextCase,
  ToolCase,
  ToolOutputCase,
  ToolPolicyEntry,
} from './guard/policy-file.ts'
export { TOOL_NAME_GRAMMAR, isToolName, isToolPattern, ToolPattern } from './guard/tool-name.ts'
export {
  ApprovalCondition,
  ParameterPolicy,
  TOOL_RATE_LIMIT,
  TOOL_SESSION_LIMIT,
  ToolApproval,
  ToolPolicy,
  ToolWorkflow,
} from './guard/tool-policy.ts'
