import { BreakerRules, reportOutcome } from '@gatehouse/guards/agentic'
import { makeToolCall, type ToolCall } from '@gatehouse/guards/tools'
import type { ExchangeAbout, Fields, JsonRpcRequest, JsonRpcResponse } from '@gatehouse/mcp'
import { Failure } from '@gatehouse/kernel'
import type { Pin } from '../pins/pin-store.ts'
import { actorOf, agenticEntries, keyIdOf } from '@gatehouse/screening'
import { screeningEntry } from '../enforcement/audit-entry.ts'
import type { CallDecision, Stop } from '../enforcement/enforcement.ts'
import { routedName } from '../policy/route-view.ts'
import { withSafeAddresses } from '../screening/addresses.ts'
import { envelopeOf, isFields } from '../screening/envelope.ts'
import { strangerProblem } from './admission.ts'
import { approvalError, blockedResult, errorAnswer, INVALID_PARAMS } from './codes.ts'
import type { InterceptorParts } from './parts.ts'
import { checkInputSchema } from './input-schema.ts'
import { pinStatus } from './standing.ts'

/** A call in progress at the server. */
export interface PendingCall {
  readonly call: ToolCall
  readonly started_ms: number
}

/** Fields of `_meta` that are between the client and the gateway. docs/spec/guard.md "Gateways". */
export const OWN_META = 'shield/'

/** The decision about a call: its request for the server, with the call until its result arrives, or the answer. */
export type CallRoute =
  | { readonly kind: 'forward'; readonly request: JsonRpcRequest; readonly underWay: PendingCall }
  | { readonly kind: 'answer'; readonly response: JsonRpcResponse }

/** Decides about a call of a tool before its server sees it. */
export async function callDecision(
  request: JsonRpcRequest,
  about: ExchangeAbout,
  parts: InterceptorParts,
): Promise<CallRoute> {
  const call = readCall(request, about, parts)
  if ('jsonrpc' in call) return { kind: 'answer', response: call }
  const refusal = (decided: CallDecision): CallRoute | undefined => {
    if (decided.kind === 'allowed') return undefined
    const response =
      decided.kind === 'blocked'
        ? blockedResult(request.id, decided)
        : approvalError(request.id, about.era, decided, decided.data)
    return { kind: 'answer', response }
  }
  // For an actor without any access the server's list is not requested.
  const early = strangerProblem(parts) === undefined ? undefined : await parts.enforcement.checkCall(call)
  const refused =
    (early && refusal(early)) ??
    (await pinRefusal(request, call, parts)) ??
    (early === undefined ? refusal(await parts.enforcement.checkCall(call)) : undefined)
  return refused ?? { kind: 'forward', request, underWay: { call, started_ms: performance.now() } }
}

/** Parses a tool call, or returns the error for an invalid one. */
export function readCall(
  request: JsonRpcRequest,
  about: ExchangeAbout,
  parts: InterceptorParts,
): ToolCall | JsonRpcResponse {
  const { name, arguments: args = {}, _meta: meta = {} } = request.params ?? {}
  if (typeof name !== 'string' || name === '' || name.length > NAME_CHARS_MAX || !isFields(args) || !isFields(meta)) {
    return errorAnswer(request.id, INVALID_PARAMS, '"name" must be a string and "arguments" an object.')
  }
  const call = callOf(name, args, meta, about, parts)
  return call instanceof Failure ? errorAnswer(request.id, INVALID_PARAMS, call.message) : call
}

/** Returns the denial of a call because of the tool's definition, or because there is none. */
export async function pinRefusal(
  { id, params }: JsonRpcRequest,
  call: ToolCall,
  parts: InterceptorParts,
): Promise<CallRoute | undefined> {
  const name = String(params?.['name'])
  const { pin, problem } = await pinStatus(name, parts)
  if (problem === undefined) return pin === undefined ? undefined : schemaRefusal(id, call, pin, parts)
  if (problem === 'unknown') {
    const message = `Unknown tool: ${name}`
    await auditPinStatus({ guardrail: 'mcp_guard', message }, false, call, parts)
    return { kind: 'answer', response: errorAnswer(id, INVALID_PARAMS, message) }
  }
  const isMonitored = parts.exchange.tenant.mode === 'monitor'
  await auditPinStatus(problem, isMonitored, call, parts)
  return isMonitored ? undefined : { kind: 'answer', response: blockedResult(id, problem) }
}

/**
 * Returns the denial of a call with arguments that do not match the `inputSchema` of the tool: a result, so that the model can correct
 * them. A schema that cannot be enforced is audited, and the call passes to the server, which validates it itself.
 */
async function schemaRefusal(
  id: JsonRpcRequest['id'],
  call: ToolCall,
  pin: Pin,
  parts: InterceptorParts,
): Promise<CallRoute | undefined> {
  const { tenant, view } = parts.exchange
  const guard = agenticEntries(view.agentic).get('tool_call_validation')
  if (guard?.enabled !== true) return undefined
  const checked = checkInputSchema(call, pin)
  if (checked.kind === 'valid') return undefined
  const { kind, stop } = checked
  const isMonitored = tenant.mode === 'monitor' || guard.mode !== 'enforce'
  await auditPinStatus(stop, isMonitored || kind === 'unenforceable', call, parts, kind)
  if (isMonitored || kind === 'unenforceable') return undefined
  return { kind: 'answer', response: blockedResult(id, stop) }
}

/** A result of a tool as the caller may have it: sanitized, or refused. */
export async function screenedResult(
  request: JsonRpcRequest,
  fields: Fields,
  { call }: PendingCall,
  parts: InterceptorParts,
): Promise<JsonRpcResponse> {
  const result = withSafeAddresses(fields)
  const envelope = envelopeOf(result)
  const decided = await parts.enforcement.screenResult(envelope.json, { call })
  if (decided.kind === 'blocked') return blockedResult(request.id, decided)
  if (decided.text === envelope.json) return { jsonrpc: '2.0', id: request.id, result }
  const opened = envelope.open(decided.text)
  return opened === undefined
    ? blockedResult(request.id, UNREADABLE)
    : { jsonrpc: '2.0', id: request.id, result: opened }
}

export const UNREADABLE: Stop = { guardrail: 'data_policy', message: 'The content is unreadable after redaction.' }

/** Reports a call to the breaker: whether its server responded, not whether it accepted the arguments. */
export async function reportCall(success: boolean, { call, started_ms }: PendingCall, parts: InterceptorParts) {
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
    const details = { tool_name: call.tool, failures: reported.failures, key_id: keyIdOf(context) }
    const by = { tenant_id: view.tenantId, actor: actorOf(context), request_id: context.requestId }
    await ports.audit.append({ ...by, action, details })
  } catch (err) {
    // The call is complete; a failed counter update changes nothing.
    context.log.error({ err }, 'circuit breaker update failed')
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

async function auditPinStatus(
  { guardrail, message }: Stop,
  passes: boolean,
  { tool }: ToolCall,
  { exchange, ports }: InterceptorParts,
  category?: 'invalid' | 'unenforceable',
): Promise<void> {
  const action = passes ? 'pass' : 'block'
  if (!passes) ports.usage.blocked(exchange.tenant.tenantId)
  const result = { guardrail, passed: false, action, message, details: {}, latency_ms: 0 } as const
  const would = passes && category !== 'unenforceable' ? { would: { action: 'block' } as const } : {}
  const entry = screeningEntry('tool_definition', { action, results: [result], ...would }, 0, exchange)
  const schema = category === undefined ? {} : { input_schema: category, reason: message }
  ports.meter.count('mcp', { action, results: [result] })
  await ports.audit.append({ ...entry, details: { ...entry.details, tool_name: tool, ...schema } })
}
