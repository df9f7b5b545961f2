import type { ToolPolicy } from '@gatehouse/contracts'
import type { AgenticConfig } from './engine/config.ts'
import { toolMatcher } from './engine/tool-names.ts'
import { shown } from './shown.ts'
import { banningPoliciesFor } from './tool-policy.ts'

/** Whether an agent may use a tool for a user of a role, and if not, which guard says so and why. */
export type Authorization =
  | { readonly allowed: true; readonly role: string | undefined; readonly redact: boolean }
  | {
      readonly allowed: false
      readonly role: string | undefined
      readonly guardrail: 'cert_identity' | 'tool_allowlist' | 'rbac_guard'
      readonly reason: string
    }

/** What a tool's policy says of a role. */
type RoleRestriction = ToolPolicy['role_restrictions'][string]

export interface ToolUse {
  readonly agentKey: string | undefined
  readonly userRole: string | undefined
  readonly tool: string
}

/** The role that holds: as given, else the one that the tenant gives the agent, else none. docs/spec/guard.md "Details: identity". */
export function effectiveRole(
  config: AgenticConfig,
  { agentKey, userRole }: Pick<ToolUse, 'agentKey' | 'userRole'>,
): string | undefined {
  if (userRole !== undefined) return userRole
  const { agents } = config.rbac
  return agentKey !== undefined && Object.hasOwn(agents, agentKey) ? agents[agentKey] : undefined
}

/**
 * Who acts, who asks and the tool must all agree: the agent's toolset and the role both allow it, and a deny wins.
 * docs/spec/guard.md §4 rules 3 and 5, "Details: identity".
 */
export function authorizeTool(config: AgenticConfig, use: ToolUse): Authorization {
  const role = effectiveRole(config, use)
  const deny = (guardrail: Extract<Authorization, { allowed: false }>['guardrail'], reason: string): Authorization => ({
    allowed: false,
    role,
    guardrail,
    reason,
  })
  const stranger = identityProblem(config, use.agentKey)
  if (stranger !== undefined) return deny('cert_identity', stranger)
  const notInToolset = toolsetProblem(config, use)
  if (notInToolset !== undefined) return deny('tool_allowlist', notInToolset)
  const restriction = restrictionOf(config, use.tool, role)
  const ofRole = roleProblem(config, use, role, restriction)
  if (ofRole !== undefined) return deny('rbac_guard', ofRole)
  return { allowed: true, role, redact: restriction === 'redact' }
}

/** Why an agent is not one that may act at all. */
export function identityProblem(config: AgenticConfig, agentKey: string | undefined): string | undefined {
  const agent = agentKey === undefined ? undefined : config.agents.get(agentKey)
  if (agent !== undefined) {
    return agent.status === 'disabled' ? `Agent "${shown(agentKey!)}" is disabled.` : undefined
  }
  // A team that has registered nothing yet is not locked out; the first agent that it registers ends that for good, so
  // that whoever removes the last one does not open the tenant to everybody.
  const rule = config.unregisteredAgents ?? (hasHadAgents(config) ? 'block' : 'allow')
  if (rule === 'allow') return undefined
  return agentKey === undefined
    ? 'The call names no agent; send X-Agent-Key or agent_key.'
    : `Agent "${shown(agentKey)}" is not registered.`
}

function hasHadAgents({ agents, items }: AgenticConfig): boolean {
  return agents.size > 0 || items.get(AGENTS_MARK.kind)?.has(AGENTS_MARK.name) === true
}

/** The item that the store writes with a tenant's first agent and keeps when the agents go. */
const AGENTS_MARK = { kind: 'document', name: 'agents_registered' } as const

/** Why a tool is not in the agent's toolset. */
export function toolsetProblem(config: AgenticConfig, { agentKey, tool }: ToolUse): string | undefined {
  const agent = agentKey === undefined ? undefined : config.agents.get(agentKey)
  if (agent === undefined || toolMatcher(agent.tools ?? NO_TOOLS).has(tool)) return undefined
  return `Tool "${shown(tool)}" is not in the toolset of agent "${shown(agentKey!)}".`
}

const NO_TOOLS: readonly string[] = []

/**
 * What a tool's own policy says of a role; `*` is any that it does not name, and none. The strictest, where the tool's name
 * is another spelling of one that has a policy.
 */
export function restrictionOf(
  config: AgenticConfig,
  tool: string,
  role: string | undefined,
): RoleRestriction | undefined {
  const said = banningPoliciesFor(config, tool).map(({ policy: { role_restrictions: restrictions } }) => {
    if (role !== undefined && Object.hasOwn(restrictions, role)) return restrictions[role]
    return Object.hasOwn(restrictions, '*') ? restrictions['*'] : undefined
  })
  return (['block', 'redact', 'allow'] as const).find((word) => said.includes(word))
}

/** Why a role may not use a tool: by the tenant's roles, by what the agent lets the role do, or by the tool's own rule. */
export function roleProblem(
  config: AgenticConfig,
  { agentKey, tool }: ToolUse,
  role: string | undefined,
  restriction: RoleRestriction | undefined,
): string | undefined {
  if (role === undefined) {
    return restriction === 'block' ? `Tool "${shown(tool)}" may not be used without a role.` : undefined
  }
  const { roles } = config.rbac
  const record = Object.hasOwn(roles, role) ? roles[role] : undefined
  const permissions = (agentKey === undefined ? undefined : config.agents.get(agentKey))?.role_permissions ?? {}
  const ofAgent = Object.hasOwn(permissions, role) ? permissions[role] : undefined
  if (restriction === 'block') return `Role "${shown(role)}" may not use tool "${shown(tool)}".`
  // Where roles are configured, one that nobody has written down may nothing.
  const knowsRoles = Object.keys(roles).length > 0 || Object.keys(permissions).length > 0
  if (record === undefined && ofAgent === undefined && knowsRoles) return `Role "${shown(role)}" is not known.`
  if (record?.allowed_tools !== undefined && !toolMatcher(record.allowed_tools).has(tool)) {
    return `Role "${shown(role)}" is not allowed tool "${shown(tool)}".`
  }
  if (Object.keys(permissions).length > 0 && (ofAgent === undefined || !toolMatcher(ofAgent).has(tool))) {
    return `Role "${shown(role)}" is not allowed tool "${shown(tool)}" through agent "${shown(agentKey!)}".`
  }
  return undefined
}
