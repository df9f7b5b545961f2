import { z } from 'zod'
import { post } from '../endpoint.ts'
import { checkCaller, grantFields } from './agent-check.ts'
import { ToolName } from './tool-name.ts'
import { CheckVerdict, MODES } from './verdict.ts'

/** Own limits for caller-defined names, and for the confirmation secret. */
const NAME_CHARS_MAX = 200
const TOKEN_CHARS_MAX = 512
const SOURCES_MAX = 100
/** Own limit: higher values for one call are a mistake or an attack on a counter. */
const COST_USD_MAX = 100_000_000
const TOKENS_MAX = 100_000_000

const Arguments = z.record(z.string(), z.unknown())

/** Origin of arguments: a name, or an object with it. */
const InputSource = z.union([
  z.string().min(1).max(NAME_CHARS_MAX),
  z.looseObject({
    source: z.string().min(1).max(NAME_CHARS_MAX).optional(),
    name: z.string().min(1).max(NAME_CHARS_MAX).optional(),
    tool: z.string().min(1).max(NAME_CHARS_MAX).optional(),
    type: z.string().min(1).max(NAME_CHARS_MAX).optional(),
  }),
])

/**
 * Body of `POST /v1/shield/tool/check`. The arguments are under one of four names. `arguments` may be the text of a JSON object, as models
 * write it. Null is accepted for missing fields. docs/spec/guard.md §2 "Tool check request".
 */
export const ToolCheck = z.object({
  ...orNull(checkCaller),
  ...orNull(grantFields),
  tool_name: ToolName,
  tool_params: Arguments.nullish(),
  tool_args: Arguments.nullish(),
  arguments: z.union([Arguments, z.string()]).nullish(),
  tool_input: Arguments.nullish(),
  /** JSON Schema, or a tool definition that contains one. */
  tool_schema: z.record(z.string(), z.unknown()).nullish(),
  workflow: z.string().min(1).max(NAME_CHARS_MAX).nullish(),
  workflow_step: z.union([z.string().min(1).max(NAME_CHARS_MAX), z.number()]).nullish(),
  tool_call_id: z.string().min(1).max(NAME_CHARS_MAX).nullish(),
  input_sources: z.array(InputSource).max(SOURCES_MAX).nullish(),
  confirmation_token: z.string().min(1).max(TOKEN_CHARS_MAX).nullish(),
  estimated_cost_usd: z.number().min(0).max(COST_USD_MAX).nullish(),
  estimated_tokens: z.number().min(0).max(TOKENS_MAX).nullish(),
})
export type ToolCheck = z.infer<typeof ToolCheck>

/** Makes optional fields nullable. */
function orNull<Shape extends Readonly<Record<string, z.ZodType>>>(shape: Shape) {
  const fields = Object.entries(shape).map(([name, schema]) => [name, schema.nullable()] as const)
  return Object.fromEntries(fields) as { [Name in keyof Shape]: z.ZodNullable<Shape[Name]> }
}

/** docs/spec/guard.md §2 "Tool verdict". */
export const ToolVerdict = CheckVerdict.extend({
  mode: z.enum(MODES),
  /** Actor who disabled the tool, and the reason. */
  disabled_by: z.string().optional(),
  reason: z.string().optional(),
  /** Id of the required approval, if any. */
  request_id: z.string().optional(),
  /** Expiry of the required approval or confirmation. */
  expires_at: z.string().optional(),
  required_approvals: z.number().int().optional(),
  /** Token to send with the repeated call, or to `tool/confirm`. */
  confirmation_token: z.string().optional(),
  cap_token: z.string().optional(),
  /** Validity of `cap_token` in seconds. */
  expires_in: z.number().optional(),
})
export type ToolVerdict = z.infer<typeof ToolVerdict>

/** Checks of tool calls. docs/spec/guard.md §4 "Tool and agent guards". */
export const toolCheckEndpoints = {
  checkTool: post('/v1/shield/tool/check', {
    auth: 'runtime',
    strictNames: true,
    summary: 'Check whether a tool call may run',
    description:
      'Evaluates the call step by step and stops at the first denial: identity, kill switch, circuit breaker, agent ' +
      'and role allowlists, rate limits, argument schema, argument rules, order within the session, approval, and ' +
      'capability issuance. `guardrail_results` contains each executed step. Denials return 200: check `allowed`. Only ' +
      'rate limits return 429, with the verdict as the body and `Retry-After`.',
    tags: ['Agent guards'],
    body: ToolCheck,
    response: ToolVerdict,
    alsoStatus: [429],
    examples: {
      request: {
        refund: {
          summary: 'Refund requested by an agent',
          value: {
            agent_key: 'support-bot',
            tool_name: 'refund',
            user_role: 'manager',
            session_id: 'ticket-4711',
            tool_params: { order: 'A-100', amount: 25 },
          },
        },
      },
    },
  }),
} as const
