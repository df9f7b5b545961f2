import { identityProblem } from './authorize.ts'
import type { AgenticConfig } from './engine/config.ts'
import { toolMatcher } from './engine/tool-names.ts'
import { shown } from './shown.ts'

/**
 * Why an agent may not act through another: who acts must be an agent itself, and the record of the one that it acts
 * through must give it what is asked, under one of its names.
 * @param through  the agent that is called
 * @param asked  names of what is asked; one that is given is enough
 */
export function delegationProblem(
  config: AgenticConfig,
  source: string,
  through: string | undefined,
  asked: readonly string[],
): string | undefined {
  if (through === undefined || source === through) return undefined
  const stranger = identityProblem(config, source)
  if (stranger !== undefined) return stranger
  const permissions = config.agents.get(through)?.agent_permissions
  // An agent that nobody has registered has nothing written down, and may act at all only where the tenant lets it.
  if (config.agents.get(through) === undefined) return undefined
  const given = permissions !== undefined && Object.hasOwn(permissions, source) ? permissions[source]! : NOTHING
  const matcher = toolMatcher(given)
  if (asked.some((name) => matcher.has(name))) return undefined
  return `Agent "${shown(source)}" may not do this through agent "${shown(through)}".`
}

const NOTHING: readonly string[] = []
