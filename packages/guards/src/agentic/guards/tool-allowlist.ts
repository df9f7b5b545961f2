import { ToolPattern } from '@gatehouse/contracts/policies'
import { z } from 'zod'
import { toolsetProblem } from '../authorize.ts'
import { defineAgenticGuard, fine, refuse } from '../engine/guard.ts'
import { toolMatcher } from '../engine/tool-names.ts'
import { lookalikeOf } from '../lookalikes.ts'
import { shown } from '../shown.ts'
import type { ToolCall } from '../tool-call.ts'

const TOOLS_MAX = 1_000

/** The first half of step 3 of a tool check. */
export default defineAgenticGuard({
  name: 'tool_allowlist',
  title: 'Tool allowlist',
  description:
    'Denies a tool that is not in the toolset of the agent, a tool that the tenant denies to all its agents, ' +
    'and a tool whose name resembles a tool with rules of the tenant. Names are compared exactly; a `*` at the ' +
    'end of a listed name matches any suffix. An agent that is not registered has no toolset, and only the ' +
    'lists of the settings apply to it.',
  owasp: ['LLM06:2025', 'ASI02:2026'],
  defaults: { enabled: true, action: 'block' },
  settings: z.object({
    allowed_tools: z
      .array(ToolPattern)
      .max(TOOLS_MAX)
      .default([])
      .describe('The only tools that any agent of the tenant may use. If empty, all tools that the other rules allow.'),
    denied_tools: z
      .array(ToolPattern)
      .max(TOOLS_MAX)
      .default([])
      .describe('Tools denied to every agent of the tenant.'),
  }),
  check({ tool, agentKey }: ToolCall, { allowed_tools, denied_tools }, { config }) {
    if (toolMatcher(denied_tools).has(tool)) {
      return refuse(`Tool "${shown(tool)}" is denied to all agents.`, { category: 'denied_tool', severity: 'high' })
    }
    if (allowed_tools.length > 0 && !toolMatcher(allowed_tools).has(tool)) {
      return refuse(`Tool "${shown(tool)}" is not in the list of allowed tools.`, {
        category: 'unlisted_tool',
        severity: 'high',
      })
    }
    const problem = toolsetProblem(config, { tool, agentKey, userRole: undefined })
    if (problem !== undefined) return refuse(problem, { category: 'unlisted_tool', severity: 'high' })
    const meant = lookalikeOf(config, tool, agentKey)
    if (meant === undefined) return fine
    return refuse(`Tool "${shown(tool)}" resembles tool "${shown(meant)}" but is a different tool.`, {
      category: 'lookalike_tool',
      severity: 'critical',
    })
  },
})
