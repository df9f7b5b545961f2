import { delegationProblem } from '../delegation.ts'
import { type AgenticConfig, perConfig } from '../engine/config.ts'
import { toolMatcher } from '../engine/tool-names.ts'
import { shown } from '../shown.ts'
import type { MemoryCall } from './call.ts'

/** Prefix of an agent's own namespace; writes of other agents are denied, regardless of the first writer. */
const PRIVATE_PREFIX = 'agent:'

/** Namespace of calls without an agent and without a namespace; it has no owner. */
const NOBODYS = 'default'

/** The namespace of a call, with the owner by its name. */
export interface Namespace {
  readonly name: string
  /** Set if the name defines the owner; empty: shared. */
  readonly owner: string | undefined
}

/**
 * Returns the namespace of a call. Without a name it is the agent's own. A name of a registered agent, with or without `agent:` before it,
 * is that agent's namespace. Any other belongs to its first writer.
 */
export function namespaceOf(
  config: AgenticConfig,
  { agentKey, namespace }: Pick<MemoryCall, 'agentKey' | 'namespace'>,
  shared: readonly string[],
): Namespace {
  if (namespace === undefined) {
    return agentKey === undefined ? { name: NOBODYS, owner: '' } : { name: PRIVATE_PREFIX + agentKey, owner: agentKey }
  }
  // Normalized, because another spelling would be a second namespace without an owner.
  const name = folded(namespace)
  if (toolMatcher(shared.map(folded)).has(name) || (name === NOBODYS && agentKey === undefined)) {
    return { name, owner: '' }
  }
  const plain = namespace.normalize('NFKC').trim()
  const isPrivate = name.startsWith(PRIVATE_PREFIX)
  const agent = isPrivate ? plain.slice(plain.indexOf(':') + 1) : plain
  const owner = config.agents.has(agent) ? agent : agentsByName(config).get(folded(agent))
  if (owner !== undefined) return { name: PRIVATE_PREFIX + owner, owner }
  return isPrivate ? { name: PRIVATE_PREFIX + agent, owner: agent } : { name, owner: undefined }
}

/** Agents by their folded names; of several that fold alike the first. */
const agentsByName = perConfig(({ agents }): ReadonlyMap<string, string> => {
  return new Map([...agents.keys()].toReversed().map((id) => [folded(id), id]))
})

/** Returns a name without invisible differences: width, case, surrounding whitespace and invisible characters. */
function folded(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .trim()
}

/** Returns the normalized namespace for a name from the caller. */
export function memoryNamespace(config: AgenticConfig, text: string): string {
  return namespaceOf(config, { agentKey: undefined, namespace: text }, []).name
}

/** Returns whether an agent may use the memory of another one: the owner's record must allow it, as `memory.read` and so on. */
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

/** Returns why a call must not access another agent's memory. */
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
  // Writes to another agent's memory: the target agent's record lists the permitted writers.
  const unregistered = agentKey === undefined || !config.agents.has(agentKey)
  if (unregistered) return `Agent "${shown(sourceAgent)}" accesses the memory of another agent.`
  return delegationProblem(config, sourceAgent, agentKey, [`memory.${call.operation}`])
}
