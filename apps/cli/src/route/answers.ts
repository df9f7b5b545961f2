import { McpPin, McpUpstream } from '@gatehouse/contracts/agents'
import { z } from 'zod'

/** Service responses about routes and pins. */
export const Written = z.object({
  status: z.enum(['created', 'updated']),
  tenant_id: z.string(),
  route: z.string(),
  upstream: McpUpstream,
  warning: z.string().optional(),
})
export const Route = z.object({ tenant_id: z.string(), route: z.string(), upstream: McpUpstream })
export const Routes = z.object({
  tenant_id: z.string(),
  upstreams: z.array(McpUpstream.extend({ route: z.string() })),
})
export const Pins = z.object({ tenant_id: z.string(), pins: z.array(McpPin) })
export const Accepted = z.object({ status: z.literal('accepted'), tenant_id: z.string(), pin: McpPin })

/** Base path of route administration. */
export const BASE = '/v1/tenant/me/mcp-gateway'

/** Control characters from tool servers, which must not reach a terminal. */
const CONTROLS = /(?![\n\t])\p{Cc}+/gu

export function printable(text: string): string {
  return text.replaceAll(CONTROLS, ' ')
}
