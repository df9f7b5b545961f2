import type { AccessCall } from './access/call.ts'
import type { ActionCall } from './actions/call.ts'
import type { BudgetCall } from './budget/call.ts'
import type { ChainGuard } from './engine/guard.ts'
import attackBudget from './guards/attack-budget.ts'
import actionGuard from './guards/action-guard.ts'
import agentBudget from './guards/agent-budget.ts'
import certIdentity from './guards/cert-identity.ts'
import dataAccessGuard from './guards/data-access-guard.ts'
import mcpGuard from './guards/mcp-guard.ts'
import memoryGuard from './guards/memory-guard.ts'
import sensitiveActionConfirmation from './guards/sensitive-action-confirmation.ts'
import type { McpCall } from './mcp/call.ts'
import type { MemoryCall } from './memory/call.ts'

// Guard chains of agent checks other than tool checks. Identity is always checked first.
export const accessChain: readonly ChainGuard<AccessCall>[] = [certIdentity, dataAccessGuard]
export const actionChain: readonly ChainGuard<ActionCall>[] = [
  certIdentity,
  attackBudget,
  actionGuard,
  sensitiveActionConfirmation,
]
export const budgetChain: readonly ChainGuard<BudgetCall>[] = [certIdentity, agentBudget]
export const memoryChain: readonly ChainGuard<MemoryCall>[] = [certIdentity, memoryGuard]
export const mcpChain: readonly ChainGuard<McpCall>[] = [certIdentity, mcpGuard]
