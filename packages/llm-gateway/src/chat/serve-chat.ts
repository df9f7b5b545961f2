import type { RawAnswer } from '@gatehouse/contracts'
import type { StageVerdict } from '@gatehouse/guards'
import type { RequestContext } from '@gatehouse/http'
import { Failure, jsonBytes, yieldAfter } from '@gatehouse/kernel'
import { actingAgent, CHARS_PER_TOKEN, mergeVerdicts } from '@gatehouse/screening'
import type { UpstreamAnswer } from '../upstreams/model-upstreams.ts'
import { UpstreamUnavailable } from '../upstreams/upstream-unavailable.ts'
import { upstreamStatus } from '../upstreams/upstream-failure.ts'
import { answerComplete, EVENT_STREAM } from './answer-json.ts'
import { streamAnswer } from './answer-stream.ts'
import { auditCut, auditInput, auditOutput } from './audit.ts'
import { blockedAnswer, problemAnswer } from './blocked-answer.ts'
import { chargeRequest } from './budget.ts'
import { boundedName, GRANT_CHARS_MAX } from './caller.ts'
import { type Deferred, deferred } from './deferred.ts'
import type { ChatRequest, Dialect, JsonObject } from './dialect.ts'
import type { ChatCaller, ChatExchange, ChatGrants } from './exchange.ts'
import { keepRequest } from './keep.ts'
import type { ChatPorts } from './ports.ts'
import { screenRequest } from './screen-request.ts'
import { estimateTokens, spend } from './spend.ts'
import { passError, readComplete, forwardRateLimits } from './upstream-answer.ts'

export interface ChatCall {
  readonly dialect: Dialect
  /** The endpoint's path. */
  readonly path: string
  readonly body: JsonObject
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly context: RequestContext
}

/**
 * Handles one model request through the gateway: admits it under the tenant's quota, screens it, sends it, screens its answer, and audits
 * it before any part of the answer is released. docs/spec/guard.md "Gateways".
 * @throws {Failure} for an invalid request, an exceeded quota, or an unavailable upstream
 */
export async function serveChat(chatCall: ChatCall, ports: ChatPorts): Promise<RawAnswer> {
  const call = ports.unknownFields === 'drop' ? withKnownFields(chatCall) : chatCall
  const exchange = await openExchange(call, ports)
  const { verdict: input, changed } = await screenRequest(exchange)
  keepRequest(exchange, input)
  const entry = deferred(() => auditInput(exchange, input), ENTRY_WAIT_MS)
  try {
    return input.safe ? await ask(call, exchange, { input, changed }, entry) : blockedAnswer(exchange, 'input', input)
  } finally {
    // The audit entry is durable before any response; if it cannot be written, the request fails.
    await entry.flush()
  }
}

function withKnownFields(call: ChatCall): ChatCall {
  const { body, dialect } = call
  return { ...call, body: Object.fromEntries(Object.entries(body).filter(([field]) => dialect.fields.has(field))) }
}

/** Maximum delay of a request's audit entry, to share a commit with that of its answer. */
const ENTRY_WAIT_MS = 25

/** Sends the screened request, and forwards the response. */
async function ask(
  call: ChatCall,
  exchange: ChatExchange,
  { input, changed }: { readonly input: StageVerdict; readonly changed: ReadonlyMap<number, string> },
  entry: Deferred,
): Promise<RawAnswer> {
  const { context, dialect, tenant, request, ports } = exchange
  const charged = await chargeRequest(exchange)
  if (charged?.allowed === false) {
    return blockedAnswer(exchange, 'input', mergeVerdicts([charged], charged.mode, performance.now()))
  }
  const stop = new AbortController()
  const sent_ms = performance.now()
  try {
    const sent = await jsonBytes(request.toUpstream(changed))
    const answer = await ports.upstreams.send(tenant, {
      model: request.model,
      dialect: dialect.upstream,
      path: dialect.upstreamPath,
      body: sent,
      stream: request.stream,
      headers: headersFor(call),
      signal: AbortSignal.any([context.signal, stop.signal]),
    })
    const handedOn = await forwardAnswer(exchange, input, answer, entry, stop)
    return handedOn ?? (await clientLeft(exchange, sent_ms))
  } catch (thrown) {
    stop.abort()
    if (!context.signal.aborted) {
      // Official clients retry a 503, and each retry would repeat all attempts of the gateway.
      if (thrown instanceof UpstreamUnavailable && thrown.isFinal) context.header('x-should-retry', 'false')
      throw thrown
    }
    return clientLeft(exchange, sent_ms)
  }
}

/** Status that proxies log for a disconnected client. */
const CLIENT_LEFT = 499
/** Own value: approximate output rate of providers. */
const TOKENS_PER_SECOND = 100

/**
 * Handles a disconnected client. The number of generated tokens is unknown, so that it is estimated from the elapsed time, up to the
 * requested limit.
 */
async function clientLeft(exchange: ChatExchange, sent_ms: number): Promise<string> {
  const { body, context, output } = exchange
  // The upstream's actual limit is unknown.
  const limits = OUTPUT_LIMITS.map((name) => body[name]).filter(isLimit)
  const written = Math.ceil(((performance.now() - sent_ms) / 1_000) * TOKENS_PER_SECOND)
  const chars = (limits.length > 0 ? Math.min(Math.max(...limits), written) : written) * CHARS_PER_TOKEN
  const tokens = await spend(exchange, undefined, chars)
  const verdict = mergeVerdicts([], output.mode, performance.now())
  const about = { upstream: NO_UPSTREAM, chars: 0, stream: exchange.request.stream, calls: 0, tokens }
  await auditOutput(exchange, verdict, { ...about, cut: 'client_left' })
  context.status(CLIENT_LEFT)
  return ''
}

function isLimit(value: unknown): value is number {
  return typeof value === 'number' && value >= 0
}

/** The upstream is unknown before its response. */
const NO_UPSTREAM = ''
/** Fields for the output limit in the supported APIs. */
const OUTPUT_LIMITS = ['max_completion_tokens', 'max_output_tokens', 'max_tokens'] as const

/**
 * Parses a request, admits it under its tenant's quota, and resolves the caller and the policies.
 * @throws {Failure} for an invalid request, or an exceeded quota
 */
export async function openExchange(
  { dialect, path, body, headers, context }: ChatCall,
  ports: ChatPorts,
): Promise<ChatExchange> {
  const started_ms = performance.now()
  const request = dialect.readRequest(body)
  // A request may contain a hundred thousand texts, so that other requests run in between.
  await yieldAfter(started_ms)
  const found = ports.tenants.snapshot(context.tenantId)
  const tenant = found instanceof Promise ? await found : found
  const estimatedTokens = estimateTokens(request)
  await ports.usage.admit(tenant.tenantId, tenant.quota, estimatedTokens)
  const caller = callerOf(request, headers, context)
  const { agentKey, userRole, sessionId } = caller
  if (agentKey !== undefined && !tenant.agentic.agents.has(agentKey)) {
    ports.unregistered.note(tenant.tenantId, agentKey, path, userRole)
  }
  return {
    dialect,
    path,
    body,
    request,
    tenant,
    context,
    ports,
    caller,
    grants: grantsOf(request, headers),
    input: ports.policies.policyFor('input', tenant, undefined, []),
    output: ports.policies.policyFor('output', tenant, undefined, []),
    outputRun: {
      tenantId: tenant.tenantId,
      stage: 'output',
      agentKey,
      userRole,
      sessionId,
      prompt: request.texts.findLast(({ source }) => source === 'user')?.text,
      contextDocs: [],
      clock: ports.clock,
      onGuardError: (guard, thrown) => context.log.error({ guard, err: thrown }, 'a guard failed'),
    },
    estimatedTokens,
  }
}

/** Returns the caller: the body overrides the headers, and both override the key's names. docs/spec/guard.md "Details: identity". */
function callerOf(request: ChatRequest, headers: ChatCall['headers'], context: RequestContext): ChatCaller {
  const { caller, isTurn = true } = request
  const sessionId = caller.sessionId ?? boundedName(headers['x-session-id'], 'X-Session-Id')
  return {
    agentKey: actingAgent(caller.agentKey, context),
    headerAgentKey: context.agentKey,
    userRole: caller.userRole ?? context.userRole,
    sessionId: isTurn ? sessionId : undefined,
    ...(caller.userId === undefined ? {} : { userId: caller.userId }),
  }
}

/** Returns grants from `metadata` or headers. Headers are an alternative because providers reject metadata that they do not store. */
function grantsOf({ caller }: ChatRequest, headers: ChatCall['headers']): ChatGrants {
  return {
    grantId: caller.grantId ?? boundedName(headers['x-grant-id'], 'X-Grant-Id', GRANT_CHARS_MAX),
    approvalRequestId:
      caller.approvalRequestId ??
      boundedName(headers['x-approval-request-id'], 'X-Approval-Request-Id', GRANT_CHARS_MAX),
    confirmationToken:
      caller.confirmationToken ?? boundedName(headers['x-confirmation-token'], 'X-Confirmation-Token', GRANT_CHARS_MAX),
  }
}

function headersFor({ dialect, headers }: ChatCall): Readonly<Record<string, string>> {
  const stored: Record<string, string> = {}
  for (const name of dialect.requestHeaders) {
    const value = headers[name]
    if (typeof value === 'string') stored[name] = value
  }
  return stored
}

/** @returns undefined if the client disconnected before the answer was complete */
async function forwardAnswer(
  exchange: ChatExchange,
  input: StageVerdict,
  answer: UpstreamAnswer,
  entry: Deferred,
  stop: AbortController,
): Promise<RawAnswer | undefined> {
  const { context, request } = exchange
  const { status, headers } = answer
  const type = headers['content-type'] ?? ''
  forwardRateLimits(headers, context)
  if (status >= 400) return passError(exchange, answer)
  if (status >= 300) {
    stop.abort()
    await auditCut(exchange, answer.upstream)
    return problemAnswer(exchange, 502, 'upstream_invalid', `The upstream returned status ${status}.`)
  }
  if (request.stream && /^text\/event-stream\b/i.test(type)) {
    context.header('content-type', EVENT_STREAM)
    context.header('cache-control', 'no-cache')
    context.header('x-accel-buffering', 'no')
    await entry.flush()
    return streamAnswer(exchange, input, answer, stop)
  }
  const text = await readComplete(answer)
  if (text instanceof Failure && context.signal.aborted) return undefined
  // Not awaited: the entry of the answer usually follows in the same turn, and shares its commit.
  void entry.flush().catch(() => undefined)
  if (text instanceof Failure) {
    await auditCut(exchange, answer.upstream)
    return problemAnswer(exchange, upstreamStatus(text), text.code, text.message)
  }
  return answerComplete(exchange, input, answer.upstream, text)
}
