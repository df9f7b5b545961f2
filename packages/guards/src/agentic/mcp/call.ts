import type { AgentCall } from '../engine/guard.ts'
import type { ToolTexts } from './tool-definition.ts'

/** One call of a tool on an MCP server. */
export interface McpCall extends AgentCall {
  readonly serverId: string
  readonly tool: string
  /** The server's current description of the tool, if the caller sent it. */
  readonly texts: ToolTexts | undefined
}
