import type { McpPorts } from '../ports.ts'
import type { Enforcement } from '../enforcement/enforcement.ts'
import type { McpExchange } from '../exchange.ts'
import type { ListedTool } from '../pins/definition.ts'

/** What stands behind one HTTP request to a route. */
export interface InterceptorParts {
  readonly exchange: McpExchange
  readonly enforcement: Enforcement
  readonly ports: McpPorts
  /** Whose sessions and connections these are. */
  readonly owner: string
  /**
   * Has all tools judged that the server lists, unless that was done a moment ago.
   * @returns whether it was: a server cannot always be asked
   */
  readonly lookUp: (judge: (tools: readonly ListedTool[]) => Promise<unknown>) => Promise<boolean>
}
