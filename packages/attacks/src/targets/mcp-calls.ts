import type { McpRequest } from './mcp-probe.ts'
import type { McpParameter, McpTool } from './mcp-tools.ts'

/** Answer to a request of a plan. */
export interface McpAnswer {
  readonly text: string
  readonly result: unknown
  /** The server or the tool reports an error. */
  readonly isError: boolean
}

export interface Explorer {
  readonly tools: readonly McpTool[]
  /** Tools that the owner of the server allows; undefined: not configured. */
  readonly allowedTools: readonly string[] | undefined
  /** Sends one request; undefined without an answer. */
  readonly ask: (request: McpRequest) => Promise<McpAnswer | undefined>
}

/** Parameter of a tool that may receive values of a kind. */
export interface Slot {
  readonly tool: McpTool
  readonly parameter: McpParameter
  readonly fit: 1 | 2
}
