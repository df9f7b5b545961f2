// Exports for agents: registration, approvals, memory, capability keys, MCP pins.
export {
  type AgentRow,
  AGENTS_MAX,
  changeAgent,
  deleteAgent,
  insertAgent,
  agentIds,
  listAgents,
  readAgent,
} from './tables/agents.ts'
export {
  forgetUnregistered,
  listUnregistered,
  noteUnregistered,
  type UnregisteredAgent,
} from './tables/unregistered-agents.ts'
export {
  type CapabilityKeyRow,
  changeCapabilityKeys,
  listCapabilityKeys,
  resealCapabilityKey,
} from './tables/capability-keys.ts'
export { deleteMemoryEntry, purgeMemory, readMemorySlot, writeMemoryEntry } from './tables/memory-entries.ts'
export { type Decided, decideApproval, spendGrant } from './tables/approval-decisions.ts'
export type { ApprovalRow } from './tables/approval-rows.ts'
export {
  type ApprovalPage,
  countApprovals,
  fileApproval,
  listApprovals,
  readApproval,
  sweepApprovals,
} from './tables/approvals.ts'
export {
  acceptPin,
  changePins,
  insertPins,
  listPins,
  notePinsSeen,
  type PinnedDefinition,
  type PinRow,
  pinsElsewhere,
  readPin,
} from './tables/mcp-pins.ts'
