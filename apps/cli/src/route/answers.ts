import { McpPin, McpUpstream } from '@gatehouse/contracts'
import { z } from 'zod'

/** What the service answers about routes and pins. */
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

/** Where routes are administered. */
export const BASE = '/v1/tenant/me/mcp-gateway'

/** What must not reach a terminal from a tool server's words. */
const CONTROLS = /(?![\n\t])\p{Cc}+/gu

export function printable(text: string): string {
  return text.replaceAll(CONTROLS, ' ')
}
