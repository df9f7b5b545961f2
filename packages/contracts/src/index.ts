export {
  type BodyOf,
  defineEndpoints,
  del,
  type Endpoint,
  ENDPOINT_AUTHS,
  type EndpointAuth,
  type EndpointExample,
  type EndpointLine,
  type EndpointMethod,
  type EndpointOptions,
  type EndpointRequest,
  type EndpointTable,
  get,
  type Handler,
  type Handlers,
  listEndpoints,
  type ParamsOf,
  patch,
  post,
  put,
  type QueryOf,
  type RawAnswer,
  type ResponseOf,
} from './endpoint.ts'
export { Agent, AgentFields, AgentId } from './guard/agent.ts'
export { AUDIT_LIMIT_DEFAULT, AUDIT_LIMIT_MAX, AuditEntry, AuditPage, AuditQuery, ChainCheck } from './guard/audit.ts'
export { GuardrailInfo, GuardrailList } from './guard/catalog.ts'
export {
  ChatMessage,
  Classify,
  ClassifyOutput,
  InputCheck,
  MessagePart,
  OutputCheck,
  SESSION_ID_CHARS_MAX,
  ToolContext,
  TopicCheck,
} from './guard/content.ts'
export {
  CUSTOM_POLICY_ACTIONS,
  CUSTOM_POLICY_LIMITS,
  CUSTOM_POLICY_STAGES,
  customPolicyEndpoints,
  CustomPolicy,
  CustomPolicyLimits,
  CustomPolicyRule,
  NewCustomPolicy,
} from './guard/custom-policy.ts'
export { guardEndpoints } from './guard/endpoints.ts'
export { FILE_BYTES_MAX, FileBlock, FileCheck, FileVerdict } from './guard/file.ts'
export {
  ACTION_ALIASES,
  ActionWord,
  canonicalGuardName,
  GUARD_ALIASES,
  GUARD_DEADLINE_MS_MAX,
  GuardBlock,
  GuardEntry,
  INPUT_GUARD_NAMES,
  ON_ERROR,
  type OnError,
  OUTPUT_GUARD_NAMES,
} from './guard/policy.ts'
export {
  ApiKeyRecord,
  KEY_SCOPES,
  NewKey,
  NewTenant,
  PLAN_QUOTAS,
  type Plan,
  PLANS,
  PolicyDocument,
  PolicyView,
  Quota,
  Rbac,
  RevokeKey,
  RoleRecord,
  TenantFields,
  TenantId,
  TenantView,
} from './guard/tenant.ts'
export {
  CheckVerdict,
  type Action,
  ACTIONS,
  actionRank,
  type Backend,
  BACKENDS,
  ContentVerdict,
  GuardrailResult,
  type Mode,
  MODES,
  Sanitization,
  SEVERITIES,
  type Severity,
  type Stage,
  STAGES,
  type Tier,
  TIERS,
} from './guard/verdict.ts'
export { DEPENDENCY_STATES, DependencyState, Health, platformEndpoints, Readiness } from './platform.ts'
export { AppsecValidationProblem, GuardValidationProblem, GuardViolation, Problem } from './problem.ts'
export { RevealedValue, VAULT_TOKENS_MAX } from './guard/vault.ts'
