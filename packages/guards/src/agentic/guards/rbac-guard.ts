import { z } from 'zod'
import { effectiveRole, restrictionOf, roleProblem } from '../authorize.ts'
import { defineAgenticGuard, refuse } from '../engine/guard.ts'
import type { ToolCall } from '../tool-call.ts'

/** The second half of step 3 of a tool check: agent and role must both allow the tool. */
export default defineAgenticGuard({
  name: 'rbac_guard',
  title: 'Role-based tool access',
  description:
    'Denies a tool that the role of the caller may not use: by the roles of the tenant, by the permissions of ' +
    'the agent for the role, or by the `role_restrictions` of the tool. A denial takes precedence. If roles ' +
    'are configured, an unknown role has no permissions. The role is the one in the body, or else in ' +
    'X-User-Role, or else the role that the tenant assigns to the agent. For a call without a role, the entry ' +
    '`*` of the tool applies.',
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
