import { z } from 'zod'
import { post } from '../endpoint.ts'
import { agreeing } from './agreeing.ts'
import { CONTEXT_DOCS_MAX, OUTPUT_NAMES, SESSION_ID_CHARS_MAX, ToolContext } from './content.ts'
import { GuardBlock } from './policy.ts'
import { ToolName } from './tool-name.ts'
import { CheckVerdict, DATA_STAGES, MODES, Sanitization } from './verdict.ts'

/** Text or JSON. Both are screened and rewritten as text. */
const Output = z
  .unknown()
  .refine((output) => output !== null, 'must be text or JSON')
  .optional()

const AgentName = z.string().min(1).max(128).optional()
const Arguments = z.record(z.string(), z.unknown()).optional()

/** `POST /v1/shield/tool/output`. docs/spec/guard.md §2 "Tool output request"; `tool_output` is another dialect's `output`. */
export const ToolOutputCheck = z
  .object({
    tool_name: ToolName.optional(),
    output: Output,
    tool_output: Output,
    agent_key: AgentName,
    agent_id: AgentName,
    user_role: z.string().max(128).optional(),
    session_id: z.string().min(1).max(SESSION_ID_CHARS_MAX).optional(),
    stage: z.enum(DATA_STAGES).optional(),
    prompt: z.string().optional(),
    context_docs: z.array(z.string()).max(CONTEXT_DOCS_MAX).optional(),
    tool_params: Arguments,
    tool_args: Arguments,
    arguments: Arguments,
    tool_input: Arguments,
    context: ToolContext.optional(),
    guardrails: GuardBlock.optional(),
  })
  .refine(({ tool_name: own, context }) => own !== undefined || context?.tool_name !== undefined, {
    path: ['tool_name'],
    message: 'Field required',
    params: { type: 'missing' },
  })
  .refine(({ output, tool_output }) => output !== undefined || tool_output !== undefined, {
    path: ['output'],
    message: 'Field required',
    params: { type: 'missing' },
  })
  .superRefine(agreeing(...OUTPUT_NAMES))
export type ToolOutputCheck = z.infer<typeof ToolOutputCheck>

/** Response of a tool output check: a tool verdict with the changes to the output. */
export const ToolOutputVerdict = z.object({
  ...CheckVerdict.shape,
  mode: z.enum(MODES),
  sanitization: Sanitization,
  sanitized_output: z.string().optional(),
  skipped_guardrails: z.array(z.string()).optional(),
  inference_time_ms: z.number(),
})
export type ToolOutputVerdict = z.infer<typeof ToolOutputVerdict>

export const toolOutputEndpoints = {
  checkToolOutput: post('/v1/shield/tool/output', {
    auth: 'runtime',
    strictNames: true,
    summary: 'Screen and sanitize tool output',
    description:
      'Checks whether agent and role may use the tool, applies the data policies, and runs the output guards on the ' +
      'result. Use `sanitized_output` if present. JSON remains valid JSON. With `stage: input`, the payload contains ' +
      'arguments of a pending call, which are denied or reported but never changed.',
    tags: ['Tool guards'],
    body: ToolOutputCheck,
    response: ToolOutputVerdict,
    examples: {
      request: {
        crm: {
          summary: 'Tool output with a card number',
          value: { agent_key: 'support-bot', tool_name: 'crm', output: '{"card": "4111 1111 1111 1111"}' },
        },
      },
    },
  }),
} as const
