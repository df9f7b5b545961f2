import { z } from 'zod'
import { effectiveRole, restrictionOf, roleProblem } from '../authorize.ts'
import { defineAgenticGuard, refuse } from '../engine/guard.ts'
import type { ToolCall } from '../tool-call.ts'

/** The second half of step 3 of a tool check: agent and role must both allow the tool. */
export default defineAgenticGuard({
  name: 'rbac_guard',
  title: 'Role-based access to tools',
  description:
    "Refuses a tool that the caller's role may not use: by the tenant's roles, by what the agent lets the role do, or by the " +
    "tool's own `role_restrictions`. A deny wins, and where roles are configured an unknown role may nothing. The role is the " +
    'one of the body, else of X-User-Role, else the one that the tenant gives the agent; a call without any is held to what the tool says of `*`.',
  owasp: ['LLM06:2025', 'ASI03:2026'],
  defaults: { enabled: true, action: 'block' },
  settings: z.object({}),
  check({ agentKey, userRole, tool }: ToolCall, _settings, { config }) {
    const role = effectiveRole(config, { agentKey, userRole })
    const restriction = restrictionOf(config, tool, role)
    const problem = roleProblem(config, { agentKey, userRole, tool }, role, restriction)
    if (problem !== undefined) return refuse(problem, { category: 'role_denied', severity: 'high' })
    return { flagged: false, details: { role: role ?? null, redact: restriction === 'redact' } }
  },
})
