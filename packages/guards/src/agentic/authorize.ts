import type { ToolPolicy } from '@gatehouse/contracts/policies'
import type { AgenticConfig } from './engine/config.ts'
import { toolMatcher } from './engine/tool-names.ts'
import { shown } from './shown.ts'
import { banningPoliciesFor } from './tool-policy.ts'

/** Result of an authorization of an agent's tool use for a user's role: allowed, or the denying guard with the reason. */
export type Authorization =
  | { readonly allowed: true; readonly role: string | undefined; readonly redact: boolean }
  | {
      readonly allowed: false
      readonly role: string | undefined
      readonly guardrail: 'cert_identity' | 'tool_allowlist' | 'rbac_guard'
      readonly reason: string
    }

/** A tool policy's rule for a role. */
type RoleRestriction = ToolPolicy['role_restrictions'][string]

export interface ToolUse {
  readonly agentKey: string | undefined
  readonly userRole: string | undefined
  readonly tool: string
}

/**
 * Returns the effective role: as given, else the tenant's default role for the agent, else none. docs/spec/guard.md "Details: identity".
 */
export function effectiveRole(
  config: AgenticConfig,
  { agentKey, userRole }: Pick<ToolUse, 'agentKey' | 'userRole'>,
): string | undefined {
  if (userRole !== undefined) return userRole
  const { agents } = config.rbac
  return agentKey !== undefined && Object.hasOwn(agents, agentKey) ? agents[agentKey] : undefined
}

/**
 * Authorizes a tool use: agent, user role and tool must all permit it, and a deny wins. docs/spec/guard.md §4 rules 3 and 5, "Details:
 * identity".
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

/** Returns why an agent must not act at all. */
export function identityProblem(config: AgenticConfig, agentKey: string | undefined): string | undefined {
  const agent = agentKey === undefined ? undefined : config.agents.get(agentKey)
  if (agent !== undefined) {
    return agent.status === 'disabled' ? `Agent "${shown(agentKey!)}" is disabled.` : undefined
  }
  // A tenant without registered agents is not locked out; the first registration ends that permanently, so that removing the last agent
  // does not open the tenant to all agents.
  const rule = config.unregisteredAgents ?? (hasAgentConfiguration(config) ? 'block' : 'allow')
  if (rule === 'allow') return undefined
  return agentKey === undefined
    ? 'The call has no agent. Send X-Agent-Key or agent_key.'
    : `Agent "${shown(agentKey)}" is not registered.`
}

function hasAgentConfiguration({ agents, items }: AgenticConfig): boolean {
  return agents.size > 0 || items.get(AGENTS_MARK.kind)?.has(AGENTS_MARK.name) === true
}

/** Item that the store writes with a tenant's first agent and keeps when the agents are removed. */
const AGENTS_MARK = { kind: 'document', name: 'agents_registered' } as const

/** Returns why a tool is not in the agent's toolset. */
export function toolsetProblem(config: AgenticConfig, { agentKey, tool }: ToolUse): string | undefined {
  const agent = agentKey === undefined ? undefined : config.agents.get(agentKey)
  if (agent === undefined || toolMatcher(agent.tools ?? NO_TOOLS).has(tool)) return undefined
  return `Tool "${shown(tool)}" is not in the toolset of agent "${shown(agentKey!)}".`
}

const NO_TOOLS: readonly string[] = []

/**
 * Returns a tool policy's rule for a role. `*` applies to unlisted roles and to no role. If the tool's name is a spelling variant of
 * several policies, the strictest rule applies.
 */
export function restrictionOf(
  config: AgenticConfig,
  tool: string,
  role: string | undefined,
): RoleRestriction | undefined {
  const texts = banningPoliciesFor(config, tool).map(({ policy: { role_restrictions: restrictions } }) => {
    if (role !== undefined && Object.hasOwn(restrictions, role)) return restrictions[role]
    return Object.hasOwn(restrictions, '*') ? restrictions['*'] : undefined
  })
  return (['block', 'redact', 'allow'] as const).find((word) => texts.includes(word))
}

/** Returns why a role may not use a tool: by the tenant's roles, by the agent's permissions for the role, or by the tool's own rule. */
export function roleProblem(
  config: AgenticConfig,
  { agentKey, tool }: ToolUse,
  role: string | undefined,
  restriction: RoleRestriction | undefined,
): string | undefined {
  if (role === undefined) {
    return restriction === 'block' ? `Tool "${shown(tool)}" requires a role.` : undefined
  }
  const { roles } = config.rbac
  const record = Object.hasOwn(roles, role) ? roles[role] : undefined
  const permissions = (agentKey === undefined ? undefined : config.agents.get(agentKey))?.role_permissions ?? {}
  const ofAgent = Object.hasOwn(permissions, role) ? permissions[role] : undefined
  if (restriction === 'block') return `Role "${shown(role)}" may not use tool "${shown(tool)}".`
  // If roles are configured, an unknown role has no permissions.
  const knowsRoles = Object.keys(roles).length > 0 || Object.keys(permissions).length > 0
  if (record === undefined && ofAgent === undefined && knowsRoles) return `Unknown role "${shown(role)}".`
  if (record?.allowed_tools !== undefined && !toolMatcher(record.allowed_tools).has(tool)) {
    return `Tool "${shown(tool)}" is not allowed for role "${shown(role)}".`
  }
  if (Object.keys(permissions).length > 0 && (ofAgent === undefined || !toolMatcher(ofAgent).has(tool))) {
    return `Tool "${shown(tool)}" is not allowed for role "${shown(role)}" through agent "${shown(agentKey!)}".`
  }
  return undefined
}
