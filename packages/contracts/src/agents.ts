// Exports for agents: tool calls, approvals, capabilities, memory, MCP servers.
export { Agent, AgentFields } from './guard/agent.ts'
export {
  ActionCheck,
  AgentBudget,
  agentCheckEndpoints,
  type BudgetRemaining,
  type BudgetUsage,
} from './guard/agent-check.ts'
export { McpCheck, McpRegister, McpServer, mcpServerEndpoints, McpTool } from './guard/mcp-server.ts'
export { MemoryCheck, memoryEndpoints, type MemoryOperation } from './guard/memory.ts'
export {
  CapabilityDecision,
  capabilityEndpoints,
  CapabilityMint,
  CapabilityVerify,
  Clearance,
  CLEARANCES,
  JWKS_MAX_AGE_S,
} from './guard/capability.ts'
export { ToolOutputCheck, ToolOutputVerdict } from './guard/tool-output.ts'
export { ToolCheck, toolCheckEndpoints } from './guard/tool-check.ts'
export { ListedTool, toolEndpoints } from './guard/tool-endpoints.ts'
export { Approval, approvalEndpoints } from './guard/approval.ts'
export { AttackHold, holdEndpoints } from './guard/holds.ts'
export { CircuitBreaker, toolControlEndpoints } from './guard/tool-controls.ts'
export { McpPin, mcpGatewayEndpoints, mcpRouteEndpoints } from './guard/mcp-gateway.ts'
export { McpRouteRequest, McpUpstream, ROUTE_NAME } from './guard/mcp-route.ts'
