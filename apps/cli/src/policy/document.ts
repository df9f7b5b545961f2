import { Agent, ListedTool, McpUpstream } from '@gatehouse/contracts/agents'
import { ModelUpstream } from '@gatehouse/contracts/content'
import { OwnTenant, PolicyView } from '@gatehouse/contracts/guard'
import {
  type AgentEntry,
  CustomPolicy,
  DataPolicy,
  NewCustomPolicy,
  type PolicyFile,
  ToolPolicyEntry,
} from '@gatehouse/contracts/policies'
import { Failure, isJsonObject } from '@gatehouse/kernel'
import { z } from 'zod'
import { fileRoute, fileUpstream, type Gateways, routeOf, upstreamOf } from './gateways.ts'
import type { Server } from './server.ts'

/** A tenant's configuration with defaults applied and lists keyed by name, for comparison. */
export interface TenantDocument {
  readonly mode?: string
  readonly input_guardrails?: Readonly<Record<string, unknown>>
  readonly output_guardrails?: Readonly<Record<string, unknown>>
  readonly agentic_guardrails?: Readonly<Record<string, unknown>>
  /** By {@link ruleKey}. */
  readonly custom_policies?: Readonly<Record<string, NewCustomPolicy>>
  readonly agents?: Readonly<Record<string, Required<AgentEntry>>>
  /** By name. */
  readonly tools?: Readonly<Record<string, ListedTool>>
  readonly tool_policies?: Readonly<Record<string, ToolPolicyEntry>>
  readonly data_policies?: Readonly<Record<string, DataPolicy>>
  readonly global_data_policy?: DataPolicy | null
  /** By name; secrets are `***`, or references in a file. */
  readonly model_upstreams?: Gateways
  readonly mcp_routes?: Gateways
}

/** Tenant state on a server. */
export interface RemoteTenant {
  readonly tenantId: string
  readonly document: Required<TenantDocument>
  /** The ids of custom policies by {@link ruleKey}. */
  readonly ruleIds: ReadonlyMap<string, string>
  /** Administrators' role definitions. Tenants cannot change them. */
  readonly roles: z.infer<typeof OwnTenant>['rbac']['roles']
}

const AgentList = z.object({ items: z.array(Agent) })
const ToolList = z.object({ tools: z.array(ListedTool) })
// Fields that the server adds are removed unless a file can contain them.
const ToolPolicyList = z.object({ tool_policies: z.record(z.string(), ToolPolicyEntry.strip()) })
const DataPolicyList = z.object({ policies: z.record(z.string(), DataPolicy) })
const UpstreamList = z.object({ upstreams: z.array(ModelUpstream) })
const RouteList = z.object({ upstreams: z.array(McpUpstream.extend({ route: z.string() })) })
const GlobalDataPolicy = z.object({ exists: z.boolean(), policy: z.unknown() })

/** @throws {Failure} if the server cannot be read, or two policies of a stage share a name */
export async function readTenant(server: Server): Promise<RemoteTenant> {
  const view = await server.get('/v1/tenant/me/policies', PolicyView)
  const [me, agents, tools, toolPolicies, dataPolicies, global, models, routes] = await Promise.all([
    server.get('/v1/tenant/me', OwnTenant),
    server.get('/v1/agents/registry', AgentList),
    server.get('/v1/tenant/me/tools', ToolList),
    server.get('/v1/agents/tools/policies', ToolPolicyList),
    server.get('/v1/data-policies/tools', DataPolicyList),
    server.get('/v1/data-policies/global/policy', GlobalDataPolicy),
    server.get('/v1/tenant/me/model-upstreams', UpstreamList),
    server.get('/v1/tenant/me/mcp-gateway/upstreams', RouteList),
  ])
  const rules = view.custom_policies ?? []
  return {
    tenantId: view.tenant_id,
    roles: me.rbac.roles,
    document: {
      mode: view.mode,
      input_guardrails: view.input_guardrails,
      output_guardrails: view.output_guardrails,
      agentic_guardrails: view.agentic_guardrails,
      custom_policies: rulesByKey(rules.map(ruleOf)),
      agents: Object.fromEntries(agents.items.map(({ agent_id: id, ...rest }) => [id, agentOf(id, rest)])),
      tools: toolsByName(tools.tools),
      tool_policies: toolPolicies.tool_policies,
      data_policies: dataPolicies.policies,
      global_data_policy: global.exists ? DataPolicy.parse(global.policy) : null,
      model_upstreams: upstreamsByName(models.upstreams.map(upstreamOf)),
      mcp_routes: Object.fromEntries(routes.upstreams.map((route) => [route.route, routeOf(route)])),
    },
    ruleIds: new Map(rules.map((rule) => [ruleKey(rule), rule.policy_id])),
  }
}

/** Sections with the same form in files and on servers. */
const ALIKE = [
  'mode',
  'input_guardrails',
  'output_guardrails',
  'agentic_guardrails',
  'tool_policies',
  'data_policies',
  'global_data_policy',
] as const

/** Converts a file to the common form; missing sections stay absent. */
export function documentOf(file: PolicyFile): TenantDocument {
  const { custom_policies: rules, agents, tools, model_upstreams: models, mcp_routes: routes } = file
  return {
    ...Object.fromEntries(ALIKE.flatMap((name) => (file[name] === undefined ? [] : [[name, file[name]]]))),
    ...(rules === undefined ? {} : { custom_policies: rulesByKey(rules) }),
    ...(agents === undefined
      ? {}
      : { agents: Object.fromEntries(Object.entries(agents).map(([id, agent]) => [id, agentOf(id, agent)])) }),
    ...(tools === undefined ? {} : { tools: toolsByName(tools) }),
    ...(models === undefined ? {} : { model_upstreams: upstreamsByName(models.map(upstreamOf)) }),
    ...(routes === undefined ? {} : { mcp_routes: mapped(routes, routeOf) }),
  }
}

/** Returns the equivalent file content, without defaults of rules and agents. */
export function fileOf({ tenantId, document, roles }: RemoteTenant): Readonly<Record<string, unknown>> {
  const { custom_policies, agents, tools, tool_policies, data_policies, global_data_policy, ...others } = document
  const { model_upstreams, mcp_routes, ...blocks } = others
  const rules = Object.values(custom_policies).toSorted(
    (a, b) => compare(a.stage, b.stage) || a.priority - b.priority || compare(a.name, b.name),
  )
  return {
    version: 1,
    tenant: tenantId,
    ...blocks,
    custom_policies: rules.map((rule) =>
      without(rule, NewCustomPolicy.parse({ name: rule.name, prompt: rule.prompt }), RULE_KEEPS),
    ),
    agents: mapped(agents, (agent, id) => without(agent, agentOf(id, {}), [])),
    tools: Object.values(tools).toSorted((a, b) => compare(a.function.name, b.function.name)),
    tool_policies: mapped(tool_policies, (policy) => without(policy, ToolPolicyEntry.parse({}), [])),
    data_policies: mapped(data_policies, (policy) => without(policy, DataPolicy.parse({}), [])),
    global_data_policy: global_data_policy === null ? null : without(global_data_policy, DataPolicy.parse({}), []),
    model_upstreams: Object.values(model_upstreams).map(fileUpstream),
    mcp_routes: mapped(mcp_routes, fileRoute),
    ...(Object.keys(roles).length === 0 ? {} : { rbac: { roles } }),
  }
}

/** Fields of a rule that are always written, so that files are readable without knowledge of the defaults. */
const RULE_KEEPS = ['name', 'prompt', 'stage', 'action']

/** Ids differ between servers; a rule is identified by its stage and name. */
export function ruleKey({ stage, name }: { readonly stage: string; readonly name: string }): string {
  return `${stage}/${name}`
}

function rulesByKey(rules: readonly NewCustomPolicy[]): Record<string, NewCustomPolicy> {
  return byName(rules, ruleKey, ({ stage, name }) => `custom policies for ${stage} are named "${name}"`)
}

function toolsByName(tools: readonly ListedTool[]): Record<string, ListedTool> {
  return byName(
    tools,
    (tool) => tool.function.name,
    (tool) => `tools are named "${tool.function.name}"`,
  )
}

function upstreamsByName(upstreams: readonly Gateways[string][]): Gateways {
  return byName(
    upstreams,
    ({ name }) => String(name),
    ({ name }) => `model upstreams are named "${String(name)}"`,
  )
}

function byName<One>(
  all: readonly One[],
  nameOf: (item: One) => string,
  say: (item: One) => string,
): Record<string, One> {
  const named = new Map<string, One>()
  for (const item of all) {
    const name = nameOf(item)
    if (named.has(name)) {
      throw new Failure('conflict', `Two ${say(item)}. Rename one: names in a policy file must be unique.`)
    }
    named.set(name, item)
  }
  return Object.fromEntries(named)
}

function ruleOf(policy: CustomPolicy): NewCustomPolicy {
  return NewCustomPolicy.parse(policy)
}

function agentOf(id: string, agentEntry: AgentEntry): Required<AgentEntry> {
  return {
    name: agentEntry.name ?? id,
    description: agentEntry.description ?? '',
    tools: agentEntry.tools ?? [],
    role_permissions: agentEntry.role_permissions ?? {},
    agent_permissions: agentEntry.agent_permissions ?? {},
    status: agentEntry.status ?? 'active',
    metadata: withoutNulls(agentEntry.metadata ?? {}),
  }
}

/** In a patch, null removes a field, so that null and absent are equivalent here. */
function withoutNulls(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) =>
      item === null ? [] : [[name, isJsonObject(item) ? withoutNulls(item) : item]],
    ),
  )
}

function mapped<One, Made>(all: Readonly<Record<string, One>>, make: (item: One, name: string) => Made) {
  return Object.fromEntries(Object.entries(all).map(([name, item]) => [name, make(item, name)]))
}

function without(value: object, defaults: object, keeps: readonly string[]): Record<string, unknown> {
  const usual = new Map(Object.entries(defaults))
  return Object.fromEntries(
    Object.entries(value).filter(
      ([name, item]) => keeps.includes(name) || JSON.stringify(item) !== JSON.stringify(usual.get(name)),
    ),
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
