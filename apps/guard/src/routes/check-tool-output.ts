import type { ToolOutputCheck, ToolOutputVerdict } from '@gatehouse/contracts/agents'
import { stops } from '@gatehouse/guards/agentic'
import { callerOf, screenToolOutput } from '@gatehouse/screening'
import type { GuardHandler } from './handler.ts'

/** `POST /v1/shield/tool/output`. */
export const checkToolOutput: GuardHandler<'checkToolOutput'> =
  (ports) =>
  async ({ body, context }): Promise<ToolOutputVerdict> => {
    const about = body.context
    const caller = {
      agent_key: body.agent_key ?? body.agent_id ?? about?.agent_id,
      user_role: body.user_role ?? about?.user_role,
      session_id: body.session_id,
    }
    const decision = await screenToolOutput(
      {
        call: callerOf(caller, context),
        // The schema requires at least one of the two.
        tool: body.tool_name ?? about?.tool_name ?? '',
        stage: body.stage ?? about?.stage ?? 'output',
        output: textOf(body),
        args: body.tool_params ?? body.tool_args ?? body.arguments ?? body.tool_input ?? about?.tool_input,
        prompt: body.prompt,
        contextDocs: body.context_docs ?? [],
        block: body.guardrails,
        path: ['body', 'guardrails'],
        endpoint: '/v1/shield/tool/output',
        name: 'tool_output',
      },
      context,
      ports,
    )
    const { action, would } = decision
    const message = decision.results.find((result) => result.action === action && !result.passed)?.message
    return {
      allowed: !stops(action),
      safe: !stops(action),
      action,
      mode: decision.policy.mode,
      guardrail_results: [...decision.results],
      ...(message === undefined ? {} : { message }),
      ...(would === undefined ? {} : { would_action: would.action, would_block: would.block }),
      sanitization: decision.sanitization,
      ...(decision.sanitized === undefined ? {} : { sanitized_output: decision.sanitized }),
      ...(decision.skipped.length > 0 ? { skipped_guardrails: [...decision.skipped] } : {}),
      inference_time_ms: Math.round(decision.latency_ms * 1_000) / 1_000,
    }
  }

/** Returns the text of an output; JSON is serialized. */
function textOf({ output, tool_output }: ToolOutputCheck): string {
  const value = output ?? tool_output
  return typeof value === 'string' ? value : JSON.stringify(value)
}
