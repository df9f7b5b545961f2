import type { Egress } from '@gatehouse/kernel/egress'
import type { ScreenPorts } from '@gatehouse/screening'
import type { McpGateway } from './gateway.ts'

/** Ports of the enforcement on a route. */
export interface McpPorts extends ScreenPorts {
  readonly mcp: McpGateway
  /** For routes whose decisions another Gatehouse makes. */
  readonly egress: Egress
}
