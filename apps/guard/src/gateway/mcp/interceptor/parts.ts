import type { GuardPorts } from '../../../routes/handler.ts'
import type { Enforcement } from '../enforcement/enforcement.ts'
import type { McpExchange } from '../exchange.ts'
import type { ListedTool } from '../pins/definition.ts'

/** What stands behind one HTTP request to a route. */
export interface InterceptorParts {
  readonly exchange: McpExchange
  readonly enforcement: Enforcement
  readonly ports: GuardPorts
  /** All tools that the server lists now; undefined where it cannot be asked at present. */
  readonly listTools: (signal: AbortSignal) => Promise<readonly ListedTool[] | undefined>
}
