import type { Handlers } from '@gatehouse/contracts'
import type { toolCheckEndpoints } from '@gatehouse/contracts/agents'
import type { guardEndpoints } from '@gatehouse/contracts/guard'
import { toolChain } from '@gatehouse/guards/agentic'
import type { RequestContext } from '@gatehouse/http'
import { yieldAfter } from '@gatehouse/kernel'
import { compileSent, runCheck, tokensOf, toolCallOf } from '@gatehouse/screening'
import type { GuardHandler, GuardPorts } from './handler.ts'

/** `POST /v1/shield/tool/check`. */
const checkTool: GuardHandler<'checkTool'> =
  (ports) =>
  async ({ body, context }) => {
    const started_ms = performance.now()
    const call = toolCallOf(body, context)
    // Hashing large arguments takes tens of milliseconds.
    await yieldAfter(started_ms)
    return runCheck(
      {
        name: 'tool',
        path: '/v1/shield/tool/check',
        guards: toolChain,
        call,
        onceAdmitted: () => compileSent(body),
        tokens: tokensOf(JSON.stringify(call.args)),
        details: {
          tool_name: call.tool,
          arguments_hash: call.argumentsHash,
          tool_call_id: call.toolCallId,
          workflow: call.workflow,
          workflow_step: call.workflowStep,
          input_sources: call.inputSources.length === 0 ? undefined : call.inputSources,
        },
      },
      context,
      ports,
    )
  }

export function toolCheckHandlers(
  ports: GuardPorts,
): Pick<Handlers<typeof guardEndpoints, RequestContext>, keyof typeof toolCheckEndpoints> {
  return { checkTool: checkTool(ports) }
}
