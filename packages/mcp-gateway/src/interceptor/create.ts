import { Failure } from '@gatehouse/kernel'
import type {
  ExchangeAbout,
  InterceptedMessage,
  Interceptor,
  JsonRpcId,
  JsonRpcMessage,
  JsonRpcRequest,
  JsonRpcResponse,
  McpVerdict,
} from '@gatehouse/mcp'
import { sentenceOf } from '../exchange.ts'
import { admission, admitAnnouncement } from './admission.ts'
import { blockedError, blockedResult, codeOf, errorAnswer, INTERNAL_ERROR } from './codes.ts'
import { continuedDecision } from './continued-call.ts'
import { screenedContent } from './content.ts'
import { screenedError } from './errors.ts'
import { announced } from './from-client.ts'
import { screenedAnswer, screenedNotification, screenedRequest } from './from-server.ts'
import { forServer, screenOutgoing } from './leaving.ts'
import type { InterceptorParts } from './parts.ts'
import { type PendingCall, callDecision, reportCall, screenedResult } from './tools-call.ts'
import { visibleTools } from './tools-list.ts'

/** Pending requests of one exchange. */
interface Pending {
  readonly calls: Map<JsonRpcId, PendingCall>
  /** Number of input requests of continued requests. */
  readonly continued: Map<JsonRpcId, number>
}

/**
 * Decides about every message between a client and the tool servers of a route, with the configuration of its tenant. A message without a
 * decision is blocked.
 */
export function createInterceptor(parts: InterceptorParts): Interceptor {
  const pending: Pending = { calls: new Map(), continued: new Map() }
  const { log } = parts.exchange.context
  return {
    async decide(intercepted) {
      try {
        return await verdictOn(intercepted, pending, parts)
      } catch (err) {
        const { method } = requestOf(intercepted) ?? {}
        if (method === undefined) log.error({ err }, 'a notification was dropped')
        else if (!(err instanceof Failure)) log.error({ err, method }, 'a decision failed')
        return refusalOf(intercepted, (request) => undecided(request, err, intercepted.about))
      }
    },
  }
}

/** Returns the verdict of a blocked message. */
export function refusalOf(
  intercepted: InterceptedMessage,
  respond: (request: JsonRpcRequest) => JsonRpcResponse,
): McpVerdict {
  const request = requestOf(intercepted)
  return request === undefined ? { kind: 'drop' } : { kind: 'answer', response: respond(request) }
}

/** Returns the request of a message or response; undefined for a notification. */
function requestOf(intercepted: InterceptedMessage): JsonRpcRequest | undefined {
  if ('request' in intercepted) return intercepted.request
  return 'id' in intercepted.message ? intercepted.message : undefined
}

function verdictOn(
  intercepted: InterceptedMessage,
  pending: Pending,
  parts: InterceptorParts,
): Promise<McpVerdict> | McpVerdict {
  const { about } = intercepted
  switch (intercepted.stage) {
    case 'admission':
      return admitted(intercepted.message, about, pending, parts)
    case 'clientRequest':
      return decided(intercepted.message, about, pending, parts).then(verdictOf)
    case 'serverRequest':
      return screenedRequest(intercepted.message, about, parts).then(verdictOf)
    case 'serverResponse':
      return screenedResponse(intercepted.request, intercepted.message, about, pending, parts).then(passes)
    case 'clientResponse':
      return screenedAnswer(intercepted.request, intercepted.message, about, parts).then(passes)
    case 'inputRequired':
      return continuable(intercepted.request, intercepted.message, pending, parts)
    case 'clientNotification':
      return admitAnnouncement(announced(intercepted.message), parts).then(passes)
    case 'serverNotification':
    default:
      return screenedNotification(intercepted.message, parts).then(passes)
  }
}

function passes(message: JsonRpcMessage | undefined): McpVerdict {
  return message === undefined ? { kind: 'drop' } : { kind: 'pass', message }
}

function verdictOf(decision: JsonRpcRequest | { readonly refused: JsonRpcResponse }): McpVerdict {
  return 'refused' in decision ? { kind: 'answer', response: decision.refused } : { kind: 'pass', message: decision }
}

async function admitted(
  request: JsonRpcRequest,
  about: ExchangeAbout,
  { continued }: Pending,
  parts: InterceptorParts,
): Promise<McpVerdict> {
  const rounds = about.era === 'stateless' ? parts.ports.mcp.continuations.take(requesterOf(parts), request) : undefined
  if (rounds !== undefined) continued.set(request.id, rounds)
  const response = await admission(request, about, rounds !== undefined, parts)
  return response === undefined ? { kind: 'pass', message: request } : { kind: 'answer', response }
}

/** Records the state with which the client may continue its request. */
function continuable(
  request: JsonRpcRequest,
  message: JsonRpcResponse,
  { continued }: Pending,
  parts: InterceptorParts,
): McpVerdict {
  const state = 'result' in message ? message.result['requestState'] : undefined
  parts.ports.mcp.continuations.note(requesterOf(parts), request, state, (continued.get(request.id) ?? 0) + 1)
  return { kind: 'pass', message }
}

/** Returns the identity for a continued request: the same agent, role and key. */
function requesterOf({ owner, exchange: { caller } }: InterceptorParts): string {
  return JSON.stringify([owner, caller.agentKey, caller.userRole])
}

async function decided(
  request: JsonRpcRequest,
  about: ExchangeAbout,
  { calls, continued }: Pending,
  parts: InterceptorParts,
): Promise<JsonRpcRequest | { readonly refused: JsonRpcResponse }> {
  if (request.method !== 'tools/call') return screenOutgoing(forServer(request, about.era), about, parts)
  const decide = continued.has(request.id) ? continuedDecision : callDecision
  const decision = await decide(request, about, parts)
  if (decision.kind === 'answer') return { refused: decision.response }
  calls.set(request.id, decision.underWay)
  return forServer(decision.request, about.era)
}

async function screenedResponse(
  request: JsonRpcRequest,
  answered: JsonRpcResponse,
  about: ExchangeAbout,
  { calls }: Pending,
  parts: InterceptorParts,
): Promise<JsonRpcResponse> {
  const call = calls.get(request.id)
  calls.delete(request.id)
  if (call !== undefined) await reportCall(!failed(answered), call, parts)
  if ('error' in answered) return screenedError(request, answered.error, about, parts)
  if (call !== undefined) return screenedResult(request, answered.result, call, parts)
  if (request.method !== 'tools/list') return screenedContent(request, answered.result, about, parts)
  return { jsonrpc: '2.0', id: request.id, result: await visibleTools(request, answered.result, parts) }
}

function undecided({ id, method }: JsonRpcRequest, thrown: unknown, { era }: ExchangeAbout): JsonRpcResponse {
  const message = sentenceOf(thrown)
  if (thrown instanceof Failure && (thrown.code === 'quota_exceeded' || thrown.code === 'rate_limited')) {
    const retry = thrown.retryAfter_s === undefined ? {} : { retry_after: Math.max(1, Math.ceil(thrown.retryAfter_s)) }
    return errorAnswer(id, codeOf(era, 'blocked'), message, { error: thrown.code, ...retry })
  }
  const stop = { guardrail: 'gateway', message }
  return method === 'tools/call' ? blockedResult(id, stop) : blockedError(id, era, stop)
}

/** Returns whether the server failed, in contrast to rejecting the request. */
function failed(answered: JsonRpcResponse): boolean {
  return 'error' in answered && answered.error.code === INTERNAL_ERROR
}
