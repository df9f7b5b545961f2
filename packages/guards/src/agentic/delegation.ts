import { identityProblem } from './authorize.ts'
import type { AgenticConfig } from './engine/config.ts'
import { toolMatcher } from './engine/tool-names.ts'
import { shown } from './shown.ts'

/**
 * Returns why an agent may not act through another one: the acting agent must be registered, and the record of the called agent must
 * permit the request, under one of its names.
 * @param through the called agent
 * @param asked names of the request; a single grant is sufficient
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
  // An unregistered agent has no record, and may act only if the tenant allows it.
  if (config.agents.get(through) === undefined) return undefined
  const given = permissions !== undefined && Object.hasOwn(permissions, source) ? permissions[source]! : NOTHING
  const matcher = toolMatcher(given)
  if (asked.some((name) => matcher.has(name))) return undefined
  return `Agent "${shown(source)}" is not allowed to do this through agent "${shown(through)}".`
}

const NOTHING: readonly string[] = []
