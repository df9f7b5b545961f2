import type { McpPorts } from '../ports.ts'
import type { Enforcement } from '../enforcement/enforcement.ts'
import type { McpExchange } from '../exchange.ts'
import type { ListedTool } from '../pins/definition.ts'

/** Context of one HTTP request to a route. */
export interface InterceptorParts {
  readonly exchange: McpExchange
  readonly enforcement: Enforcement
  readonly ports: McpPorts
  /** Owner of the sessions and connections. */
  readonly owner: string
  /**
   * Checks all listed tools of the server, unless that was just done.
   * @returns whether it was done: a server may be unavailable
   */
  readonly lookUp: (judge: (tools: readonly ListedTool[]) => Promise<unknown>) => Promise<boolean>
}
