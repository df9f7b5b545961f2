import { delegationProblem } from '../delegation.ts'
import type { AgenticConfig } from '../engine/config.ts'
import { toolMatcher } from '../engine/tool-names.ts'
import { shown } from '../shown.ts'
import type { MemoryCall } from './call.ts'

/** What names an agent's own namespace; everybody else's writes to it are refused, whoever wrote first. */
const PRIVATE_PREFIX = 'agent:'

/** Where calls without an agent and without a namespace go; nobody owns it. */
const NOBODYS = 'default'

/** The namespace that a call is about, and to whom its name gives it. */
export interface Namespace {
  readonly name: string
  /** Set where the name itself says whose it is; empty: everybody's. */
  readonly owner: string | undefined
}

/**
 * The namespace of a call. Without a name it is the agent's own; a name of a registered agent, with or without `agent:`
 * before it, is that agent's; any other is its first writer's.
 */
export function namespaceOf(
  config: AgenticConfig,
  { agentKey, namespace }: Pick<MemoryCall, 'agentKey' | 'namespace'>,
  shared: readonly string[],
): Namespace {
  if (namespace === undefined) {
    return agentKey === undefined ? { name: NOBODYS, owner: '' } : { name: PRIVATE_PREFIX + agentKey, owner: agentKey }
  }
  // One way of writing a name, or a second one would be a second namespace with nobody in it.
  const name = namespace.normalize('NFKC').trim()
  if (toolMatcher(shared).has(name) || (name === NOBODYS && agentKey === undefined)) return { name, owner: '' }
  if (name.startsWith(PRIVATE_PREFIX)) return { name, owner: name.slice(PRIVATE_PREFIX.length) }
  if (config.agents.has(name)) return { name: PRIVATE_PREFIX + name, owner: name }
  return { name, owner: undefined }
}

/** A namespace as it is written down, from the name that a caller gives it. */
export function memoryNamespace(config: AgenticConfig, given: string): string {
  return namespaceOf(config, { agentKey: undefined, namespace: given }, []).name
}

/** Whether an agent may use what belongs to another: the owner's record must let it, as `memory.read` and so on. */
export function mayUse(
  config: AgenticConfig,
  owner: string,
  { agentKey, operation }: Pick<MemoryCall, 'agentKey' | 'operation'>,
): boolean {
  if (owner === '' || owner === agentKey) return true
  const permissions = config.agents.get(owner)?.agent_permissions
  if (agentKey === undefined || permissions === undefined || !Object.hasOwn(permissions, agentKey)) return false
  return toolMatcher(permissions[agentKey]!).has(`memory.${operation}`)
}

/** Why a call reaches into another agent's memory. */
export function crossAgentProblem(
  config: AgenticConfig,
  call: Pick<MemoryCall, 'agentKey' | 'operation' | 'sourceAgent'>,
  namespace: string,
  owner: string | undefined,
): string | undefined {
  if (owner !== undefined && !mayUse(config, owner, call)) {
    return `Namespace "${shown(namespace)}" belongs to agent "${shown(owner)}".`
  }
  const { sourceAgent, agentKey } = call
  if (call.operation === 'read' || sourceAgent === undefined || sourceAgent === agentKey) return undefined
  // Somebody else's words in an agent's memory: the agent's own record says from whom it takes them.
  const unregistered = agentKey === undefined || !config.agents.has(agentKey)
  if (unregistered) return `Agent "${shown(sourceAgent)}" reaches into the memory of another agent.`
  return delegationProblem(config, sourceAgent, agentKey, [`memory.${call.operation}`])
}
