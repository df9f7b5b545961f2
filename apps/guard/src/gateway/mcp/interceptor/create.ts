import type { Logger } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import type {
  ExchangeAbout,
  Interceptor,
  JsonRpcId,
  JsonRpcRequest,
  JsonRpcResponse,
  RequestDecision,
} from '@gatehouse/mcp'
import { sentenceOf } from '../exchange.ts'
import { blockedError, blockedResult, codeOf, errorAnswer, INTERNAL_ERROR } from './codes.ts'
import { readerProblem, screenedContent } from './content.ts'
import { screenedError } from './errors.ts'
import { announced } from './from-client.ts'
import { screenedAnswer, screenedNotification, screenedRequest } from './from-server.ts'
import { forServer, screenedLeaving } from './leaving.ts'
import type { InterceptorParts } from './parts.ts'
import { type CallUnderWay, callDecision, reportCall, screenedResult } from './tools-call.ts'
import { visibleTools } from './tools-list.ts'

/**
 * Decides about every message between a client and the tool servers of a route, under the configuration of its tenant. What
 * cannot be decided does not pass.
 */
export function createInterceptor(parts: InterceptorParts): Interceptor {
  const underWay = new Map<JsonRpcId, CallUnderWay>()
  const { log } = parts.exchange.context
  const asIs = (refused: JsonRpcResponse): JsonRpcResponse => refused
  const closed = <Decision>(
    request: JsonRpcRequest,
    about: ExchangeAbout,
    decide: () => Promise<Decision>,
    refuse: (response: JsonRpcResponse) => Decision,
  ): Promise<Decision> => orRefused(request, about, decide, refuse, log)
  return {
    request: (request, about) =>
      closed<RequestDecision>(
        request,
        about,
        () => decided(request, about, underWay, parts),
        (response) => ({ kind: 'answer', response }),
      ),
    response: (request, answered, about) =>
      closed(request, about, () => screenedResponse(request, answered, about, underWay, parts), asIs),
    serverRequest: (request, about) =>
      closed<JsonRpcRequest | { readonly refused: JsonRpcResponse }>(
        request,
        about,
        () => screenedRequest(request, about, parts),
        (refused) => ({ refused }),
      ),
    clientResponse: (request, answered, about) =>
      closed(request, about, () => screenedAnswer(request, answered, about, parts), asIs),
    async notification(message, from) {
      if (from === 'client') return announced(message)
      try {
        return await screenedNotification(message, parts)
      } catch (err) {
        log.error({ err }, 'a notification of a tool server was dropped')
        return undefined
      }
    },
  }
}

async function decided(
  request: JsonRpcRequest,
  about: ExchangeAbout,
  underWay: Map<JsonRpcId, CallUnderWay>,
  parts: InterceptorParts,
): Promise<RequestDecision> {
  const stop = readerProblem(request.method, parts)
  if (stop !== undefined) return { kind: 'answer', response: blockedError(request.id, about.era, stop) }
  if (request.method.startsWith('tasks/')) return { kind: 'answer', response: withoutTasks(request) }
  if (request.method !== 'tools/call') {
    const leaving = await screenedLeaving(forServer(request), about, parts)
    return 'refused' in leaving ? { kind: 'answer', response: leaving.refused } : { kind: 'forward', request: leaving }
  }
  const { underWay: call, ...decision } = await callDecision(request, about, parts)
  if (call !== undefined) underWay.set(request.id, call)
  return decision.kind === 'forward' ? { kind: 'forward', request: forServer(decision.request) } : decision
}

const METHOD_NOT_FOUND = -32_601

/** The result of a task is the result of a tool, and would pass by what is decided about that tool. */
function withoutTasks({ id, method }: JsonRpcRequest): JsonRpcResponse {
  return errorAnswer(id, METHOD_NOT_FOUND, `The gateway carries no tasks, and so no "${method}".`)
}

async function screenedResponse(
  request: JsonRpcRequest,
  answered: JsonRpcResponse,
  about: ExchangeAbout,
  underWay: Map<JsonRpcId, CallUnderWay>,
  parts: InterceptorParts,
): Promise<JsonRpcResponse> {
  const call = underWay.get(request.id)
  underWay.delete(request.id)
  if (call !== undefined) await reportCall(!failed(answered), call, parts)
  if ('error' in answered) return screenedError(request, answered.error, about, parts)
  if (call !== undefined) return screenedResult(request, answered.result, call, parts)
  if (request.method !== 'tools/list') return screenedContent(request, answered.result, about, parts)
  return { jsonrpc: '2.0', id: request.id, result: await visibleTools(request, answered.result, parts) }
}

/** Whatever goes wrong in a decision, the message does not pass. */
async function orRefused<Decision>(
  request: JsonRpcRequest,
  about: ExchangeAbout,
  decide: () => Promise<Decision>,
  refuse: (response: JsonRpcResponse) => Decision,
  log: Logger,
): Promise<Decision> {
  try {
    return await decide()
  } catch (thrown) {
    if (!(thrown instanceof Failure)) log.error({ err: thrown, method: request.method }, 'a decision failed')
    return refuse(undecided(request, thrown, about))
  }
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

/** Whether the server failed, rather than refused what it was asked. */
function failed(answered: JsonRpcResponse): boolean {
  return 'error' in answered && answered.error.code === INTERNAL_ERROR
}
