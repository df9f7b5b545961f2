import { wordsOf } from '../actions/words.ts'
import type { AgenticConfig } from '../engine/config.ts'
import { toolMatcher } from '../engine/tool-names.ts'
import { shown } from '../shown.ts'

const words = (list: string): readonly string[] => list.split(' ')

/** What is done to data without changing it or taking it elsewhere; the clearance alone decides. */
export const READ_ACTIONS = words(
  'access aggregate browse count describe fetch find get join list lookup open preview print query read retrieve scan search select summarize view',
)

/** What changes data or takes it elsewhere: some tool must be for it, beside the clearance. */
export const CHANGE_ACTIONS = words(
  'append copy create delete download edit export import insert modify move patch put remove replace share update upload upsert write',
)

/** Who is asked about a change. */
export interface ChangeRequest {
  readonly agentKey: string | undefined
  readonly role: string | undefined
  /** Lower case. */
  readonly action: string
  readonly resource: string
}

/** Why neither the agent's toolset nor, where there is one, the role's has a tool for a change. */
export function changeProblem(
  { agents, rbac }: AgenticConfig,
  { agentKey, role, action, resource }: ChangeRequest,
): { readonly message: string; readonly category: 'toolset' | 'role' } | undefined {
  const agent = agentKey === undefined ? undefined : agents.get(agentKey)
  const what = `"${shown(action)}" of "${shown(resource)}"`
  if (agent !== undefined && !covers(agent.tools ?? [], action, resource)) {
    return { message: `No tool of agent "${shown(agentKey!)}" is for ${what}.`, category: 'toolset' }
  }
  if (role === undefined) return undefined
  const ofRole = Object.hasOwn(rbac.roles, role) ? rbac.roles[role]?.allowed_tools : undefined
  const permissions = agent?.role_permissions ?? {}
  const ofAgent = Object.hasOwn(permissions, role) ? permissions[role]! : NOTHING
  const lists = [...(ofRole === undefined ? [] : [ofRole]), ...(Object.keys(permissions).length === 0 ? [] : [ofAgent])]
  if (lists.every((list) => covers(list, action, resource))) return undefined
  return { message: `No tool of role "${shown(role)}" is for ${what}.`, category: 'role' }
}

const NOTHING: readonly string[] = []

/**
 * Whether one of the tools is for an action on a resource: it is the action, alone or as `action:resource`; its words are
 * the action and a word of the resource (`delete_order`); or it is a prefix whose words the resource has (`orders_*`).
 */
function covers(tools: readonly string[], action: string, resource: string): boolean {
  const matcher = toolMatcher(tools)
  if (matcher.has(action) || matcher.has(`${action}:${resource}`)) return true
  const about = wordsOf(resource)
  return tools.some((tool) => {
    // Whoever writes a resource down means that one.
    if (tool.includes(':')) return false
    const own = [...wordsOf(tool)]
    if (tool.endsWith('*')) return own.some((word) => about.has(word))
    return own.includes(action) && own.some((word) => word !== action && about.has(word))
  })
}
