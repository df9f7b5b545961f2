export { type About, createGuard, type Guard, type GuardOptions } from './create-guard.ts'
export { learnPolicy, rememberPolicy } from './detectors/policies/local-policy.ts'
export { type PolicyValidation, validateCustomPolicy } from './detectors/policies/validate.ts'
export { findSecrets, type SecretFinding } from './detectors/secrets/find.ts'
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
export { type RunContext, runPolicy, type StageVerdict, type Subject } from './engine/run.ts'
export { toContentVerdict } from './engine/verdict.ts'
export { allGuards } from './guards.gen.ts'
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
export { type Authorization, authorizeTool, effectiveRole, type ToolUse } from './agentic/authorize.ts'
export { type ChainVerdict, runChain, stops } from './agentic/engine/chain.ts'
export { type CompiledAgentic, compileAgentic } from './agentic/engine/compile.ts'
export { type AgenticConfig, type Items, NO_AGENTIC_CONFIG, perConfig } from './agentic/engine/config.ts'
export { type AgentCall, type AnyAgenticGuard, type ChainGuard } from './agentic/engine/guard.ts'
export type { AgenticPorts, ApprovalRequest, Approvals, CapabilityIssuer, SharedState } from './agentic/engine/ports.ts'
export { mostSpecific, toolMatcher } from './agentic/engine/tool-names.ts'
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
export { type CapabilityWish, decideCapability, useProblem } from './agentic/capability/decide.ts'
export { jwkOf, keyIdOfPublic, newKeyPair, privateKeyOf, publicKeyOf } from './agentic/capability/keys.ts'
export { CAPABILITY_LIFETIME_S_MAX, CLOCK_AHEAD_MS_MAX } from './agentic/capability/limits.ts'
export { makeToolCall, type ToolCall } from './agentic/tool-call.ts'
export { toolChain } from './agentic/tool-chain.ts'
export { type CompiledToolPolicy, toolPolicyFor } from './agentic/tool-policy.ts'
export { memoryChain } from './agentic/agent-chains.ts'
export type { MemoryCall } from './agentic/memory/call.ts'
export type { MemoryLedger, MemoryPlace } from './agentic/memory/ledger.ts'
export { memoryNamespace } from './agentic/memory/ownership.ts'
export { localMemory } from './local-memory.ts'
