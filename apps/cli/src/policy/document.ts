import {
  Agent,
  type AgentEntry,
  CustomPolicy,
  NewCustomPolicy,
  type PolicyFile,
  PolicyView,
} from '@gatehouse/contracts'
import { Failure } from '@gatehouse/kernel'
import { z } from 'zod'
import type { Server } from './server.ts'

/** A tenant's configuration with every default filled in and things under names, so that two can be compared. */
export interface TenantDocument {
  readonly mode?: string
  readonly input_guardrails?: Readonly<Record<string, unknown>>
  readonly output_guardrails?: Readonly<Record<string, unknown>>
  readonly agentic_guardrails?: Readonly<Record<string, unknown>>
  /** By {@link ruleKey}. */
  readonly custom_policies?: Readonly<Record<string, NewCustomPolicy>>
  readonly agents?: Readonly<Record<string, Required<AgentEntry>>>
}

/** What a server holds of a tenant. */
export interface RemoteTenant {
  readonly tenantId: string
  readonly document: Required<TenantDocument>
  /** The ids of custom policies by {@link ruleKey}. */
  readonly ruleIds: ReadonlyMap<string, string>
}

const AgentList = z.object({ items: z.array(Agent) })

/** @throws {Failure} when the server cannot be read, or two policies of a stage share a name */
export async function readTenant(server: Server): Promise<RemoteTenant> {
  const view = await server.get('/v1/tenant/me/policies', PolicyView)
  const { items } = await server.get('/v1/agents/registry', AgentList)
  const rules = view.custom_policies ?? []
  return {
    tenantId: view.tenant_id,
    document: {
      mode: view.mode,
      input_guardrails: view.input_guardrails,
      output_guardrails: view.output_guardrails,
      agentic_guardrails: view.agentic_guardrails,
      custom_policies: rulesByKey(rules.map(ruleOf)),
      agents: Object.fromEntries(items.map(({ agent_id: id, ...rest }) => [id, agentOf(id, rest)])),
    },
    ruleIds: new Map(rules.map((rule) => [ruleKey(rule), rule.policy_id])),
  }
}

/** What a file says, in the same form; sections that it does not have are absent. */
export function documentOf(file: PolicyFile): TenantDocument {
  const { mode, input_guardrails, output_guardrails, agentic_guardrails, custom_policies, agents } = file
  return {
    ...(mode === undefined ? {} : { mode }),
    ...(input_guardrails === undefined ? {} : { input_guardrails }),
    ...(output_guardrails === undefined ? {} : { output_guardrails }),
    ...(agentic_guardrails === undefined ? {} : { agentic_guardrails }),
    ...(custom_policies === undefined ? {} : { custom_policies: rulesByKey(custom_policies) }),
    ...(agents === undefined
      ? {}
      : { agents: Object.fromEntries(Object.entries(agents).map(([id, agent]) => [id, agentOf(id, agent)])) }),
  }
}

/** What a file would have to hold to say the same: without what every rule and every agent has anyway. */
export function fileOf({ tenantId, document }: RemoteTenant): Readonly<Record<string, unknown>> {
  const { custom_policies, agents, ...blocks } = document
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
    agents: Object.fromEntries(Object.entries(agents).map(([id, agent]) => [id, without(agent, agentOf(id, {}), [])])),
  }
}

/** What is always written of a rule, since a reader must not have to know a default to understand it. */
const RULE_KEEPS = ['name', 'prompt', 'stage', 'action']

/** Ids are the server's own and differ from one to the next; a rule is known by its stage and its name. */
export function ruleKey({ stage, name }: { readonly stage: string; readonly name: string }): string {
  return `${stage}/${name}`
}

function rulesByKey(rules: readonly NewCustomPolicy[]): Record<string, NewCustomPolicy> {
  const byKey = new Map<string, NewCustomPolicy>()
  for (const rule of rules) {
    if (byKey.has(ruleKey(rule))) {
      throw new Failure(
        'conflict',
        `Two custom policies for ${rule.stage} are called "${rule.name}": rename one, since a file knows them by name.`,
      )
    }
    byKey.set(ruleKey(rule), rule)
  }
  return Object.fromEntries(byKey)
}

function ruleOf(policy: CustomPolicy): NewCustomPolicy {
  return NewCustomPolicy.parse(policy)
}

function agentOf(id: string, given: AgentEntry): Required<AgentEntry> {
  return {
    name: given.name ?? id,
    description: given.description ?? '',
    tools: given.tools ?? [],
    role_permissions: given.role_permissions ?? {},
    agent_permissions: given.agent_permissions ?? {},
    status: given.status ?? 'active',
    metadata: given.metadata ?? {},
  }
}

function without(value: object, defaults: object, keeps: readonly string[]): Record<string, unknown> {
  const usual = new Map(Object.entries(defaults))
  return Object.fromEntries(
    Object.entries(value).filter(
      ([name, one]) => keeps.includes(name) || JSON.stringify(one) !== JSON.stringify(usual.get(name)),
    ),
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
