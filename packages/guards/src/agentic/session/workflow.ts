import type { ToolWorkflow } from '@gatehouse/contracts/policies'
import { type AgenticConfig, perConfig } from '../engine/config.ts'
import { shown } from '../shown.ts'
import { enabledWorkflows, toolPolicyFor } from '../tool-policy.ts'

type Pair = ToolWorkflow['allowed_transitions'][number]

/** Session state that all policies of a tenant need together. */
export interface Remembered {
  /** Forbidden transitions of any policy: a deny wins. */
  readonly forbidden: readonly Pair[]
  /** Whether the order of calls matters for any tool. */
  readonly hasOrder: boolean
  /** All patterns that tools require to be called before. */
  readonly required: ReadonlySet<string>
  /** Whether calls, costs or tokens have any limit. */
  readonly hasTotals: boolean
}

export const rememberedFor: (config: AgenticConfig) => Remembered = perConfig((config) => {
  const workflows = enabledWorkflows(config)
  const forbidden = workflows.flatMap(({ forbidden_transitions }) => forbidden_transitions)
  return {
    forbidden,
    hasOrder: forbidden.length > 0 || workflows.some(({ allowed_transitions }) => allowed_transitions.length > 0),
    required: new Set(workflows.flatMap(({ require_before }) => require_before)),
    hasTotals: workflows.some(
      ({ max_tool_calls, max_cost_usd, max_tokens }) => (max_tool_calls ?? max_cost_usd ?? max_tokens) !== undefined,
    ),
  }
})

/** Returns whether a transition pattern matches a name; `''` is the start of a session. */
export function matchesState(pattern: string, tool: string): boolean {
  return pattern.endsWith('*') ? tool.startsWith(pattern.slice(0, -1)) : pattern === tool
}

/**
 * Returns why a tool may not follow another one. The list of allowed transitions applies to the tool of its policy. If the list has
 * predecessors of that tool, all other predecessors are denied; if it has successors, all other successors are denied.
 * @param previous `''` at the start of a session
 */
export function transitionProblem(config: AgenticConfig, previous: string, tool: string): string | undefined {
  const { forbidden } = rememberedFor(config)
  if (forbidden.some((pair) => matchesTransition(pair, previous, tool))) return followsProblem(previous, tool)
  const intoTool = allowedOf(config, tool).filter(([, to]) => to !== '*' && matchesState(to, tool))
  const outOfPrevious =
    previous === '' ? [] : allowedOf(config, previous).filter(([from]) => from !== '*' && matchesState(from, previous))
  const breaks = (pairs: readonly Pair[]): boolean =>
    pairs.length > 0 && !pairs.some((pair) => matchesTransition(pair, previous, tool))
  return breaks(intoTool) || breaks(outOfPrevious) ? followsProblem(previous, tool) : undefined
}

/** Returns whether any rule restricts a tool's position in a session, so that a call without a session cannot be evaluated. */
export function isOrderRestricted(config: AgenticConfig, tool: string): boolean {
  return (
    rememberedFor(config).forbidden.some(([, to]) => matchesState(to, tool)) ||
    allowedOf(config, tool).some(([, to]) => to !== '*' && matchesState(to, tool))
  )
}

/** Returns whether the order of calls matters for a tool: its own position, or the successors in its policy. */
export function isOrdered(config: AgenticConfig, tool: string): boolean {
  return (
    isOrderRestricted(config, tool) ||
    allowedOf(config, tool).some(([from]) => from !== '*' && matchesState(from, tool))
  )
}

function allowedOf(config: AgenticConfig, tool: string): readonly Pair[] {
  return toolPolicyFor(config, tool)?.policy.workflow?.allowed_transitions ?? []
}

function matchesTransition([from, to]: Pair, previous: string, tool: string): boolean {
  return matchesState(from, previous) && matchesState(to, tool)
}

function followsProblem(previous: string, tool: string): string {
  return previous === ''
    ? `Tool "${shown(tool)}" must not be the first call in a session.`
    : `Tool "${shown(tool)}" must not follow "${shown(previous)}".`
}
