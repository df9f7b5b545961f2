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
import { admission, letIn } from './admission.ts'
import { blockedError, blockedResult, codeOf, errorAnswer, INTERNAL_ERROR } from './codes.ts'
import { continuedDecision } from './continued-call.ts'
import { screenedContent } from './content.ts'
import { screenedError } from './errors.ts'
import { announced } from './from-client.ts'
import { screenedAnswer, screenedNotification, screenedRequest } from './from-server.ts'
import { forServer, screenedLeaving } from './leaving.ts'
import type { InterceptorParts } from './parts.ts'
import { type CallUnderWay, callDecision, reportCall, screenedResult } from './tools-call.ts'
import { visibleTools } from './tools-list.ts'

export type RouteInterceptor = Required<Interceptor>

/**
 * Decides about every message between a client and the tool servers of a route, under the configuration of its tenant. What
 * cannot be decided does not pass.
 */
export function createInterceptor(parts: InterceptorParts): RouteInterceptor {
  const underWay = new Map<JsonRpcId, CallUnderWay>()
  /** How often requests that go on with an earlier one were answered by asking for input. */
  const continued = new Map<JsonRpcId, number>()
  const { log } = parts.exchange.context
  const asIs = (refused: JsonRpcResponse): JsonRpcResponse => refused
  const closed = <Decision>(
    request: JsonRpcRequest,
    about: ExchangeAbout,
    decide: () => Promise<Decision>,
    refuse: (response: JsonRpcResponse) => Decision,
  ): Promise<Decision> => orRefused(request, about, decide, refuse, log)
  return {
    admit: (request, about) =>
      closed<JsonRpcResponse | undefined>(
        request,
        about,
        () => {
          const rounds =
            about.era === 'stateless' ? parts.ports.mcp.continuations.take(whoOf(parts), request) : undefined
          if (rounds !== undefined) continued.set(request.id, rounds)
          return admission(request, about, rounds !== undefined, parts)
        },
        asIs,
      ),
    inputRequired(request, state) {
      const rounds = continued.get(request.id) ?? 0
      parts.ports.mcp.continuations.note(whoOf(parts), request, state, rounds + 1)
    },
    request: (request, about) =>
      closed<RequestDecision>(
        request,
        about,
        () => decided(request, about, underWay, continued.has(request.id), parts),
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
      try {
        if (from === 'client') return await letIn(announced(message), parts)
        return await screenedNotification(message, parts)
      } catch (err) {
        log.error({ err }, 'a notification was dropped')
        return undefined
      }
    },
  }
}

/** Who goes on with a request: the same agent, in the same role, under the same key. */
function whoOf({ owner, exchange: { caller } }: InterceptorParts): string {
  return JSON.stringify([owner, caller.agentKey, caller.userRole])
}

async function decided(
  request: JsonRpcRequest,
  about: ExchangeAbout,
  underWay: Map<JsonRpcId, CallUnderWay>,
  isContinued: boolean,
  parts: InterceptorParts,
): Promise<RequestDecision> {
  if (request.method !== 'tools/call') {
    const leaving = await screenedLeaving(forServer(request, about.era), about, parts)
    return 'refused' in leaving ? { kind: 'answer', response: leaving.refused } : { kind: 'forward', request: leaving }
  }
  const decide = isContinued ? continuedDecision : callDecision
  const { underWay: call, ...decision } = await decide(request, about, parts)
  if (call !== undefined) underWay.set(request.id, call)
  return decision.kind === 'forward' ? { kind: 'forward', request: forServer(decision.request, about.era) } : decision
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
