import { actionWords } from '../actions/words.ts'
import type { AgenticConfig } from '../engine/config.ts'
import { toolMatcher } from '../engine/tool-names.ts'
import { shown } from '../shown.ts'

const splitWords = (list: string): readonly string[] => list.split(' ')

/** Actions that neither change nor export data. Only the clearance decides. */
export const READ_ACTIONS = splitWords(
  'access aggregate browse count describe fetch find get join list lookup open preview print query read retrieve scan search select summarize view',
)

/** Actions that change or export data: besides the clearance, a tool is required for them. */
export const CHANGE_ACTIONS = splitWords(
  'append copy create delete download edit export import insert modify move patch put remove replace share update upload upsert write',
)

/** Actor of a change. */
export interface ChangeRequest {
  readonly agentKey: string | undefined
  readonly role: string | undefined
  /** Lower case. */
  readonly action: string
  readonly resource: string
}

/** Returns why neither the agent's toolset nor the role's (if there is one) has a tool for a change. */
export function changeProblem(
  { agents, rbac }: AgenticConfig,
  { agentKey, role, action, resource }: ChangeRequest,
): { readonly message: string; readonly category: 'toolset' | 'role' } | undefined {
  const agent = agentKey === undefined ? undefined : agents.get(agentKey)
  const subject = `"${shown(action)}" of "${shown(resource)}"`
  if (agent !== undefined && !covers(agent.tools ?? [], action, resource)) {
    return {
      message: `Agent "${shown(agentKey!)}" is not allowed to use any tool for ${subject}.`,
      category: 'toolset',
    }
  }
  if (role === undefined) return undefined
  const ofRole = Object.hasOwn(rbac.roles, role) ? rbac.roles[role]?.allowed_tools : undefined
  const permissions = agent?.role_permissions ?? {}
  const ofAgent = Object.hasOwn(permissions, role) ? permissions[role]! : NOTHING
  const lists = [...(ofRole === undefined ? [] : [ofRole]), ...(Object.keys(permissions).length === 0 ? [] : [ofAgent])]
  if (lists.every((list) => covers(list, action, resource))) return undefined
  return { message: `Role "${shown(role)}" is not allowed to use any tool for ${subject}.`, category: 'role' }
}

const NOTHING: readonly string[] = []

/**
 * Returns whether one of the tools covers an action on a resource: it is the action, alone or as `action:resource`; its words are the
 * action and a word of the resource (`delete_order`); or it is a prefix with words of the resource (`orders_*`).
 */
function covers(tools: readonly string[], action: string, resource: string): boolean {
  const matcher = toolMatcher(tools)
  if (matcher.has(action) || matcher.has(`${action}:${resource}`)) return true
  const about = actionWords(resource)
  return tools.some((tool) => {
    // A tool with an explicit resource covers only that resource.
    if (tool.includes(':')) return false
    const own = [...actionWords(tool)]
    if (tool.endsWith('*')) return own.some((word) => about.has(word))
    return own.includes(action) && own.some((word) => word !== action && about.has(word))
  })
}
