import { BreakerRules, makeToolCall, reportOutcome, type ToolCall } from '@gatehouse/guards'
import type { ExchangeAbout, Fields, JsonRpcRequest, JsonRpcResponse, RequestDecision } from '@gatehouse/mcp'
import { Failure } from '@gatehouse/kernel'
import { changeEntry } from '../../../administration/audited.ts'
import { agenticEntries } from '../../../policies.ts'
import { screeningEntry } from '../enforcement/audit-entry.ts'
import type { Stop } from '../enforcement/enforcement.ts'
import { isRemote } from '../exchange.ts'
import { routedName } from '../policy/route-view.ts'
import { withSafeAddresses } from '../screening/addresses.ts'
import { envelopeOf, isFields } from '../screening/envelope.ts'
import { approvalError, blockedResult, errorAnswer, INVALID_PARAMS } from './codes.ts'
import type { InterceptorParts } from './parts.ts'
import { standingProblem } from './standing.ts'

/** A call that went to the server. */
export interface CallUnderWay {
  readonly call: ToolCall
  readonly started_ms: number
}

/** Fields of `_meta` that are between the client and the gateway. Decisions §1 "Gateways". */
export const OWN_META = 'shield/'

/** Decides about a call of a tool before its server sees it. */
export async function callDecision(
  request: JsonRpcRequest,
  about: ExchangeAbout,
  parts: InterceptorParts,
): Promise<RequestDecision & { readonly underWay?: CallUnderWay }> {
  const answer = (response: JsonRpcResponse): RequestDecision => ({ kind: 'answer', response })
  const { name, arguments: args = {}, _meta: meta = {} } = request.params ?? {}
  if (typeof name !== 'string' || name === '' || name.length > NAME_CHARS_MAX || !isFields(args) || !isFields(meta)) {
    return answer(errorAnswer(request.id, INVALID_PARAMS, '"name" is a text, and "arguments" is an object.'))
  }
  const call = callOf(name, args, meta, about, parts)
  if (call instanceof Failure) return answer(errorAnswer(request.id, INVALID_PARAMS, call.message))
  const problem = await standingProblem(name, parts)
  if (problem === 'unknown') return answer(errorAnswer(request.id, INVALID_PARAMS, `Unknown tool: ${name}`))
  if (problem !== undefined) {
    const isMonitored = parts.exchange.tenant.mode === 'monitor'
    await auditStanding(problem, isMonitored, call, parts)
    if (!isMonitored) return answer(blockedResult(request.id, problem))
  }
  const decided = await parts.enforcement.checkCall(call)
  if (decided.kind === 'blocked') return answer(blockedResult(request.id, decided))
  if (decided.kind === 'approval') return answer(approvalError(request.id, about.era, decided, decided.data))
  return { kind: 'forward', request, underWay: { call, started_ms: performance.now() } }
}

/** A result of a tool as the caller may have it: sanitized, or refused. */
export async function screenedResult(
  request: JsonRpcRequest,
  given: Fields,
  { call }: CallUnderWay,
  parts: InterceptorParts,
): Promise<JsonRpcResponse> {
  const result = withSafeAddresses(given, isRemote(parts.exchange))
  const envelope = envelopeOf(result)
  const decided = await parts.enforcement.screenResult(envelope.json, { call })
  if (decided.kind === 'blocked') return blockedResult(request.id, decided)
  if (decided.text === envelope.json) return { jsonrpc: '2.0', id: request.id, result }
  const opened = envelope.open(decided.text)
  return opened === undefined
    ? blockedResult(request.id, UNREADABLE)
    : { jsonrpc: '2.0', id: request.id, result: opened }
}

export const UNREADABLE: Stop = { guardrail: 'data_policy', message: 'What is left after redaction cannot be read.' }

/** Tells the breaker how a call went: whether its server answered, not whether it liked the arguments. */
export async function reportCall(success: boolean, { call, started_ms }: CallUnderWay, parts: InterceptorParts) {
  const { ports, exchange } = parts
  const { view, context } = exchange
  try {
    const rules = BreakerRules.parse(agenticEntries(view.agentic).get('circuit_breaker')?.settings ?? {})
    const latency_ms = performance.now() - started_ms
    const { state } = ports.agentic
    const reported = await reportOutcome(
      state,
      view.tenantId,
      call.tool,
      { success, latency_ms },
      rules,
      ports.clock.now(),
    )
    if (!reported.opened && !reported.closed) return
    const action = reported.opened ? 'breaker.open' : 'breaker.close'
    const details = { tool_name: call.tool, failures: reported.failures }
    await ports.audit.append(changeEntry(action, view.tenantId, context, details))
  } catch (err) {
    // The call is over; what it did to a counter takes nothing back.
    context.log.error({ err }, 'a breaker was not told of a call')
  }
}

/** Names in the protocol are far shorter; the same bound as in definitions. */
const NAME_CHARS_MAX = 200
const META_CHARS_MAX = 512

function callOf(
  name: string,
  args: Fields,
  meta: Fields,
  { sessionId }: ExchangeAbout,
  { exchange }: InterceptorParts,
): ToolCall | Failure {
  const own = (key: string): string | undefined => {
    const value = meta[`${OWN_META}${key}`]
    return typeof value === 'string' && value !== '' && value.length <= META_CHARS_MAX ? value : undefined
  }
  try {
    return makeToolCall({
      ...exchange.caller,
      tool: routedName(exchange.route, name),
      args,
      sessionId: sessionId ?? exchange.caller.sessionId,
      confirmationToken: own('confirmation_token'),
      grantId: own('grant_id'),
      approvalRequestId: own('approval_request_id'),
      workflow: own('workflow'),
    })
  } catch (thrown) {
    if (thrown instanceof Failure) return thrown
    throw thrown
  }
}

async function auditStanding(
  { guardrail, message }: Stop,
  isMonitored: boolean,
  { tool }: ToolCall,
  { exchange, ports }: InterceptorParts,
): Promise<void> {
  const action = isMonitored ? 'pass' : 'block'
  if (!isMonitored) ports.usage.blocked(exchange.tenant.tenantId)
  const result = { guardrail, passed: false, action, message, details: {}, latency_ms: 0 } as const
  const would = isMonitored ? { would: { action: 'block' } as const } : {}
  const entry = screeningEntry('tool_definition', { action, results: [result], ...would }, 0, exchange)
  ports.meter.count('mcp', { action, results: [result] })
  await ports.audit.append({ ...entry, details: { ...entry.details, tool_name: tool } })
}
