import { Clearance } from '@gatehouse/contracts/agents'
import { z } from 'zod'
import type { AccessCall } from '../access/call.ts'
import { CHANGE_ACTIONS, changeProblem, READ_ACTIONS } from '../access/data-actions.ts'
import { globOf } from '../access/glob.ts'
import { type ResourceName, resourceName } from '../access/resource.ts'
import { type ResourceRule, ruleFor } from '../access/rules.ts'
import { effectiveRole, restrictionOf, roleProblem, toolsetProblem } from '../authorize.ts'
import { classificationOf, clearanceOf, higher, permitsClassification } from '../clearance.ts'
import { delegationProblem } from '../delegation.ts'
import type { AgenticConfig } from '../engine/config.ts'
import { type AgenticContext, defineAgenticGuard, refuse } from '../engine/guard.ts'
import { toolMatcher } from '../engine/tool-names.ts'
import { shown } from '../shown.ts'

const RULES_MAX = 500
const PATTERN_CHARS_MAX = 512
const NAMES_MAX = 200
const NAME_CHARS_MAX = 128

/** With these the resource is the tool. */
const USES = new Set(['use', 'call', 'invoke', 'execute', 'run', 'tool', 'tool_call'])

const Names = z.array(z.string().min(1).max(NAME_CHARS_MAX)).max(NAMES_MAX)

const settings = z.object({
  resources: z
    .array(
      z
        .object({
          pattern: z
            .string()
            .min(1)
            .max(PATTERN_CHARS_MAX)
            .refine((pattern) => globOf(pattern) !== undefined, 'may contain at most 16 `*` wildcards'),
          classification: Clearance,
          actions: Names.optional().describe('Allowed actions; a trailing `*` matches a prefix.'),
          agents: Names.optional().describe('Allowed agents; a trailing `*` matches a prefix.'),
          roles: Names.optional(),
        })
        .strict(),
    )
    .max(RULES_MAX)
    .default(() => [])
    .describe(
      'Classification of resources; `*` in a pattern matches any text. The pattern with the most literal characters ' +
        'wins.',
    ),
  default_classification: Clearance.default('internal').describe('Classification of resources that match no pattern.'),
  default_clearance: Clearance.optional().describe(
    'Clearance of callers whose role has none. If absent, these callers can access all resources until any role has a ' +
      'clearance, and only public resources after that.',
  ),
  read_actions: Names.default(() => [...READ_ACTIONS]).describe(
    'Actions that neither change nor export data: the clearance alone decides.',
  ),
  change_actions: Names.default(() => [...CHANGE_ACTIONS]).describe(
    'Actions that change or export data: agent and role must have a tool for them. An action in neither list is ' +
      'treated as the name of a tool.',
  ),
})
type Settings = z.infer<typeof settings>

export default defineAgenticGuard({
  name: 'data_access_guard',
  title: 'Data access of agents',
  description:
    'Denies an action that is not in the toolset of the agent or not allowed for the role, and a change of ' +
    'data without a matching tool. It denies a resource whose classification exceeds the clearance of the ' +
    'role, a resource that a rule reserves for others, and a call of one agent through another that its record ' +
    'does not allow. Names are compared regardless of case, escapes and path detours. Data whose name matches ' +
    'no pattern has the default classification.',
  owasp: ['LLM06:2025', 'LLM02:2025', 'ASI03:2026'],
  defaults: { enabled: true, action: 'block' },
  settings,
  check(call: AccessCall, set, context) {
    const { config } = context
    const name = resourceName(call.resource)
    const rule = ruleFor(set.resources, name)
    const classification = classify(call, set, rule)
    const clearance = clearanceOf(config.rbac, effectiveRole(config, call)) ?? set.default_clearance
    const details = {
      classification,
      ...(clearance === undefined ? {} : { clearance }),
      ...(rule === undefined ? {} : { rule: rule.pattern }),
    }
    const problem =
      nameProblem(name) ??
      toolProblem(call, set, context) ??
      delegated(call, context) ??
      ruleProblem(call, rule, context) ??
      (clearance === undefined || permitsClassification(clearance, classification)
        ? undefined
        : {
            message: `The caller is cleared for ${clearance} data, and "${shown(call.resource)}" is ${classification}.`,
            category: 'clearance',
          })
    if (problem === undefined) return { flagged: false, details }
    return refuse(problem.message, { category: problem.category, severity: 'high', details })
  },
})

interface Problem {
  readonly message: string
  readonly category: string
}

function classify({ classification }: AccessCall, set: Settings, rule: ResourceRule | undefined): Clearance {
  const known = rule?.classification ?? set.default_classification
  return classification === undefined ? known : higher(known, classificationOf(classification))
}

function nameProblem({ problem }: ResourceName): Problem | undefined {
  if (problem === undefined) return undefined
  const what = problem === 'traversal' ? 'points outside its root path' : 'contains a control character'
  return { message: `The resource name ${what}.`, category: problem }
}

/** Returns why the action is not permitted to the agent and role. */
function toolProblem(call: AccessCall, set: Settings, { config }: AgenticContext): Problem | undefined {
  const { agentKey, resource } = call
  const role = effectiveRole(config, call)
  const action = call.action.toLowerCase()
  const isRead = toolMatcher(set.read_actions).has(action)
  if (isRead || toolMatcher(set.change_actions).has(action)) {
    const unknown = role === undefined ? undefined : unknownRole(config, agentKey, role)
    return unknown ?? (isRead ? undefined : changeProblem(config, { agentKey, role, action, resource }))
  }
  const use = { agentKey, userRole: call.userRole, tool: USES.has(action) ? resource : call.action }
  const notInToolset = toolsetProblem(config, use)
  if (notInToolset !== undefined) return { message: notInToolset, category: 'toolset' }
  if (role === undefined) return undefined
  const ofRole = roleProblem(config, use, role, restrictionOf(config, use.tool, role))
  return ofRole === undefined ? undefined : { message: ofRole, category: 'role' }
}

/** If roles are configured, an unknown role has no permissions. */
function unknownRole({ rbac, agents }: AgenticConfig, agentKey: string | undefined, role: string): Problem | undefined {
  const ofAgent = (agentKey === undefined ? undefined : agents.get(agentKey)?.role_permissions) ?? {}
  const isConfigured = Object.keys(rbac.roles).length > 0 || Object.keys(ofAgent).length > 0
  if (!isConfigured || Object.hasOwn(rbac.roles, role) || Object.hasOwn(ofAgent, role)) return undefined
  return { message: `Unknown role "${shown(role)}".`, category: 'role' }
}

function delegated(call: AccessCall, { config }: AgenticContext): Problem | undefined {
  if (call.sourceAgent === undefined) return undefined
  const { action, resource } = call
  const message = delegationProblem(config, call.sourceAgent, call.agentKey, [
    action,
    resource,
    `${action}:${resource}`,
  ])
  return message === undefined ? undefined : { message, category: 'delegation' }
}

function ruleProblem(
  call: AccessCall,
  rule: ResourceRule | undefined,
  { config }: AgenticContext,
): Problem | undefined {
  if (rule === undefined) return undefined
  const resource = shown(call.resource)
  const { actions, agents, roles } = rule
  if (actions !== undefined && !toolMatcher(actions).has(call.action.toLowerCase())) {
    return { message: `"${shown(call.action)}" is not allowed on "${resource}".`, category: 'resource_action' }
  }
  if (agents !== undefined && (call.agentKey === undefined || !toolMatcher(agents).has(call.agentKey))) {
    return { message: `The agent is not allowed to use "${resource}".`, category: 'resource_agent' }
  }
  const role = effectiveRole(config, call)
  if (roles !== undefined && (role === undefined || !roles.includes(role))) {
    return { message: `The role is not allowed to use "${resource}".`, category: 'resource_role' }
  }
  return undefined
}
