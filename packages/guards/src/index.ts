export { createToolGuard, type ToolGuard, type ToolGuardOptions, type ToolGuardVerdict } from './create-tool-guard.ts'
export { type About, createGuard, type Guard, type GuardOptions } from './create-guard.ts'
export { DOCUMENT_SCORE_MIN, type DocumentJudgement, scoreDocument } from './detectors/documents/score-document.ts'
export { learnPolicy, rememberPolicy } from './detectors/policies/local-policy.ts'
export { type PolicyValidation, validateCustomPolicy } from './detectors/policies/validate.ts'
export { findSecrets, type SecretFinding } from './detectors/secrets/find.ts'
export { shownAddress, shownArguments } from './detectors/secrets/shown.ts'
export { listGuards } from './engine/catalog.ts'
export { type CompiledGuard, type CompiledPolicy, compilePolicy, type CompileOptions } from './engine/compile.ts'
export { withCustomRules } from './engine/custom-rules.ts'
export { BUILTIN_DEFAULTS, type ContentStage, LENGTH_CHARS_MAX } from './engine/defaults.ts'
export {
  type AnyGuard,
  clear,
  defineGuard,
  type FileReading,
  flag,
  type GuardContext,
  type GuardDefinition,
  type GuardExample,
  type Outcome,
  type Span,
} from './engine/guard.ts'
export { tokenOf } from './detectors/pii/actions/stand-in.ts'
export type {
  GuardPorts,
  PersonalValue,
  SlidingWindow,
  TokenRequest,
  TurnLog,
  Vault,
  WindowState,
} from './engine/ports.ts'
export { clipSpans, mergeSpans, redact } from './engine/redact.ts'
export { createRegistry, type Registry } from './engine/registry.ts'
export {
  hasEntries,
  mergeBlocks,
  type PolicySource,
  resolveBlock,
  type ResolvedBlock,
  type ServerBlock,
} from './engine/resolve.ts'
export { sharePreparations } from './engine/shared-preparation.ts'
export { LARGE_TEXT_CHARS, type PolicyEvaluator } from './engine/evaluator.ts'
export { createThreadEvaluator, type ThreadEvaluator } from './threads/thread-evaluator.ts'
export { type RunContext, runPolicy, type StageVerdict, type Subject } from './engine/run.ts'
export { toContentVerdict } from './engine/verdict.ts'
export { allGuards } from './guards.gen.ts'
export { screenStream, type StreamCheck, type StreamOptions, type StreamStepMax } from './stream/screen-stream.ts'
export { traitsOf as streamTraitsOf } from './stream/undecided.ts'
export type { Released, StreamEnd, StreamScreen, StreamStep } from './stream/stream-screen.ts'
export { localWindows } from './local-windows.ts'
export { policyFileSchema } from './policy-schema.ts'
export { makeViews, type TextViews, type View, type ViewName } from './text/views.ts'
export { allAgenticGuards } from './agentic.gen.ts'
export {
  BreakerRules,
  breakerState,
  type BreakerView,
  listBreakers,
  type Reported as BreakerReport,
  reportOutcome,
  resetBreaker,
  tryProbe,
} from './agentic/breaker.ts'
export {
  type Authorization,
  authorizeTool,
  effectiveRole,
  identityProblem,
  toolsetProblem,
  type ToolUse,
} from './agentic/authorize.ts'
export { type ChainVerdict, runChain } from './agentic/engine/chain.ts'
export { stops } from './agentic/engine/stops.ts'
export { toCheckVerdict } from './agentic/engine/wire.ts'
export { listAgenticGuards } from './agentic/engine/catalog.ts'
export { type CompiledAgentic, compileAgentic } from './agentic/engine/compile.ts'
export { default as approvalWorkflow } from './agentic/guards/approval-workflow.ts'
export { type AgenticConfig, type Items, NO_AGENTIC_CONFIG, perConfig } from './agentic/engine/config.ts'
export { type AgentCall, type AnyAgenticGuard, type ChainGuard } from './agentic/engine/guard.ts'
export type { AgenticPorts, ApprovalRequest, Approvals, CapabilityIssuer, SharedState } from './agentic/engine/ports.ts'
export { bannedBy, toolMatcher } from './agentic/engine/tool-names.ts'
export { likenessOf } from './agentic/name-forms.ts'
export { localState } from './local-state.ts'
export {
  attenuateCapability,
  type CapabilityError,
  type CapabilityRefusal,
  type CapabilitySigner,
  type CapabilityUse,
  judgeCapability,
  keyIdOfToken,
  mintCapability,
  readCapability,
} from './agentic/capability/capability.ts'
export type {
  CapabilityClaims,
  CapabilityTerms,
  Narrowing as CapabilityNarrowing,
} from './agentic/capability/claims.ts'
export { type RequestedCapability, decideCapability, withdrawal } from './agentic/capability/decide.ts'
export { mintChain } from './agentic/capability/mint-chain.ts'
export { jwkOf, keyIdOfPublic, newKeyPair, privateKeyOf, publicKeyOf } from './agentic/capability/keys.ts'
export { CAPABILITY_LIFETIME_S_MAX, CLOCK_AHEAD_MS_MAX } from './agentic/capability/limits.ts'
export { type PartialToolCall, makeToolCall, type ToolCall } from './agentic/tool-call.ts'
export { type Attacker, noteAttack } from './agentic/attack-points.ts'
export { type Lockout, liftHold, listHolds } from './agentic/holds.ts'
export { type FlowContext, noteToolOutput, type ToolOutput } from './agentic/data-flow/note.ts'
export { confirmChain, type ConfirmCall } from './agentic/confirm-chain.ts'
export { toolChain } from './agentic/tool-chain.ts'
export { type CompiledToolPolicy, compileToolPolicy, toolPolicyFor } from './agentic/tool-policy.ts'
export { type ArgumentSchema, compileArgumentSchema, compileSentSchema } from './agentic/schema/compile-schema.ts'
export { sentenceOf } from './agentic/schema/problems.ts'
export { TOOLS_DOCUMENT } from './agentic/tenant-tools.ts'
export { accessChain, actionChain, budgetChain, mcpChain, memoryChain } from './agentic/agent-chains.ts'
export type { AccessCall } from './agentic/access/call.ts'
export { type ActionCall, RISK_WORDS } from './agentic/actions/call.ts'
export { type BudgetCall, microUsd } from './agentic/budget/call.ts'
export type { McpCall } from './agentic/mcp/call.ts'
export { StoredMcpServer } from './agentic/mcp/server.ts'
export { findPoison, unreadableWhy } from './agentic/mcp/find-poison.ts'
export { pinsOf, toolTexts } from './agentic/mcp/tool-definition.ts'
export type { MemoryCall } from './agentic/memory/call.ts'
export type { MemoryLedger, MemorySlot } from './agentic/memory/ledger.ts'
export { memoryNamespace } from './agentic/memory/ownership.ts'
export { localMemory } from './local-memory.ts'
export {
  backendsOf,
  type CompiledDataPolicy,
  compileDataPolicy,
  warningsOf,
} from './agentic/data-policy/compile-policy.ts'
export {
  dataLayers,
  GLOBAL_DATA_POLICY,
  layerOf,
  screensForInjection,
  TOOL_DATA_POLICY_KIND,
} from './agentic/data-policy/data-policies.ts'
export { FRAMEWORKS, frameworkPolicy, withFramework } from './agentic/data-policy/frameworks/all.ts'
export { type DataRequest, type Layer } from './agentic/data-policy/layer.ts'
export { type Payload, readPayload } from './agentic/data-policy/payload.ts'
export { type OpenPayload, openPayload } from './agentic/data-policy/open-payload.ts'
export { sanitizeText, type TextWorker, workAside } from './threads/text-tasks.ts'
export {
  ADVERSARIAL_RESULT,
  DATA_POLICY_RESULT,
  type DataVerdict,
  sanitize,
  type SanitizePorts,
} from './agentic/data-policy/sanitize.ts'
export {
  authorizeToolOutput,
  type OutputAuthorization,
  TOOL_AUTHORIZATION_RESULT,
} from './agentic/data-policy/tool-authorization.ts'
