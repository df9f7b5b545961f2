import type { OutputCheck } from '@gatehouse/contracts/content'
import type { ContentVerdict } from '@gatehouse/contracts/verdicts'
import { stops } from '@gatehouse/guards/agentic'
import type { RequestContext } from '@gatehouse/http'
import { actingAgent } from '../checks/acting-agent.ts'
import { ignoredGuards } from '../ignored-guards.ts'
import { screenedOutput } from '../subject.ts'
import { screenToolOutput, type ToolOutputPorts } from './screen-tool-output.ts'

/** `POST /guardrails/output` with the context of a tool. docs/spec/guard.md §4 rule 3. */
export async function screenOutputOfTool(
  body: OutputCheck,
  tool: string,
  context: RequestContext,
  ports: ToolOutputPorts,
): Promise<ContentVerdict> {
  const { context: about, session_id: sessionId } = body
  const decision = await screenToolOutput(
    {
      call: {
        agentKey: actingAgent(body.agent_key ?? body.agent_id ?? about?.agent_id, context),
        headerAgentKey: context.agentKey,
        // The body's role overrides the header's. docs/spec/guard.md "Details: identity".
        userRole: body.user_role ?? about?.user_role ?? context.userRole,
        sessionId,
      },
      tool,
      stage: about?.stage ?? 'output',
      output: screenedOutput(body).subject.text,
      args: about?.tool_input,
      prompt: body.prompt ?? (typeof body.input === 'string' ? body.input : undefined),
      contextDocs: body.context_docs ?? [],
      block: body.guardrails,
      path: ['body', 'guardrails'],
      endpoint: '/guardrails/output',
      name: 'output',
    },
    context,
    ports,
  )
  const { action, policy, would } = decision
  const ignored = ignoredGuards(body.guardrails, policy)
  return {
    safe: !stops(action),
    action,
    mode: policy.mode,
    guardrail_results: [...decision.results],
    inference_time_ms: Math.round(decision.latency_ms * 1_000) / 1_000,
    request_id: context.requestId,
    policy_source: policy.source,
    ...(ignored.length > 0 ? { ignored_guardrails: ignored } : {}),
    sanitization: decision.sanitization,
    ...(would === undefined ? {} : { would_action: would.action, would_block: would.block }),
    ...(decision.sanitized === undefined ? {} : { sanitized_output: decision.sanitized }),
    ...(decision.skipped.length > 0 ? { skipped_guardrails: [...decision.skipped] } : {}),
  }
}
