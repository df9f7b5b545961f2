import type { ChainGuard } from '@gatehouse/guards/agentic'
import { type ToolCall, toolMatcher } from '@gatehouse/guards/tools'
import { z } from 'zod'
import { agenticEntries } from '@gatehouse/screening'
import type { McpExchange } from '../exchange.ts'
import { allowedNames, forbiddenNames } from '../policy/route-view.ts'

/** Tool lists in allowlist settings, for all agents. */
const Lists = z.looseObject({ allowed_tools: z.array(z.string()), denied_tools: z.array(z.string()) })
type Lists = z.infer<typeof Lists>

const GUARD = 'tool_allowlist'

/** Cache by settings, and by the names of a route and its servers. */
const listCache = new WeakMap<object, Map<string, unknown>>()

/** Returns settings with the tool names of the route added to the lists. */
function routedLists(settings: unknown, exchange: McpExchange): unknown {
  const read = Lists.safeParse(settings)
  if (!read.success || typeof settings !== 'object' || settings === null) return settings
  const { route, tenant } = exchange
  const routes = listCache.get(settings) ?? new Map<string, unknown>()
  listCache.set(settings, routes)
  const place = JSON.stringify([tenant.tenantId, tenant.agentic.version, route])
  let routed = routes.get(place)
  if (routed === undefined) {
    const { items } = tenant.agentic
    const lists: Lists = {
      ...read.data,
      allowed_tools: allowedNames(read.data.allowed_tools, items, route),
      denied_tools: forbiddenNames(read.data.denied_tools, items, route),
    }
    routed = lists
    routes.set(place, routed)
  }
  return routed
}

/** Returns the tool chain for the tools of a route. List entries for `tool` apply to these. */
export function routedChain(
  chain: readonly ChainGuard<ToolCall>[],
  exchange: McpExchange,
): readonly ChainGuard<ToolCall>[] {
  return chain.map((guard) =>
    guard.name === GUARD
      ? { ...guard, check: (call, settings, context) => guard.check(call, routedLists(settings, exchange), context) }
      : guard,
  )
}

/** Returns whether the lists in the settings allow a tool for any caller. */
export function isLeftByLists(tool: string, exchange: McpExchange): boolean {
  const settings = agenticEntries(exchange.view.agentic).get(GUARD)?.settings
  const lists = Lists.safeParse(routedLists(settings, exchange))
  if (!lists.success) return true
  const { allowed_tools: allowed, denied_tools: denied } = lists.data
  return !toolMatcher(denied).has(tool) && (allowed.length === 0 || toolMatcher(allowed).has(tool))
}
