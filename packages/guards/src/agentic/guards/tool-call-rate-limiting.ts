import { TOOL_RATE_LIMIT, TOOL_SESSION_LIMIT } from '@gatehouse/contracts/policies'
import { z } from 'zod'
import { effectiveRole } from '../authorize.ts'
import type { AgenticConfig } from '../engine/config.ts'
import { type AgenticOutcome, defineAgenticGuard, fine, refuse } from '../engine/guard.ts'
import { countIn, type FullRate, type Rate } from '../rates.ts'
import { SESSION_TTL_MS, sessionKey } from '../session/keys.ts'
import { shown } from '../shown.ts'
import type { ToolCall } from '../tool-call.ts'
import { toolPolicyFor } from '../tool-policy.ts'

const COUNT_MAX = 1_000_000
const WINDOW_S_MAX = 86_400
/** docs/spec/guard.md §2 "Role record": `<n>/min`. */
const ROLE_WINDOW_MS = 60_000

const Settings = z.object({
  limit: z
    .number()
    .int()
    .min(1)
    .max(COUNT_MAX)
    .optional()
    .describe('Calls per window, per agent and per tool without a policy. If absent, these tools have no limit.'),
  window_seconds: z
    .number()
    .int()
    .min(1)
    .max(WINDOW_S_MAX)
    .default(TOOL_RATE_LIMIT.window_seconds)
    .describe('Length of this window.'),
  session_limit: z
    .number()
    .int()
    .min(1)
    .max(COUNT_MAX)
    .optional()
    .describe('Calls per session, per tool without a policy. If absent, these tools have no limit.'),
})

/** Step 4 of a tool check. */
export default defineAgenticGuard({
  name: 'tool_call_rate_limiting',
  title: 'Tool call rate limits',
  description:
    'Counts calls in sliding windows: per tenant, agent and tool with the `rate_limit` of the tool policy, and ' +
    'per role with the `rate_limit` of the role. It counts calls of a tool in a session with its ' +
    '`session_limit`, and compares `estimated_tokens` with the `max_tokens_per_request` of the role. A call ' +
    'over a limit returns 429 with the waiting time and is not counted. A call that a later step denies counts ' +
    'in the windows, but not in the session. Callers name the sessions: with an explicit `session_limit`, a ' +
    'call without a session is denied. The default limit does not apply to such calls.',
  owasp: ['LLM10:2025', 'ASI02:2026'],
  defaults: { enabled: true, action: 'block' },
  settings: Settings,
  async check(call: ToolCall, settings, { config, ports }): Promise<AgenticOutcome> {
    const role = effectiveRole(config, call)
    const tokens_max = recordOf(config, role)?.max_tokens_per_request
    if (tokens_max !== undefined && (call.estimatedTokens ?? 0) > tokens_max) {
      return refuse(`The call may exceed the limit of ${tokens_max} tokens of its role.`, {
        category: 'role_token_limit',
        severity: 'medium',
        details: { limit: tokens_max, estimated_tokens: call.estimatedTokens },
      })
    }
    const policy = toolPolicyFor(config, call.tool)?.policy
    const limit = policy === undefined ? settings.session_limit : policy.session_limit
    if (call.sessionId === undefined && limit !== undefined && (policy === undefined || limit !== TOOL_SESSION_LIMIT)) {
      return noSession(call.tool, limit)
    }
    const place = limit === undefined ? undefined : sessionCounterKey(config.tenantId, call)
    const used = place === undefined ? 0 : await ports.state.increment(place, 1, SESSION_TTL_MS)
    const giveBack = async (): Promise<void> => {
      if (place !== undefined) await ports.state.increment(place, -1, SESSION_TTL_MS)
    }
    if (limit !== undefined && used > limit) {
      await giveBack()
      return sessionFull(call.tool, limit)
    }
    const full = await countIn(ratesOf(call, role, settings, config), ports.windows)
    if (full !== undefined) {
      await giveBack()
      return windowFull(full)
    }
    if (place === undefined) return fine
    const settle = (mayRun: boolean): Promise<void> => (mayRun ? Promise.resolve() : giveBack())
    return { flagged: false, details: { session_calls: used, session_limit: limit }, settle }
  },
})

function sessionCounterKey(tenantId: string, { sessionId, tool }: ToolCall): string | undefined {
  return sessionId === undefined ? undefined : sessionKey(tenantId, sessionId, 'calls_of', tool)
}

function ratesOf(
  { agentKey = '', tool }: ToolCall,
  role: string | undefined,
  settings: z.infer<typeof Settings>,
  config: AgenticConfig,
): Rate[] {
  const { tenantId } = config
  const rates: Rate[] = []
  const policy = toolPolicyFor(config, tool)?.policy
  const own = policy === undefined ? settings : policy.rate_limit
  if (own.limit !== undefined) {
    const key = JSON.stringify([tenantId, 'tool_rate', agentKey, tool])
    rates.push({ what: `tool "${shown(tool)}"`, key, limit: own.limit, window_ms: own.window_seconds * 1_000 })
  }
  const perMinute = recordOf(config, role)?.rate_limit
  if (role !== undefined && perMinute !== undefined) {
    const key = JSON.stringify([tenantId, 'role_rate', role])
    rates.push({ what: `role "${shown(role)}"`, key, limit: Number.parseInt(perMinute, 10), window_ms: ROLE_WINDOW_MS })
  }
  return rates
}

function recordOf({ rbac: { roles } }: AgenticConfig, role: string | undefined) {
  return role !== undefined && Object.hasOwn(roles, role) ? roles[role] : undefined
}

/** Decisions, 0025: omitting the session must not bypass a configured limit. */
function noSession(tool: string, limit: number): AgenticOutcome {
  return refuse(`Tool "${shown(tool)}" has a call limit per session. Send session_id.`, {
    category: 'no_session',
    severity: 'medium',
    details: { limit },
  })
}

function sessionFull(tool: string, limit: number): AgenticOutcome {
  return refuse(`The session reached the limit of ${limit} calls for tool "${shown(tool)}".`, {
    category: 'session_limit',
    severity: 'medium',
    details: { limit },
    retryAfter_s: SESSION_TTL_MS / 1_000,
  })
}

function windowFull({ what, limit, window_ms, retryAfter_s }: FullRate): AgenticOutcome {
  const window_seconds = window_ms / 1_000
  return refuse(`More than ${limit} calls in ${window_seconds} seconds for ${what}.`, {
    category: 'rate_limit',
    severity: 'medium',
    details: { limit, window_seconds, retry_after_seconds: retryAfter_s },
    retryAfter_s,
  })
}
