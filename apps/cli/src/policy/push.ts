import { differences, isJsonObject } from '@gatehouse/kernel'
import { requestOf } from './gateways.ts'
import { escaped, resolved, settled } from './references.ts'
import { type RemoteTenant, ruleKey, type TenantDocument } from './document.ts'
import type { Server } from './server.ts'

/** One request of a push. */
export interface Step {
  /** Readable description, e.g. `create agent support-bot`. */
  readonly does: string
  readonly method: 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: unknown
}

/**
 * Returns the requests that bring a tenant to the state of a document. Empty without differences.
 * @param env values of environment references
 * @param isRenewing whether to send values of references even if the service has a value
 * @throws {Failure} `invalid_request` if a required reference has no value
 */
export function stepsTo(
  remote: RemoteTenant,
  local: TenantDocument,
  env: Environment = {},
  isRenewing = false,
): readonly Step[] {
  return [
    ...policySteps(remote, local),
    ...ruleSteps(remote, local),
    ...agentSteps(remote, local),
    ...toolSteps(remote, local),
    ...dataSteps(remote, local),
    ...upstreamSteps(remote, local, env, isRenewing),
    ...routeSteps(remote, local, env, isRenewing),
  ]
}

/** Sends the requests in order. After a failure the previous requests stay applied, and another push continues there. */
export async function push(server: Server, steps: readonly Step[], done: (step: Step) => void): Promise<void> {
  for (const step of steps) {
    await server.send(step.method, step.path, step.body)
    done(step)
  }
}

const BLOCKS = ['mode', 'input_guardrails', 'output_guardrails', 'agentic_guardrails'] as const

function policySteps({ document }: RemoteTenant, local: TenantDocument): Step[] {
  const changed = BLOCKS.filter((name) => local[name] !== undefined && !isSame(document[name], local[name]))
  if (changed.length === 0) return []
  // The service replaces all sections. Sections that the file omits are sent back unchanged, with secrets masked.
  const body = Object.fromEntries(BLOCKS.map((name) => [name, local[name] ?? document[name]]))
  return [{ does: `replace ${changed.join(', ')}`, method: 'PUT', path: '/v1/tenant/me/policies', body }]
}

function ruleSteps({ document, ruleIds }: RemoteTenant, { custom_policies: local }: TenantDocument): Step[] {
  if (local === undefined) return []
  const before = document.custom_policies
  const path = '/v1/tenant/me/custom-policies/'
  const at = (key: string): string => `${path}${encodeURIComponent(ruleIds.get(key)!)}`
  const removed = Object.values(before).filter((rule) => !Object.hasOwn(local, ruleKey(rule)))
  // Removals first, because a stage has at most ten policies.
  return [
    ...removed.map((rule): Step => {
      const key = ruleKey(rule)
      return { does: `delete custom policy ${key}`, method: 'DELETE', path: at(key) }
    }),
    ...Object.entries(local).flatMap(([key, rule]): Step[] => {
      if (!Object.hasOwn(before, key))
        return [{ does: `create custom policy ${key}`, method: 'POST', path, body: rule }]
      if (isSame(before[key], rule)) return []
      return [{ does: `update custom policy ${key}`, method: 'PUT', path: at(key), body: rule }]
    }),
  ]
}

function agentSteps({ document: { agents: before } }: RemoteTenant, { agents: local }: TenantDocument): Step[] {
  if (local === undefined) return []
  const path = '/v1/agents/registry'
  const removed = Object.keys(before).filter((id) => !Object.hasOwn(local, id))
  return [
    ...Object.entries(local).flatMap(([id, agent]): Step[] => {
      const known = before[id]
      if (known === undefined) {
        return [{ does: `create agent ${id}`, method: 'POST', path, body: { agent_id: id, ...agent } }]
      }
      if (isSame(known, agent)) return []
      return [{ does: `update agent ${id}`, method: 'PUT', path: `${path}/${id}`, body: mergePatch(known, agent) }]
    }),
    // Removals last, so that a push that fails halfway never leaves the tenant without agents.
    ...removed.map((id): Step => ({ does: `delete agent ${id}`, method: 'DELETE', path: `${path}/${id}` })),
  ]
}

function toolSteps({ document }: RemoteTenant, { tools, tool_policies: policies }: TenantDocument): Step[] {
  const steps: Step[] = []
  if (tools !== undefined && !isSame(document.tools, tools)) {
    const body = { tools: Object.values(tools) }
    steps.push({ does: 'replace the tool list', method: 'PUT', path: '/v1/tenant/me/tools', body })
  }
  if (policies !== undefined && !isSame(document.tool_policies, policies)) {
    // Wrapped, because in a bare map a tool called "policies" would be ambiguous.
    const body = { policies }
    steps.push({ does: 'replace the tool policies', method: 'PUT', path: '/v1/agents/tools/policies', body })
  }
  return steps
}

function dataSteps({ document }: RemoteTenant, local: TenantDocument): Step[] {
  const { data_policies: policies, global_data_policy: global } = local
  const at = (tool: string): string => `/v1/data-policies/tools/${encodeURIComponent(tool)}/policy`
  const steps: Step[] = []
  if (policies !== undefined) {
    for (const [tool, body] of Object.entries(policies)) {
      if (Object.hasOwn(document.data_policies, tool) && isSame(document.data_policies[tool], body)) continue
      steps.push({ does: `save the data policy of ${tool}`, method: 'PUT', path: at(tool), body })
    }
    // Removals last, after their replacements exist, such as tool policies that replace a prefix policy.
    for (const tool of Object.keys(document.data_policies)) {
      if (Object.hasOwn(policies, tool)) continue
      steps.push({ does: `delete the data policy of ${tool}`, method: 'DELETE', path: at(tool) })
    }
  }
  if (global !== undefined && !isSame(document.global_data_policy, global)) {
    const path = '/v1/data-policies/global/policy'
    steps.push(
      global === null
        ? { does: 'delete the tenant-wide data policy', method: 'DELETE', path }
        : { does: 'save the tenant-wide data policy', method: 'POST', path, body: global },
    )
  }
  return steps
}

type Environment = Readonly<Record<string, string | undefined>>

/** Returns whether the service already has the file's value. References match any value. */
function isStored(current: unknown, value: unknown, isRenewing: boolean): boolean {
  return isSame(current, settled(value, isRenewing ? undefined : current))
}

function upstreamSteps(
  { document: { model_upstreams: before } }: RemoteTenant,
  { model_upstreams: local }: TenantDocument,
  env: Environment,
  isRenewing: boolean,
): Step[] {
  if (local === undefined || isStored(before, local, isRenewing)) return []
  // The service replaces all of them. Unchanged ones are sent back with secrets masked.
  const upstreams = Object.entries(local).map(([name, upstream]) => {
    const current = before[name]
    return current !== undefined && isStored(current, upstream, isRenewing)
      ? escaped(requestOf(current))
      : requestOf(upstream)
  })
  const body = resolved({ upstreams }, env)
  return [{ does: 'replace the model upstreams', method: 'PUT', path: '/v1/tenant/me/model-upstreams', body }]
}

function routeSteps(
  { document: { mcp_routes: before } }: RemoteTenant,
  { mcp_routes: local }: TenantDocument,
  env: Environment,
  isRenewing: boolean,
): Step[] {
  if (local === undefined) return []
  const at = (name: string): string => `/v1/tenant/me/mcp-gateway/upstreams/${encodeURIComponent(name)}`
  const removed = Object.keys(before).filter((name) => !Object.hasOwn(local, name))
  return [
    ...Object.entries(local).flatMap(([name, route]): Step[] => {
      const current = before[name]
      if (current !== undefined && isStored(current, route, isRenewing)) return []
      const does = `${current === undefined ? 'create' : 'update'} MCP route ${name}`
      return [{ does, method: 'PUT', path: at(name), body: resolved(requestOf(route), env) }]
    }),
    ...removed.map((name): Step => ({
      does: `delete MCP route ${name} and its tool pins`,
      method: 'DELETE',
      path: at(name),
    })),
  ]
}

function isSame(one: unknown, other: unknown): boolean {
  return differences(one, other).length === 0
}

/** Returns the merge patch between two documents: null removes a member. RFC 7396. */
function mergePatch(before: unknown, after: unknown): unknown {
  if (!isJsonObject(before) || !isJsonObject(after)) return after
  const removed = Object.keys(before).filter((name) => !Object.hasOwn(after, name))
  const remaining = Object.entries(after).filter(
    ([name, value]) => !Object.hasOwn(before, name) || !isSame(before[name], value),
  )
  return Object.fromEntries([
    ...removed.map((name): [string, unknown] => [name, null]),
    ...remaining.map(([name, value]): [string, unknown] => [name, mergePatch(before[name], value)]),
  ])
}
