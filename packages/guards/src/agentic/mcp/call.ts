import type { AgentCall } from '../engine/guard.ts'
import type { ToolTexts } from './tool-definition.ts'

/** One use of a tool of a tool server. */
export interface McpCall extends AgentCall {
  readonly serverId: string
  readonly tool: string
  /** What the server says of the tool now, as far as the caller sent it. */
  readonly texts: ToolTexts | undefined
}
