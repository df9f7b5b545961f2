import { z } from 'zod'
import { get, post } from '../endpoint.ts'
import { checkCaller } from './agent-check.ts'
import { NewToolPattern, ToolName, ToolPattern } from './tool-name.ts'
import { CheckVerdict, MODES } from './verdict.ts'

const REASON_CHARS_MAX = 500
const ERROR_CHARS_MAX = 2_000
const ACTION_CHARS_MAX = 200
const TOKEN_CHARS_MAX = 512
const LATENCY_MS_MAX = 86_400_000

/** Body of `POST /v1/shield/tool/confirm`. */
export const ToolConfirm = z.object({
  ...checkCaller,
  /** Tool or action whose check required the confirmation. */
  action: z.string().min(1).max(ACTION_CHARS_MAX),
  confirmation_token: z.string().min(1).max(TOKEN_CHARS_MAX),
})

const Reason = z.object({
  reason: z
    .string()
    .trim()
    .max(REASON_CHARS_MAX)
    .refine((text) => !text.includes('\0'), 'must not contain a NUL character')
    .default(''),
})

const DisabledTool = z.object({
  tool_name: z.string(),
  reason: z.string(),
  disabled_by: z.string(),
  disabled_at: z.string(),
})

/** Body of a report on a tool call's result. docs/spec/guard.md "Details". */
export const BreakerReport = z.object({
  tool_name: ToolName,
  success: z.boolean(),
  latency_ms: z.number().min(0).max(LATENCY_MS_MAX).optional(),
  error: z.string().max(ERROR_CHARS_MAX).optional(),
})

/** Circuit breaker of one tool. */
export const CircuitBreaker = z.object({
  tool_name: z.string(),
  state: z.enum(['closed', 'open', 'half_open']),
  /** Number of consecutive failures, now or when the circuit opened. */
  failures: z.number().int(),
  opened_at: z.string().nullable(),
  /** Time of the next probe. */
  retry_at: z.string().nullable(),
  last_error: z.string().nullable(),
})
export type CircuitBreaker = z.infer<typeof CircuitBreaker>

const SWITCH = ['Tool guards']
const BREAKERS = ['Circuit breakers']
const disabledParams = z.object({ tool: ToolPattern })

/** Manual and automatic switches that stop tools. docs/spec/guard.md "Agents: kill switch and breaker", "Agents: confirmation". */
export const toolControlEndpoints = {
  confirmTool: post('/v1/shield/tool/confirm', {
    auth: 'runtime',
    summary: 'Confirm a sensitive action with the token from its check',
    description:
      'Uses up the token, which confirms one action of one agent within 300 s. Fails if the tool has been disabled or ' +
      'the agent may no longer use it.',
    tags: SWITCH,
    body: ToolConfirm,
    response: CheckVerdict.extend({ mode: z.enum(MODES) }),
  }),
  disableTool: post('/v1/shield/tools/{tool}/disable', {
    auth: 'config',
    summary: 'Disable a tool for the tenant',
    description:
      'All checks of the tool return block on all instances within a second. Accepts a name, or a prefix with `*`.',
    tags: SWITCH,
    params: z.object({ tool: NewToolPattern }),
    body: Reason.default({ reason: '' }),
    response: z.object({ success: z.boolean(), disabled: z.boolean(), tool: DisabledTool }),
  }),
  enableTool: post('/v1/shield/tools/{tool}/enable', {
    auth: 'config',
    summary: 'Enable a tool',
    description: 'Also returns 200 if the tool is not disabled. `still_disabled_by` names a prefix that still applies.',
    tags: SWITCH,
    params: disabledParams,
    body: Reason.default({ reason: '' }),
    response: z.object({
      success: z.boolean(),
      disabled: z.boolean(),
      tool_name: z.string(),
      was_disabled: z.boolean(),
      still_disabled_by: z.string().nullable(),
    }),
  }),
  listDisabledTools: get('/v1/shield/tools/disabled', {
    auth: 'runtime',
    summary: 'List disabled tools',
    tags: SWITCH,
    response: z.object({ tenant_id: z.string(), disabled: z.array(DisabledTool), total: z.number().int() }),
  }),
  reportToolCall: post('/v1/tenant/me/agentic/circuit-breakers/report', {
    auth: 'runtime',
    summary: 'Report the result of a tool call',
    description:
      'Three consecutive failures, or calls slower than `latency_threshold_ms` of the circuit_breaker guard, open the ' +
      "tool's circuit breaker for 300 s. Then one trial call is allowed; its result closes or reopens the breaker.",
    tags: BREAKERS,
    body: BreakerReport,
    response: z.object({ success: z.boolean(), state: z.string(), circuit_breaker: CircuitBreaker }),
    examples: {
      request: { failed: { value: { tool_name: 'search', success: false, latency_ms: 5012, error: 'timed out' } } },
    },
  }),
  listBreakers: get('/v1/tenant/me/agentic/circuit-breakers', {
    auth: 'runtime',
    summary: 'List circuit breakers of recently failed tools',
    tags: BREAKERS,
    response: z.object({ tenant_id: z.string(), circuit_breakers: z.array(CircuitBreaker), total: z.number().int() }),
  }),
  resetBreaker: post('/v1/tenant/me/agentic/circuit-breakers/{tool}/reset', {
    auth: 'config',
    summary: 'Reset the circuit breaker of a tool',
    tags: BREAKERS,
    params: z.object({ tool: ToolPattern }),
    response: z.object({ success: z.boolean(), was_open: z.boolean(), circuit_breaker: CircuitBreaker }),
  }),
} as const
