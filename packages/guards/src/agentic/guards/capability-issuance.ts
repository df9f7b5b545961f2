import { z } from 'zod'
import { effectiveRole } from '../authorize.ts'
import { type AgenticOutcome, defineAgenticGuard, fine, refuse } from '../engine/guard.ts'
import type { ToolCall } from '../tool-call.ts'
import { toolPolicyFor } from '../tool-policy.ts'

/** docs/spec/guard.md "Agents: capabilities". */
const TTL_S = { default: 30, max: 60 } as const

/** Step 9 of a tool check. */
export default defineAgenticGuard({
  name: 'capability_issuance',
  title: 'Capability tokens for tools',
  description:
    'Creates a token for a call if the tool policy sets `issue_capability`. The token is valid once, for this ' +
    'agent, role, tool and these arguments, and is returned in `cap_token`. The tool verifies it. If no token ' +
    'can be created, the call is denied.',
  owasp: ['LLM06:2025', 'ASI03:2026'],
  defaults: { enabled: true, action: 'block' },
  settings: z.object({
    ttl: z.number().int().min(1).max(TTL_S.max).default(TTL_S.default).describe('Token lifetime in seconds.'),
  }),
  async check(call: ToolCall, { ttl }, { config, ports, monitored }): Promise<AgenticOutcome> {
    if (toolPolicyFor(config, call.tool)?.policy.issue_capability !== true) return fine
    if (ports.capabilities === undefined) {
      return refuse('The tool requires a capability token, and tokens cannot be issued here.', {
        category: 'capability_unavailable',
        severity: 'high',
        details: { issued: false },
      })
    }
    const agent = call.agentKey ?? call.headerAgentKey
    const role = effectiveRole(config, { ...call, agentKey: agent })
    const issued = await ports.capabilities.issue(config.tenantId, {
      agent,
      role,
      tool: call.tool,
      argsHash: call.argumentsHash,
      tenantSince: config.tenantSince,
      // In monitor mode the previous steps may have any findings.
      ...(monitored ? {} : { checked: 'call' }),
      ttl_s: ttl,
    })
    return { flagged: false, details: { issued: true, expires_in: issued.expires_in }, extra: { ...issued } }
  },
})
