export * from './guard/webhook.ts'
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
  type FormOptions,
  get,
  type Handler,
  type Handlers,
  listEndpoints,
  type ParamsOf,
  patch,
  post,
  type ProblemShape,
  put,
  type QueryOf,
  type RawAnswer,
  type ResponseOf,
  type SavedFile,
} from './endpoint.ts'
export { Agent, AgentFields, AgentId } from './guard/agent.ts'
export {
  ActionCheck,
  AgentBudget,
  AgentCheck,
  agentCheckEndpoints,
  type BudgetRemaining,
  type BudgetUsage,
} from './guard/agent-check.ts'
export { McpCheck, McpRegister, McpServer, mcpServerEndpoints, McpTool, TrustScore } from './guard/mcp-server.ts'
export { MEMORY_OPERATIONS, MemoryCheck, MemoryCleanup, memoryEndpoints, type MemoryOperation } from './guard/memory.ts'
export {
  AUDIT_LIMIT_DEFAULT,
  AUDIT_LIMIT_MAX,
  AuditEntry,
  auditExportEndpoints,
  AuditExportQuery,
  AuditPage,
  AuditQuery,
  ChainCheck,
} from './guard/audit.ts'
export {
  CapabilityDecision,
  capabilityEndpoints,
  CapabilityMint,
  CapabilityVerify,
  Clearance,
  CLEARANCES,
  JWKS_MAX_AGE_S,
} from './guard/capability.ts'
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
  CustomPolicyValidation,
  CustomPolicyRule,
  NewCustomPolicy,
} from './guard/custom-policy.ts'
export {
  DataPolicy,
  DataRule,
  ROLE_POLICY_ACTIONS,
  RolePolicy,
  RuleBackend,
  SANITIZATION_MODES,
  type SanitizationMode,
  ToolDataPolicy,
} from './guard/data-policy.ts'
export { type ComplianceFramework, dataPolicyEndpoints, PreviewSanitization } from './guard/data-policy-endpoints.ts'
export {
  dropInEndpoints,
  LitellmAnswer,
  LitellmCheck,
  MODERATION_CATEGORIES,
  ModerationAnswer,
  type ModerationCategory,
  ModerationRequest,
  ModerationResult,
  type ShieldFinding,
} from './guard/drop-in.ts'
export { ToolOutputCheck, toolOutputEndpoints, ToolOutputVerdict } from './guard/tool-output.ts'
export { guardEndpoints } from './guard/endpoints.ts'
export { FILE_BYTES_MAX, FileBlock, FileCheck, FileVerdict } from './guard/file.ts'
export {
  ACTION_ALIASES,
  ActionWord,
  AGENTIC_GUARD_NAMES,
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
  AgentEntry,
  CASE_EXPECTATIONS,
  POLICY_FILE_VERSION,
  PolicyCase,
  PolicyFile,
  TextCase,
  ToolCase,
  ToolOutputCase,
  ToolPolicyEntry,
} from './guard/policy-file.ts'
export {
  ReplayAnswer,
  ReplayChange,
  ReplayedVerdict,
  replayEndpoints,
  ReplayRequest,
  Retention,
} from './guard/replay.ts'
export { EffectiveEntry, ServerConfig, serverConfigEndpoints, ServerConfigPatch } from './guard/server-config.ts'
export {
  ApiKeyRecord,
  KEY_SCOPES,
  NewKey,
  NewTenant,
  OwnTenant,
  PLAN_QUOTAS,
  type Plan,
  PLANS,
  PolicyDocument,
  StoredPolicies,
  StoredRoles,
  PolicyView,
  Quota,
  UsageView,
  Rbac,
  RevokeKey,
  RoleRecord,
  TenantFields,
  TenantId,
  UNREGISTERED,
  TenantView,
} from './guard/tenant.ts'
export * from './guard/tool-name.ts'
export { ToolCheck, toolCheckEndpoints, ToolVerdict } from './guard/tool-check.ts'
export { ListedTool, toolEndpoints } from './guard/tool-endpoints.ts'
export {
  ApprovalCondition,
  CONDITION_OPERATORS,
  ParameterPolicy,
  ROLE_RESTRICTIONS,
  TOOL_RATE_LIMIT,
  TOOL_SESSION_LIMIT,
  ToolApproval,
  ToolPolicy,
  ToolWorkflow,
} from './guard/tool-policy.ts'
export {
  CheckVerdict,
  type Action,
  ACTIONS,
  actionRank,
  type Backend,
  AiSanitization,
  BACKENDS,
  ContentVerdict,
  DATA_RULE_ACTIONS,
  type DataRuleAction,
  DATA_STAGES,
  type DataStage,
  GuardrailResult,
  type Mode,
  MODES,
  RegexViolation,
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
export { Approval, ApprovalDecision, approvalEndpoints } from './guard/approval.ts'
export { AttackHold, holdEndpoints } from './guard/holds.ts'
export { BreakerReport, CircuitBreaker, ToolConfirm, toolControlEndpoints } from './guard/tool-controls.ts'
export { McpPin, mcpGatewayEndpoints, mcpRouteEndpoints } from './guard/mcp-gateway.ts'
export { McpRouteRequest, McpUpstream, ROUTE_NAME } from './guard/mcp-route.ts'
export {
  ListedModel,
  ModelUpstream,
  modelUpstreamEndpoints,
  ModelUpstreamWrite,
  UPSTREAM_DIALECTS,
  UPSTREAMS_MAX,
} from './guard/model-upstreams.ts'
export { ChatBlocked, ChatCompletion, chatEndpoints } from './guard/chat.ts'
export { chatDialectEndpoints, MessagesRequest, ResponsesRequest } from './guard/chat-dialects.ts'
export { appsecEndpoints } from './appsec/endpoints.ts'
export {
  Email,
  Login,
  Organization,
  Password,
  PASSWORD_CHARS,
  PersonName,
  Register,
  sessionEndpoints,
  SignedIn,
  User,
} from './appsec/session.ts'
export { CreatedMemberKey, MemberKey, memberKeyEndpoints, NewMemberKey } from './appsec/api-keys.ts'
export { OrganizationAuditEntry, organizationAuditEndpoints } from './appsec/audit-log.ts'
export { advisoryEndpoints, AdvisoryImport, AdvisoryImportBody, AdvisoryState } from './appsec/advisories.ts'
export { gateEndpoints } from './appsec/gates.ts'
export {
  CUSTOM_PROVIDER,
  MODEL_PRESETS,
  ModelSettings,
  ModelSettingsBody,
  modelSettingsEndpoints,
  VULN_DB_MODES,
  type VulnDbMode,
} from './appsec/model-settings.ts'
export { NewSecurityPolicy, SecurityPolicy, SecurityPolicyChange, securityPolicyEndpoints } from './appsec/policies.ts'
export {
  GRADES,
  NewProject,
  Project,
  ProjectCard,
  ProjectChange,
  projectEndpoints,
  SeverityCounts,
} from './appsec/projects.ts'
export { FREQUENCIES, type Frequency, Schedule, ScheduleBody } from './appsec/schedule.ts'
export { Invite, Member, userEndpoints } from './appsec/users.ts'
export { inboundWebhookEndpoints, WEBHOOK_PROVIDERS } from './appsec/inbound-webhooks.ts'
export { integrationEndpoints } from './appsec/integrations.ts'
export * from './appsec/npm-audit.ts'
export { oidcEndpoints } from './appsec/oidc.ts'
export { PAGE_LIMIT, PAGE_LIMIT_MAX, PageQuery, Pagination, paginationOf } from './appsec/paging.ts'
export * from './appsec/scanning.ts'
export {
  Suppression,
  SUPPRESSION_STATUSES,
  type SuppressionStatus,
  suppressionEndpoints,
} from './appsec/suppressions.ts'
export { BUILD_GATE_DEFAULT, BuildGate, StoredBuildGate, UNLIMITED } from './appsec/build-gate.ts'
export {
  FINDING_SEVERITIES,
  FINDING_STATUSES,
  type FindingSeverity,
  type FindingStatus,
  GATE_RESULTS,
  type GateResult,
  ORG_ROLES,
  type OrgRole,
  ACTIVE_SCAN_STATUSES,
  SCAN_STATUSES,
  SCAN_TYPES,
  SESSION_COOKIE,
  type ScannerName,
  SCANNER_NAMES,
  type ScanStatus,
  type ScanType,
  SOURCE_TYPES,
  type SourceType,
} from './appsec/words.ts'
export * from './redteam/running.ts'
