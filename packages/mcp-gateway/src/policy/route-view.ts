import type { AgentFields } from '@gatehouse/contracts/agents'
import type { Rbac } from '@gatehouse/contracts/guard'
import type { AgenticConfig, Items } from '@gatehouse/guards/agentic'
import { TOOL_DATA_POLICY_KIND } from '@gatehouse/guards/data-policy'
import { TOOLS_DOCUMENT } from '@gatehouse/guards/tools'
import type { TenantSnapshot } from '@gatehouse/screening'
import { ROUTE_KIND } from '../routes/stored-route.ts'
import { routedPolicies } from './routed-policies.ts'
import { serverPatterns, withServerNames } from './server-names.ts'

const TOOL_POLICY_KIND = 'tool_policy'

/** Returns the name of a route's tool in policies, approvals and the audit log. */
export function routedName(route: string, tool: string): string {
  return `${route}/${tool}`
}

const routeViews = new WeakMap<TenantSnapshot, Map<string, TenantSnapshot>>()

/**
 * Returns a tenant's configuration for the tools of one route. There a tool is called `route/tool`, so that a grant for one server's tool
 * is invalid for its namesake on another. Settings for `tool` apply as well. docs/spec/guard.md "Details": policies match both. Cached per
 * version of a tenant.
 */
export function routedTenant(tenant: TenantSnapshot, route: string): TenantSnapshot {
  let routes = routeViews.get(tenant)
  if (routes === undefined) {
    routes = new Map()
    routeViews.set(tenant, routes)
  }
  let view = routes.get(route)
  if (view === undefined) {
    view = { ...tenant, agentic: routedConfig(tenant.agentic, route) }
    routes.set(route, view)
  }
  return view
}

/** Returns {@link routedTenant} for the agentic configuration. */
export function routedConfig(config: AgenticConfig, route: string): AgenticConfig {
  const both = bothNames(route, [...(config.items.get(ROUTE_KIND)?.keys() ?? [])])
  return {
    ...config,
    agents: new Map([...config.agents].map(([id, agent]) => [id, routedAgent(agent, both)])),
    rbac: routedRoles(config.rbac, both),
    items: routedItems(withServerNames(config.items, route), route),
  }
}

/** Returns an allowlist with the names of its tools behind a route. */
export function allowedNames(patterns: readonly string[], items: Items, route: string): string[] {
  return bothNames(route, [...(items.get(ROUTE_KIND)?.keys() ?? [])])(patterns)
}

/** Returns a denylist with all names of its tools behind a route, for each of its servers. */
export function forbiddenNames(patterns: readonly string[], items: Items, route: string): string[] {
  return [...allowedNames(patterns, items, route), ...serverPatterns(patterns, items, route)]
}

type BothNames = (patterns: readonly string[]) => string[]

/**
 * Returns both names of an allowed tool. An entry for a route never matches another route's tool, even if that tool has the route's name.
 */
function bothNames(route: string, routes: readonly string[]): BothNames {
  const isOfRoute = (pattern: string): boolean => routes.some((item) => pattern.startsWith(`${item}/`))
  return (patterns) => [
    ...patterns,
    ...patterns.filter((pattern) => !isOfRoute(pattern)).map((pattern) => routedName(route, pattern)),
  ]
}

function routedAgent(agent: AgentFields, both: BothNames): AgentFields {
  const { tools, role_permissions: ofRoles, agent_permissions: ofAgents } = agent
  const each = (permissions: Readonly<Record<string, string[]>>): Record<string, string[]> =>
    Object.fromEntries(Object.entries(permissions).map(([name, patterns]) => [name, both(patterns)]))
  return {
    ...agent,
    ...(tools === undefined ? {} : { tools: both(tools) }),
    ...(ofRoles === undefined ? {} : { role_permissions: each(ofRoles) }),
    ...(ofAgents === undefined ? {} : { agent_permissions: each(ofAgents) }),
  }
}

function routedRoles(rbac: Rbac, both: BothNames): Rbac {
  const roles = Object.entries(rbac.roles).map(([name, role]) => [
    name,
    role.allowed_tools === undefined ? role : { ...role, allowed_tools: both(role.allowed_tools) },
  ])
  return { ...rbac, roles: Object.fromEntries(roles) as Rbac['roles'] }
}

function routedItems(items: Items, route: string): Items {
  const view = new Map(items)
  const routes = [...(items.get(ROUTE_KIND)?.keys() ?? [])]
  const policies = items.get(TOOL_POLICY_KIND)
  if (policies !== undefined) view.set(TOOL_POLICY_KIND, routedPolicies(policies, route, routes))
  const ofData = items.get(TOOL_DATA_POLICY_KIND)
  if (ofData !== undefined) view.set(TOOL_DATA_POLICY_KIND, routedDataPolicies(ofData, route))
  const documents = items.get('document')
  const listed = documents?.get(TOOLS_DOCUMENT)
  if (listed !== undefined) {
    view.set('document', new Map([...documents!, [TOOLS_DOCUMENT, routedTools(listed, route)]]))
  }
  return view
}

type Documents = ReadonlyMap<string, Readonly<Record<string, unknown>>>

/** Returns data policies with the policy of `route/tool`, if there is one, in place of that of `tool`. */
function routedDataPolicies(policies: Documents, route: string): Documents {
  const named = [...policies].filter(([name]) => !name.startsWith(`${route}/`))
  return new Map([...named.map(([name, policy]) => [routedName(route, name), policy] as const), ...policies])
}

/** Returns the tenant's tool list with the additional route names. */
function routedTools(document: Readonly<Record<string, unknown>>, route: string): Readonly<Record<string, unknown>> {
  const tools = Array.isArray(document['tools']) ? (document['tools'] as { function: { name: string } }[]) : []
  const here = tools.map((tool) => ({
    ...tool,
    function: { ...tool.function, name: routedName(route, tool.function.name) },
  }))
  return { ...document, tools: [...tools, ...here] }
}
