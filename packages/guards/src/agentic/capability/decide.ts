import type { CapabilityDecision, Clearance } from '@gatehouse/contracts'
import { allAgenticGuards } from '../../agentic.gen.ts'
import { authorizeTool, type ToolUse } from '../authorize.ts'
import { clearanceOf } from '../clearance.ts'
import { compileAgentic } from '../engine/compile.ts'
import { type AgenticConfig, perConfig } from '../engine/config.ts'
import { mostSpecific, toolMatcher } from '../engine/tool-names.ts'
import toolAllowlist from '../guards/tool-allowlist.ts'
import { lookalikeOf } from '../lookalikes.ts'
import { shown } from '../shown.ts'
import { covers, isWithin } from './narrow.ts'

/** What a token is wanted for. */
export interface CapabilityWish extends ToolUse {
  readonly resource: string
  readonly clearance_max: Clearance
}

/** Whether a token may be made, and why not: agent and role must be allowed the tool, and the role's clearance must reach. */
export function decideCapability(config: AgenticConfig, wish: CapabilityWish): CapabilityDecision {
  const { role } = authorizeTool(config, wish)
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
    const whose = role === undefined ? 'A call without a role' : `Role "${shown(role)}"`
    return deny('rbac_guard', `${whose} is cleared for ${role_clearance} data, not for ${wish.clearance_max}.`)
  }
  return { allowed: true, reason: 'Agent and role are allowed the tool and the clearance.', ...decision }
}

/** A rule that refuses, and why. */
interface Problem {
  readonly guardrail: string
  readonly reason: string
}

/** Why an agent and a role may not use a tool, or one of the tools that a prefix stands for. */
export function useProblem(config: AgenticConfig, use: ToolUse): Problem | undefined {
  for (const tool of toolsMeant(config, use.tool)) {
    if (isDisabled(config, tool)) {
      return { guardrail: 'tool_killswitch', reason: `Tool "${shown(tool)}" is switched off.` }
    }
    const authorized = authorizeTool(config, { ...use, tool })
    if (!authorized.allowed) return authorized
    const reason = listProblem(config, tool, use.agentKey)
    if (reason !== undefined) return { guardrail: toolAllowlist.name, reason }
  }
  return undefined
}

/** A tool, or a prefix together with every name beneath it of which the configuration says something of its own. */
function toolsMeant(config: AgenticConfig, tool: string): readonly string[] {
  if (!tool.endsWith('*')) return [tool]
  const items = ['tool_policy', 'disabled_tool'].flatMap((kind) => [...(config.items.get(kind)?.keys() ?? [])])
  const denied = listsOf(config)?.denied_tools ?? []
  return [tool, ...[...items, ...denied].filter((name) => isWithin(name, tool))]
}

function isDisabled(config: AgenticConfig, tool: string): boolean {
  const disabled = config.items.get('disabled_tool')
  return disabled !== undefined && mostSpecific(disabled, tool) !== undefined
}

/** The tenant's lists for all its agents, as a check of a tool knows them; undefined where they are switched off. */
const listsOf = perConfig((config) => {
  const entry = compileAgentic(config.guardrails, allAgenticGuards, config.mode).get(toolAllowlist.name)
  return entry?.enabled === true ? toolAllowlist.settings.parse(entry.settings) : undefined
})

function listProblem(config: AgenticConfig, tool: string, agentKey: string | undefined): string | undefined {
  const lists = listsOf(config)
  if (lists === undefined) return undefined
  const { allowed_tools: allowed, denied_tools: denied } = lists
  if (toolMatcher(denied).has(tool)) return `Tool "${shown(tool)}" is denied to all agents.`
  if (allowed.length > 0 && !toolMatcher(allowed).has(tool))
    return `Tool "${shown(tool)}" is not among the allowed tools.`
  const meant = lookalikeOf(config, tool, agentKey)
  return meant === undefined ? undefined : `Tool "${shown(tool)}" looks like "${shown(meant)}" and is another one.`
}
