import { type ChainGuard, mcpChain } from '@gatehouse/guards/agentic'
import { StoredMcpServer, type ToolCall, toolsetProblem } from '@gatehouse/guards/tools'
import { fullName } from '@gatehouse/mcp'
import type { McpPorts } from '../ports.ts'
import type { McpExchange } from '../exchange.ts'

/** A registered server of the tenant, with its name for the tool. */
interface Registered {
  readonly serverId: string
  readonly tool: string
}

/** Returns the steps for the server of a tool, if the tenant has registered it. */
export function ofServer(called: ToolCall, exchange: McpExchange, ports: McpPorts): readonly ChainGuard<ToolCall>[] {
  const guard = mcpChain.find(({ name }) => name === 'mcp_guard')
  if (guard === undefined) return []
  return registeredAs(called.tool.slice(exchange.route.length + 1), exchange, ports).map(
    ({ serverId, tool }): ChainGuard<ToolCall> => ({
      ...guard,
      check: (call, settings, context) => {
        // If the agent's toolset allows the route name of a tool, no other name is needed.
        const isAllowed = toolsetProblem(context.config, call) === undefined
        const agentKey = isAllowed ? undefined : call.agentKey
        return guard.check({ ...call, agentKey, serverId, tool, texts: undefined }, settings, context)
      },
    }),
  )
}

/** Returns the registrations of a tool's server: under the id of the route, or under any id with its address. */
function registeredAs(tool: string, { tenant, route, stored }: McpExchange, { mcp }: McpPorts): readonly Registered[] {
  const servers = tenant.agentic.items.get('mcp_server')
  if (servers === undefined || servers.size === 0) return []
  const found: Registered[] = servers.has(route) ? [{ serverId: route, tool }] : []
  if (found.length > 0 && !stored.several) return found
  const { identities } = mcp.sealer.open(tenant.tenantId, route, stored)
  const index = stored.several ? stored.servers.findIndex(({ name }) => tool.startsWith(fullName(name, ''))) : 0
  const identity = identities[index]
  for (const [id, document] of servers) {
    const { url, tools } = StoredMcpServer.parse(document)
    if (id === route || url === null || identity === undefined || url.replace(/\/+$/, '') !== identity) continue
    found.push({ serverId: id, tool: stored.several ? ownName(tool, stored.servers[index]!.name, tools) : tool })
  }
  return found
}

/** Returns a server's own name of a tool. A long name is resolved only by the registered tools. */
function ownName(tool: string, server: string, known: readonly { readonly name: string }[]): string {
  return known.find(({ name }) => fullName(server, name) === tool)?.name ?? tool.slice(fullName(server, '').length)
}
