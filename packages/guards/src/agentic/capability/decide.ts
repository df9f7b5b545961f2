import type { CapabilityDecision, Clearance } from '@gatehouse/contracts/agents'
import {
  effectiveRole,
  identityProblem,
  restrictionOf,
  roleProblem,
  type ToolUse,
  toolsetProblem,
} from '../authorize.ts'
import { breakerState } from '../breaker.ts'
import { clearanceOf } from '../clearance.ts'
import { type AgenticConfig, perConfig } from '../engine/config.ts'
import type { SharedState } from '../engine/ports.ts'
import { bannedBy, toolMatcher } from '../engine/tool-names.ts'
import certIdentity from '../guards/cert-identity.ts'
import circuitBreaker from '../guards/circuit-breaker.ts'
import rbacGuard from '../guards/rbac-guard.ts'
import toolAllowlist from '../guards/tool-allowlist.ts'
import toolKillswitch from '../guards/tool-killswitch.ts'
import { lookalikeOf } from '../lookalikes.ts'
import { shown } from '../shown.ts'
import { listedTools } from '../tenant-tools.ts'
import type { CapabilityClaims } from './claims.ts'
import { type Checked, demandsOf } from './demands.ts'
import { entriesOf } from './entries.ts'
import { covers, isWithin } from './narrow.ts'
import { decisive, type Finding, type Problem } from './problem.ts'

/** A token request. */
export interface RequestedCapability extends ToolUse {
  readonly resource: string
  readonly clearance_max: Clearance
  /** The agent that `X-Agent-Key` names. */
  readonly headerAgentKey?: string | undefined
  /** Scope of the check before the token is created. */
  readonly checked: Checked
}

/**
 * Decides from the configuration whether a token may be created: agent and role need permission for the tool, the role needs the
 * clearance, and no rule may require a check of a call. In monitor mode the token may be created, and the decision contains the reasons
 * for a denial.
 */
export function decideCapability(config: AgenticConfig, wish: RequestedCapability): CapabilityDecision {
  const role = effectiveRole(config, wish)
  const role_clearance = clearanceOf(config.rbac, role)
  const decision = {
    agent: wish.agentKey ?? null,
    role: role ?? null,
    tool: wish.tool,
    resource: wish.resource,
    clearance_max: wish.clearance_max,
    role_clearance: role_clearance ?? null,
  }
  const problems = [...identityProblems(wish), ...useProblems(config, wish)]
  if (role_clearance !== undefined && !covers(role_clearance, wish.clearance_max)) {
    const whose = role === undefined ? 'A call without a role' : `Role "${shown(role)}"`
    const reason = `${whose} is cleared for ${role_clearance} data, but not for ${wish.clearance_max} data.`
    problems.push({ guardrail: rbacGuard.name, reason })
  }
  problems.push(...toolsMeant(config, wish.tool).flatMap((tool) => demandsOf(config, tool, wish.checked)))
  const found = decisive(config, problems)
  if (found === undefined) {
    return {
      allowed: true,
      reason: 'The agent and role may use the tool and have the required clearance.',
      ...decision,
    }
  }
  const { refuses, reason, guardrail } = found
  const would = refuses ? {} : ({ would_action: 'block', would_block: true } as const)
  return { allowed: !refuses, reason, guardrail, ...decision, ...would }
}

/**
 * Returns why a token is no longer valid for its agent, role and tool: a permission was revoked, or a new rule requires a check of a call.
 * @param tool tool of the use; a token for several tools is only checked for a named tool
 */
export async function withdrawal(
  config: AgenticConfig,
  claims: Pick<CapabilityClaims, 'agent' | 'role' | 'tool' | 'checked'>,
  tool: string | undefined,
  state: SharedState,
  now_ms: number,
): Promise<Finding | undefined> {
  const use = { agentKey: claims.agent, userRole: claims.role, tool: tool ?? claims.tool }
  const tools = toolsMeant(config, use.tool)
  const problems = [
    ...useProblems(config, use),
    ...tools.flatMap((item) => demandsOf(config, item, claims.checked)),
    ...(await breakerProblems(config, use.tool, claims.checked, state, now_ms)),
  ]
  return decisive(config, problems)
}

/** docs/spec/guard.md §4 rule 6. */
function identityProblems({ agentKey, headerAgentKey }: RequestedCapability): Problem[] {
  if (headerAgentKey === undefined || agentKey === headerAgentKey) return []
  const reason = 'X-Agent-Key and the agent in the body differ: an agent may not act as another agent.'
  return [{ guardrail: certIdentity.name, reason }]
}

/** Returns all reasons why an agent and a role may not use a tool or a tool prefix. */
function useProblems(config: AgenticConfig, use: ToolUse): Problem[] {
  const role = effectiveRole(config, use)
  const problems: Problem[] = []
  const note = (guardrail: string, reason: string | undefined): void => {
    if (reason !== undefined) problems.push({ guardrail, reason })
  }
  for (const tool of toolsMeant(config, use.tool)) {
    const one = { ...use, tool }
    note(toolKillswitch.name, isDisabled(config, tool) ? `Tool "${shown(tool)}" is disabled.` : undefined)
    note(certIdentity.name, identityProblem(config, use.agentKey))
    note(toolAllowlist.name, toolsetProblem(config, one))
    note(rbacGuard.name, roleProblem(config, one, role, restrictionOf(config, tool, role)))
    note(toolAllowlist.name, listProblem(config, tool, use.agentKey))
  }
  return problems
}

/** Returns a tool, or a prefix with every configured name below it. */
function toolsMeant(config: AgenticConfig, tool: string): readonly string[] {
  if (!tool.endsWith('*')) return [tool]
  const items = ['tool_policy', 'disabled_tool'].flatMap((kind) => [...(config.items.get(kind)?.keys() ?? [])])
  const denied = listsOf(config)?.denied_tools ?? []
  const named = [...items, ...denied, ...listedTools(config)].filter((name) => name !== tool && isWithin(name, tool))
  return [tool, ...new Set(named)]
}

function isDisabled(config: AgenticConfig, tool: string): boolean {
  return bannedBy(config.items.get('disabled_tool'), tool) !== undefined
}

/** Returns the tenant's lists for all agents, as in a tool check; undefined if they are disabled. */
const listsOf = perConfig((config) => {
  const entry = entriesOf(config).get(toolAllowlist.name)
  return entry?.enabled === true ? toolAllowlist.settings.parse(entry.settings) : undefined
})

function listProblem(config: AgenticConfig, tool: string, agentKey: string | undefined): string | undefined {
  const lists = listsOf(config)
  if (lists === undefined) return undefined
  const { allowed_tools: allowed, denied_tools: denied } = lists
  if (toolMatcher(denied).has(tool)) return `Tool "${shown(tool)}" is denied to all agents.`
  if (allowed.length > 0 && !toolMatcher(allowed).has(tool))
    return `Tool "${shown(tool)}" is not in the list of allowed tools.`
  const meant = lookalikeOf(config, tool, agentKey)
  return meant === undefined
    ? undefined
    : `Tool "${shown(tool)}" resembles tool "${shown(meant)}" but is a different tool.`
}

/** An open breaker denies every token. A half-open breaker denies tokens that its probe step did not create. */
async function breakerProblems(
  config: AgenticConfig,
  tool: string,
  checked: Checked,
  state: SharedState,
  now_ms: number,
): Promise<Problem[]> {
  if (entriesOf(config).get(circuitBreaker.name)?.enabled !== true) return []
  const { state: now } = await breakerState(state, config.tenantId, tool, now_ms)
  if (now === 'closed' || (now === 'half_open' && checked !== undefined)) return []
  return [
    { guardrail: circuitBreaker.name, reason: `Tool "${shown(tool)}" keeps failing; its circuit breaker is open.` },
  ]
}
