// Exports for the agentic guards and the chains that run them.
export { allAgenticGuards } from '../agentic.gen.ts'
export {
  BreakerRules,
  type BreakerView,
  listBreakers,
  type Reported as BreakerReport,
  reportOutcome,
  resetBreaker,
} from './breaker.ts'
export { type ChainVerdict, runChain } from './engine/chain.ts'
export { stops } from './engine/stops.ts'
export { toCheckVerdict } from './engine/wire.ts'
export { listAgenticGuards } from './engine/catalog.ts'
export { type CompiledAgentic, compileAgentic } from './engine/compile.ts'
export { default as approvalWorkflow } from './guards/approval-workflow.ts'
export { type AgenticConfig, type Items, NO_AGENTIC_CONFIG, perConfig } from './engine/config.ts'
export type { AgentCall, AnyAgenticGuard, ChainGuard } from './engine/guard.ts'
export type { AgenticPorts, ApprovalRequest, Approvals, CapabilityIssuer } from './engine/ports.ts'
export { localState } from '../local-state.ts'
export { type Attacker, noteAttack } from './attack-points.ts'
export { type Lockout, liftHold, listHolds } from './holds.ts'
export { noteToolOutput } from './data-flow/note.ts'
export { confirmChain } from './confirm-chain.ts'
export { toolChain } from './tool-chain.ts'
export { accessChain, actionChain, budgetChain, mcpChain, memoryChain } from './agent-chains.ts'
export { type ActionCall, RISK_WORDS } from './actions/call.ts'
export { type BudgetCall, microUsd } from './budget/call.ts'
export type { MemoryCall } from './memory/call.ts'
export type { MemoryLedger, MemorySlot } from './memory/ledger.ts'
export { memoryNamespace } from './memory/ownership.ts'
