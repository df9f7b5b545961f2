import { type CapabilityDecision, Clearance, type Rbac } from '@gatehouse/contracts'
import { authorizeTool, type ToolUse } from '../authorize.ts'
import type { AgenticConfig } from '../engine/config.ts'
import { mostSpecific } from '../engine/tool-names.ts'
import { covers, isWithin } from './narrow.ts'

/** What a token is wanted for. */
export interface CapabilityWish extends ToolUse {
  readonly resource: string
  readonly clearance_max: Clearance
}

/** Whether a token may be made, and why not: agent and role must be allowed the tool, and the role's clearance must reach. */
export function decideCapability(config: AgenticConfig, wish: CapabilityWish): CapabilityDecision {
  const authorized = authorizeTool(config, wish)
  const { role } = authorized
  const role_clearance = clearanceOf(config.rbac, role)
  const decision = {
    agent: wish.agentKey ?? null,
    role: role ?? null,
    tool: wish.tool,
    resource: wish.resource,
    clearance_max: wish.clearance_max,
    role_clearance: role_clearance ?? null,
  }
  const deny = (guardrail: string, reason: string): CapabilityDecision => ({
    allowed: false,
    reason,
    guardrail,
    ...decision,
  })
  const problem = useProblem(config, wish)
  if (problem !== undefined) return deny(problem.guardrail, problem.reason)
  if (role_clearance !== undefined && !covers(role_clearance, wish.clearance_max)) {
    const whose = role === undefined ? 'A call without a role' : `Role "${role.slice(0, 128)}"`
    return deny('rbac_guard', `${whose} is cleared for ${role_clearance} data, not for ${wish.clearance_max}.`)
  }
  return { allowed: true, reason: 'Agent and role are allowed the tool and the clearance.', ...decision }
}

/** Why an agent and a role may not use a tool, or one of the tools that a prefix stands for. */
export function useProblem(
  config: AgenticConfig,
  use: ToolUse,
): { readonly guardrail: string; readonly reason: string } | undefined {
  for (const tool of toolsMeant(config, use.tool)) {
    if (isDisabled(config, tool)) return { guardrail: 'tool_killswitch', reason: `Tool "${tool}" is switched off.` }
    const authorized = authorizeTool(config, { ...use, tool })
    if (!authorized.allowed) return authorized
  }
  return undefined
}

/** A tool, or a prefix together with every name beneath it of which the configuration says something of its own. */
function toolsMeant(config: AgenticConfig, tool: string): readonly string[] {
  if (!tool.endsWith('*')) return [tool]
  const named = ['tool_policy', 'disabled_tool'].flatMap((kind) => [...(config.items.get(kind)?.keys() ?? [])])
  return [tool, ...named.filter((name) => isWithin(name, tool))]
}

function isDisabled(config: AgenticConfig, tool: string): boolean {
  const disabled = config.items.get('disabled_tool')
  return disabled !== undefined && mostSpecific(disabled, tool) !== undefined
}

/**
 * How high a role may go; undefined where the tenant gives clearances to nobody. Where it does, whoever has none (no role,
 * one that is not written down, or a word that is no clearance) may see what is public: leaving the role out gains nothing.
 */
function clearanceOf({ roles }: Rbac, role: string | undefined): Clearance | undefined {
  if (!Object.values(roles).some(({ data_clearance }) => data_clearance !== undefined)) return undefined
  const record = role !== undefined && Object.hasOwn(roles, role) ? roles[role] : undefined
  const parsed = Clearance.safeParse(record?.data_clearance)
  return parsed.success ? parsed.data : 'public'
}
