import type { Logger } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import type {
  ExchangeAbout,
  Interceptor,
  JsonRpcError,
  JsonRpcId,
  JsonRpcRequest,
  JsonRpcResponse,
  RequestDecision,
} from '@gatehouse/mcp'
import { sentenceOf } from '../exchange.ts'
import { blockedError, blockedResult, codeOf, errorAnswer } from './codes.ts'
import { passing, readerProblem, screenedContent } from './content.ts'
import { screenedAnswer, screenedNotification, screenedRequest } from './from-server.ts'
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
      if (from === 'client') return message
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
  if (request.method !== 'tools/call') return { kind: 'forward', request }
  const { underWay: call, ...decision } = await callDecision(request, about, parts)
  if (call !== undefined) underWay.set(request.id, call)
  return decision
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

const INTERNAL_ERROR = -32_603

/** Whether the server failed, rather than refused what it was asked. */
function failed(answered: JsonRpcResponse): boolean {
  return 'error' in answered && answered.error.code === INTERNAL_ERROR
}

/** Errors are read by models too: what a server writes there is screened like all else. */
async function screenedError(
  request: JsonRpcRequest,
  { code, message, data }: JsonRpcError,
  about: ExchangeAbout,
  parts: InterceptorParts,
): Promise<JsonRpcResponse> {
  const said = { message, ...(data === undefined ? {} : { data }) }
  const screened = await passing(said, 'error', parts)
  if ('stop' in screened) {
    const { stop } = screened
    return request.method === 'tools/call' ? blockedResult(request.id, stop) : blockedError(request.id, about.era, stop)
  }
  const { message: text, data: rest } = screened.message
  return {
    jsonrpc: '2.0',
    id: request.id,
    error: { code, message: String(text), ...(rest === undefined ? {} : { data: rest }) },
  }
}
