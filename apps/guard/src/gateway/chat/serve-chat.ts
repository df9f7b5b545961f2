import type { RawAnswer } from '@gatehouse/contracts'
import type { StageVerdict } from '@gatehouse/guards'
import type { RequestContext } from '@gatehouse/http'
import { actingAgent } from '../../checks/acting-agent.ts'
import type { UpstreamAnswer } from '../upstreams/model-upstreams.ts'
import { answerWhole, EVENT_STREAM } from './answer-json.ts'
import { streamAnswer } from './answer-stream.ts'
import { auditInput } from './audit.ts'
import { blockedAnswer, problemAnswer } from './blocked-answer.ts'
import { chargeRequest } from './budget.ts'
import type { ChatRequest, Dialect, JsonObject } from './dialect.ts'
import type { ChatCaller, ChatExchange } from './exchange.ts'
import { keepRequest } from './keep.ts'
import { mergeVerdicts } from './merge-verdicts.ts'
import type { ChatPorts } from './ports.ts'
import { screenRequest } from './screen-request.ts'
import { estimateTokens } from './spend.ts'
import { passError, readWhole, tellLimits } from './upstream-answer.ts'

export interface ChatCall {
  readonly dialect: Dialect
  /** The endpoint's path. */
  readonly path: string
  readonly body: JsonObject
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly context: RequestContext
}

/**
 * One request to a model through the gateway: admitted under the tenant's quota, screened, sent, its answer screened, and
 * audited before anything of it leaves. Decisions §1 "Gateways".
 * @throws {Failure} what is wrong with the request, its tenant's quota, or the way to an upstream
 */
export async function serveChat(call: ChatCall, ports: ChatPorts): Promise<RawAnswer> {
  const exchange = await openExchange(call, ports)
  const { context, dialect, tenant, request } = exchange
  const { verdict: input, changed } = await screenRequest(exchange)
  keepRequest(exchange, input)
  const audited = auditInput(exchange, input)
  if (!input.safe) {
    await audited
    return blockedAnswer(exchange, 'input', input)
  }
  const charged = await settledWith(audited, chargeRequest(exchange))
  if (charged?.allowed === false) {
    await audited
    return blockedAnswer(exchange, 'input', mergeVerdicts([charged], charged.mode, performance.now()))
  }
  const stop = new AbortController()
  const sent = ports.upstreams.send(tenant, {
    model: request.model,
    dialect: dialect.upstream,
    path: dialect.upstreamPath,
    body: request.toUpstream(changed),
    stream: request.stream,
    headers: headersFor(call),
    signal: AbortSignal.any([context.signal, stop.signal]),
  })
  try {
    // The entry is written while the model thinks; nothing of the answer is handed on before it is on disk.
    const [answer] = await Promise.all([sent, audited])
    return await handOn(exchange, input, answer, stop)
  } catch (thrown) {
    stop.abort()
    throw thrown
  }
}

/** Waits for the second; a failure of the first is kept for whoever waits for it later. */
async function settledWith<T>(first: Promise<unknown>, second: Promise<T>): Promise<T> {
  first.catch(() => undefined)
  return second
}

export async function openExchange(
  { dialect, path, body, headers, context }: ChatCall,
  ports: ChatPorts,
): Promise<ChatExchange> {
  const request = dialect.readRequest(body)
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

/** Longest name of a session, as in bodies of checks. */
const SESSION_CHARS_MAX = 256

/** The body wins over the headers, and both over what the key names. Decisions §1 "Identity". */
function callerOf({ caller }: ChatRequest, headers: ChatCall['headers'], context: RequestContext): ChatCaller {
  const session = headers['x-session-id']
  const named = typeof session === 'string' && session !== '' ? session.slice(0, SESSION_CHARS_MAX) : undefined
  return {
    agentKey: actingAgent(caller.agentKey, context),
    headerAgentKey: context.agentKey,
    userRole: caller.userRole ?? context.userRole,
    sessionId: caller.sessionId ?? named,
    ...(caller.userId === undefined ? {} : { userId: caller.userId }),
  }
}

function headersFor({ dialect, headers }: ChatCall): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {}
  for (const name of dialect.requestHeaders) {
    const value = headers[name]
    if (typeof value === 'string') kept[name] = value
  }
  return kept
}

async function handOn(
  exchange: ChatExchange,
  input: StageVerdict,
  answer: UpstreamAnswer,
  stop: AbortController,
): Promise<RawAnswer> {
  const { context, request } = exchange
  const { status, headers } = answer
  const type = headers['content-type'] ?? ''
  tellLimits(headers, context)
  if (status >= 400) return passError(exchange, answer)
  if (status >= 300) {
    stop.abort()
    return problemAnswer(exchange, 502, 'upstream_invalid', `The upstream answered ${status}.`)
  }
  if (request.stream && /^text\/event-stream\b/i.test(type)) {
    context.header('content-type', EVENT_STREAM)
    context.header('cache-control', 'no-cache')
    context.header('x-accel-buffering', 'no')
    return streamAnswer(exchange, input, answer, stop)
  }
  const text = await readWhole(answer)
  if (text === undefined) return problemAnswer(exchange, 502, 'upstream_failed', 'The upstream broke its answer off.')
  return answerWhole(exchange, input, answer.upstream, text)
}
