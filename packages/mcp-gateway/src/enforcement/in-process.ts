import { type ChainVerdict, noteToolOutput, stops, toolChain } from '@gatehouse/guards/agentic'
import type { ToolCall } from '@gatehouse/guards/tools'
import {
  agenticEntries,
  decideCheck,
  decideToolOutput,
  tokensOf,
  type ToolOutput,
  toolOutputEntry,
} from '@gatehouse/screening'
import type { McpPorts } from '../ports.ts'
import { GATEWAY_PATH, type McpExchange } from '../exchange.ts'
import type { CallDecision, Enforcement, ResultOf, TextDecision } from './enforcement.ts'
import { asDocument, audited, type ScreenedText, runOf, screenText, stopOf } from './screen-text.ts'
import { routedChain } from './listed-tools.ts'
import { ofServer } from './registered-server.ts'

/** Creates an enforcement with the guards of this process and the tenant's configuration. */
export function enforceHere(exchange: McpExchange, ports: McpPorts): Enforcement {
  return {
    checkCall: (call) => checkCall(call, exchange, ports),
    screenResult: (json, result) => screenResult(json, result, exchange, ports),
    screenUntrusted: (json, kind) => screenText(json, kind, 'arriving', exchange, ports),
    screenLeaving: (json, kind) => screenText(json, kind, 'leaving', exchange, ports),
  }
}

async function checkCall(call: ToolCall, exchange: McpExchange, ports: McpPorts): Promise<CallDecision> {
  const { view, route, context } = exchange
  const guards = [...ofServer(call, exchange, ports), ...routedChain(toolChain, exchange)]
  const details = {
    tool_name: call.tool,
    route,
    arguments_hash: call.argumentsHash,
    tool_call_id: call.toolCallId,
    workflow: call.workflow,
  }
  const verdict = await decideCheck({ name: 'tool', path: GATEWAY_PATH, guards, call, details }, view, context, ports)
  return callDecision(verdict)
}

function callDecision({ allowed, action, results, message, extra }: ChainVerdict): CallDecision {
  if (allowed) return { kind: 'allowed' }
  const guardrail = results.find((result) => result.action === action)?.guardrail ?? 'tool_allowlist'
  const answer = { guardrail, message: message ?? 'The call is not allowed.' }
  if (action !== 'require_approval') return { kind: 'blocked', ...answer }
  const known = ['request_id', 'expires_at', 'required_approvals', 'confirmation_token', 'confirmation_expires_at']
  const data = Object.fromEntries(known.filter((name) => name in extra).map((name) => [name, extra[name]]))
  return { kind: 'approval', ...answer, data }
}

async function screenResult(
  json: string,
  { call }: ResultOf,
  exchange: McpExchange,
  ports: McpPorts,
): Promise<TextDecision> {
  const { tenant, view, context } = exchange
  // The call was already counted as a request. Its result adds to the usage.
  ports.usage.spend(tenant.tenantId, tokensOf(json))
  const policy = ports.policies.policyFor('output', tenant, undefined, [])
  const about: ToolOutput = {
    call,
    tool: call.tool,
    stage: 'output',
    output: json,
    args: call.args,
    prompt: undefined,
    contextDocs: [],
    block: undefined,
    path: [],
    endpoint: GATEWAY_PATH,
    name: 'tool_output',
  }
  const decision = await decideToolOutput(about, view, policy, context, ports)
  ports.meter.count('tool_output', decision)
  const written = ports.audit.append(toolOutputEntry(about, decision, view, context))
  if (stops(decision.action)) {
    ports.usage.blocked(tenant.tenantId)
    await written
    return stopOf(decision.action, decision.results)
  }
  const text = decision.sanitized ?? json
  const { state, worker } = ports.agentic
  const noted = noteToolOutput(
    { config: view.agentic, entries: agenticEntries(view.agentic), state, worker },
    { ...call, text: json },
  )
  const judging = async (): Promise<ScreenedText> => {
    const judged = await asDocument(text, runOf('input', exchange, ports), exchange, ports)
    await audited('tool_result', judged, text, exchange, ports)
    return judged
  }
  const [judged] = await Promise.all([judging(), written, noted])
  return stops(judged.action) ? stopOf(judged.action, judged.results) : { kind: 'passes', text: judged.text }
}
