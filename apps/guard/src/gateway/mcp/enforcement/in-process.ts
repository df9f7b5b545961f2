import { setImmediate } from 'node:timers/promises'
import { type Action, actionRank, type GuardrailResult } from '@gatehouse/contracts'
import {
  type ChainVerdict,
  type CompiledPolicy,
  noteToolOutput,
  readPayload,
  type RunContext,
  runPolicy,
  stops,
  type ToolCall,
  toolChain,
} from '@gatehouse/guards'
import { agenticEntries } from '../../../policies.ts'
import type { GuardPorts } from '../../../routes/handler.ts'
import { decideCheck } from '../../../checks/run-check.ts'
import { tokensOf } from '../../../screen.ts'
import { toolOutputEntry } from '../../../tool-output/audit-entry.ts'
import {
  applyPolicies,
  decideToolOutput,
  modelPorts,
  type ToolOutput,
} from '../../../tool-output/screen-tool-output.ts'
import { partsOf } from '../../chat/policy-parts.ts'
import { GATEWAY_PATH, type McpExchange } from '../exchange.ts'
import { routedName } from '../policy/route-view.ts'
import { wordsIn } from '../screening/words.ts'
import { screeningEntry } from './audit-entry.ts'
import {
  type CallDecision,
  type Enforcement,
  isRequest,
  type ResultOf,
  type TextDecision,
  type UntrustedKind,
} from './enforcement.ts'
import { ofServer } from './registered-server.ts'

/** The guards of this process, under the tenant's own configuration. */
export function enforceHere(exchange: McpExchange, ports: GuardPorts): Enforcement {
  return {
    checkCall: (call) => checkCall(call, exchange, ports),
    screenResult: (json, result) => screenResult(json, result, exchange, ports),
    screenUntrusted: (json, kind) => screenText(json, kind, 'arriving', exchange, ports),
    screenLeaving: (json, kind) => screenText(json, kind, 'leaving', exchange, ports),
  }
}

async function checkCall(call: ToolCall, exchange: McpExchange, ports: GuardPorts): Promise<CallDecision> {
  const { tenant, view, route, context } = exchange
  await ports.usage.admit(tenant.tenantId, tenant.quota, tokensOf(JSON.stringify(call.args)))
  const guards = [...ofServer(call, exchange, ports), ...toolChain]
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
  const said = { guardrail, message: message ?? 'The call is not allowed.' }
  if (action !== 'require_approval') return { kind: 'blocked', ...said }
  const known = ['request_id', 'expires_at', 'required_approvals', 'confirmation_token', 'confirmation_expires_at']
  const data = Object.fromEntries(known.filter((name) => name in extra).map((name) => [name, extra[name]]))
  return { kind: 'approval', ...said, data }
}

async function screenResult(
  json: string,
  { call }: ResultOf,
  exchange: McpExchange,
  ports: GuardPorts,
): Promise<TextDecision> {
  const { tenant, view, context } = exchange
  // The call was let in as the request that it is; its result is more of it.
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
  const noted = noteToolOutput(
    { config: view.agentic, entries: agenticEntries(view.agentic), state: ports.agentic.state },
    { ...call, text: json },
  )
  const judging = async (): Promise<Judged> => {
    const judged = await asDocument(text, runOf('input', exchange, ports), exchange, ports)
    await audited('tool_result', judged, text, exchange, ports)
    return judged
  }
  const [judged] = await Promise.all([judging(), written, noted])
  return stops(judged.action) ? stopOf(judged.action, judged.results) : { kind: 'passes', text: judged.text }
}

interface Judged {
  readonly action: Action
  readonly would?: { readonly action: Action; readonly block: boolean }
  readonly results: readonly GuardrailResult[]
  readonly text: string
}

/** Each step reads all of a text: where that takes milliseconds, others are served in between. */
const LONG_CHARS = 16_384

/** Data policies and output guards, and for what arrives the guards of the input, which look for orders to the model in it. */
async function screenText(
  json: string,
  kind: UntrustedKind,
  way: 'arriving' | 'leaving',
  exchange: McpExchange,
  ports: GuardPorts,
): Promise<TextDecision> {
  const { tenant, view, route, context } = exchange
  if (isRequest(kind)) await ports.usage.admit(tenant.tenantId, tenant.quota, tokensOf(json))
  else ports.usage.spend(tenant.tenantId, tokensOf(json))
  if (json.length > LONG_CHARS) await setImmediate()
  const run = runOf('output', exchange, ports)
  const steps: Judged[] = []
  const data = await applyPolicies(
    { tool: routedName(route, kind), stage: 'output' },
    readPayload(json),
    { role: run.userRole, redact: false },
    view,
    modelPorts(context, ports),
  )
  const would = data.would === undefined ? {} : { would: data.would }
  const results = data.result === undefined ? [] : [data.result]
  steps.push({ action: data.action, results, text: data.sanitized ?? json, ...would })
  if (json.length > LONG_CHARS) await setImmediate()
  if (!stops(data.action)) steps.push(await withOutputGuards(steps.at(-1)!.text, run, exchange, ports))
  if (way === 'arriving' && !stops(steps.at(-1)!.action)) {
    steps.push(await asDocument(steps.at(-1)!.text, { ...run, stage: 'input' }, exchange, ports))
  }
  const judged = joined(steps)
  await audited(kind, judged, json, exchange, ports)
  return stops(judged.action) ? stopOf(judged.action, judged.results) : { kind: 'passes', text: judged.text }
}

async function withOutputGuards(
  text: string,
  run: RunContext,
  { tenant }: McpExchange,
  ports: GuardPorts,
): Promise<Judged> {
  const verdict = await runPolicy(ports.policies.policyFor('output', tenant, undefined, []), { text }, run)
  const payload = readPayload(text)
  const rewritten = verdict.redactions.length === 0 ? text : payload.rewrite(payload.fromRaw(verdict.redactions))
  const would = verdict.would === undefined ? {} : { would: verdict.would }
  return { action: verdict.action, results: verdict.results, text: rewritten, ...would }
}

/**
 * The guards of the input read it as a document: it is nobody's turn in a conversation, and orders in it are not the user's. What
 * it says is judged by itself as well, since names and escapes of JSON between the words hide what they say.
 */
async function asDocument(text: string, run: RunContext, { tenant }: McpExchange, ports: GuardPorts): Promise<Judged> {
  if (text.length > LONG_CHARS) await setImmediate()
  const { perText, acrossTurns } = partsOf(ports.policies.policyFor('input', tenant, undefined, []))
  const payload = readPayload(text)
  const about = { ...run, stage: 'input', sessionId: undefined } as const
  const read = (given: string, policy: CompiledPolicy, mime_type: string) => {
    const file = { mime_type, size_bytes: Buffer.byteLength(given), sha256: '', problems: [] }
    return runPolicy(policy, { text: given }, { ...about, file })
  }
  const verdict = await read(text, perText, payload.isJson ? 'application/json' : 'text/plain')
  if (text.length > LONG_CHARS) await setImmediate()
  const says = stops(verdict.action) || !payload.isJson ? '' : wordsIn(text)
  const said = says === '' ? undefined : await read(says, acrossTurns, 'text/plain')
  const { action, results, would } = said !== undefined && stops(said.action) ? said : verdict
  const { redactions } = verdict
  const rewritten = redactions.length === 0 ? text : payload.rewrite(payload.fromRaw(redactions))
  return { action, results, text: rewritten, ...(would === undefined ? {} : { would }) }
}

function runOf(
  stage: RunContext['stage'],
  { tenant, caller, context }: McpExchange,
  { clock }: GuardPorts,
): RunContext {
  return {
    tenantId: tenant.tenantId,
    stage,
    agentKey: caller.agentKey,
    userRole: caller.userRole,
    sessionId: undefined,
    prompt: undefined,
    contextDocs: [],
    file: undefined,
    clock,
    onGuardError: (guard, thrown) => context.log.error({ guard, err: thrown }, 'a guard failed'),
  }
}

function joined(steps: readonly Judged[]): Judged {
  const worst = (actions: readonly Action[]): Action =>
    actions.reduce<Action>((most, action) => (actionRank(action) > actionRank(most) ? action : most), 'pass')
  const action = worst(steps.map((step) => step.action))
  const would = worst(steps.map((step) => step.would?.action ?? step.action))
  const isMonitored = steps.some((step) => step.would !== undefined)
  return {
    action,
    results: steps.flatMap(({ results }) => results),
    text: steps.at(-1)!.text,
    ...(isMonitored ? { would: { action: would, block: stops(would) } } : {}),
  }
}

async function audited(
  kind: UntrustedKind | 'tool_result',
  judged: Judged,
  text: string,
  exchange: McpExchange,
  ports: GuardPorts,
): Promise<void> {
  const stopped = stops(judged.action)
  if (stopped) ports.usage.blocked(exchange.tenant.tenantId)
  ports.meter.count('mcp', { action: judged.action, results: judged.results })
  await ports.audit.append(screeningEntry(kind, judged, text.length, exchange))
}

function stopOf(action: Action, results: readonly GuardrailResult[]): TextDecision {
  const decisive = results.find((result) => result.action === action && !result.passed)
  return {
    kind: 'blocked',
    guardrail: decisive?.guardrail ?? 'output',
    message: decisive?.message ?? 'It may not pass.',
  }
}
