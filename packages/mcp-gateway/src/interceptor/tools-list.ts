import { yieldAfter } from '@gatehouse/kernel'
import { authorizeTool, bannedBy } from '@gatehouse/guards/tools'
import type { Fields, JsonRpcRequest } from '@gatehouse/mcp'
import { isLeftByLists } from '../enforcement/listed-tools.ts'
import { GATEWAY_PATH, type McpExchange } from '../exchange.ts'
import { routedName } from '../policy/route-view.ts'
import { isFields } from '../screening/envelope.ts'
import { isEnforced } from './holds.ts'
import { framed } from './known-fields.ts'
import type { InterceptorParts } from './parts.ts'
import { isHidden } from './standing.ts'
import { toolsOf } from '../tools-of.ts'

/** Returns a page of visible tools: those that the caller may call, without poisoned or changed ones. Pagination is unchanged. */
export async function visibleTools(request: JsonRpcRequest, result: Fields, parts: InterceptorParts): Promise<Fields> {
  const { exchange, ports } = parts
  const { tenant, route, stored, caller, context } = exchange
  if (caller.agentKey !== undefined && !tenant.agentic.agents.has(caller.agentKey)) {
    ports.unregistered.note(tenant.tenantId, caller.agentKey, GATEWAY_PATH, caller.userRole)
  }
  const tools = await toolsOf(result)
  const complete = request.params?.['cursor'] === undefined && isCompleteList(result)
  const standings = await ports.mcp.pins.judge(tenant, route, { tools, complete }, context.requestId)
  const isMonitored = tenant.mode === 'monitor'
  const seen = new Set<string>()
  const shown: Fields[] = []
  let turn_ms = performance.now()
  for (const { name, shown: item } of tools) {
    if (seen.has(name)) continue
    seen.add(name)
    turn_ms = await yieldAfter(turn_ms)
    const standing = standings.get(name)
    const maySee = standing !== undefined && !isHidden(standing.state, stored) && mayCall(name, exchange)
    if (isMonitored || maySee) shown.push(item)
  }
  return {
    ...framed(result),
    ...pageMeta(result, exchange),
    tools: shown,
  }
}

/** Returns the unavailable servers, by their names in the route. */
function pageMeta({ _meta: meta }: Fields, { stored }: McpExchange): Fields {
  const away = isFields(meta) ? meta[UNAVAILABLE] : undefined
  if (!Array.isArray(away)) return {}
  const names = stored.servers.map(({ name }) => name).filter((name) => away.includes(name))
  return names.length === 0 ? {} : { _meta: { [UNAVAILABLE]: names } }
}

const UNAVAILABLE = 'gatehouse/unavailable'

/** Whether the list has no further pages and no server is unavailable. */
function isCompleteList({ nextCursor, _meta: meta }: Fields): boolean {
  return nextCursor === undefined && !(isFields(meta) && UNAVAILABLE in meta)
}

/** Whether the authorization steps would allow a call of the tool. */
export function mayCall(name: string, exchange: McpExchange): boolean {
  const { view, route, caller } = exchange
  const { agentic: config } = view
  const tool = routedName(route, name)
  if (isEnforced(config, 'tool_killswitch') && bannedBy(config.items.get('disabled_tool'), tool) !== undefined)
    return false
  if (isEnforced(config, 'tool_allowlist') && !isLeftByLists(tool, exchange)) return false
  const authorization = authorizeTool(config, { ...caller, tool })
  return authorization.allowed || !isEnforced(config, authorization.guardrail)
}
