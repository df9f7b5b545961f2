import type { Clock } from '@gatehouse/kernel'
import { noteToolOutput } from '../../../src/agentic/data-flow/note.ts'
import { runChain } from '../../../src/agentic/engine/chain.ts'
import { compileAgentic } from '../../../src/agentic/engine/compile.ts'
import { type AgenticConfig, NO_AGENTIC_CONFIG } from '../../../src/agentic/engine/config.ts'
import type { AgenticPorts, ApprovalRequest, Approvals } from '../../../src/agentic/engine/ports.ts'
import approvalWorkflow from '../../../src/agentic/guards/approval-workflow.ts'
import dataFlow from '../../../src/agentic/guards/data-flow.ts'
import { type PartialToolCall, makeToolCall } from '../../../src/agentic/tool-call.ts'
import { localPorts } from '../ports.ts'

/** Guards of the data-flow tests. */
export const chain = [dataFlow, approvalWorkflow]
/** Creates a tenant with the guard enabled, one agent `bot` and one session `s`. */
export function world(settings: Readonly<Record<string, unknown>> = {}, over: { readonly mode?: 'monitor' } = {}) {
  let now_ms = 1_000_000
  const clock: Clock = { now: () => now_ms }
  const approvalRequests: ApprovalRequest[] = []
  const approvals: Approvals = {
    request(_tenant, request) {
      approvalRequests.push(request)
      return Promise.resolve({ requestId: 'q', expiresAt: new Date(now_ms), requiredApprovals: request.minApprovals })
    },
    spend: () => Promise.resolve('spent'),
  }
  const config: AgenticConfig = {
    ...NO_AGENTIC_CONFIG,
    tenantId: 't',
    mode: over.mode ?? 'enforce',
    guardrails: { data_flow: { enabled: true, settings } },
  }
  const entries = compileAgentic(config.guardrails, chain, config.mode)
  const ports: AgenticPorts = { ...localPorts(clock), approvals }
  return {
    asked: approvalRequests,
    pass: (seconds: number) => void (now_ms += seconds * 1_000),
    note: (tool: string, text: string, sessionId: string | null = 's') =>
      noteToolOutput(
        { config, entries, state: ports.state },
        { tool, text, sessionId: sessionId ?? undefined, agentKey: 'bot', headerAgentKey: undefined },
      ),
    check: (givenToolCall: PartialToolCall) =>
      runChain(chain, entries, makeToolCall({ agentKey: 'bot', sessionId: 's', ...givenToolCall }), {
        config,
        ports,
        clock,
        requestId: 'r',
      }),
  }
}
