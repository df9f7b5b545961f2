import type { ExchangeAbout, Fields, JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from '@gatehouse/mcp'
import { screeningEntry } from '../enforcement/audit-entry.ts'
import type { Stop, UntrustedKind } from '../enforcement/enforcement.ts'
import { requestedSecret, pageProblem } from '../screening/elicitation.ts'
import { blockedError, errorAnswer } from './codes.ts'
import { known } from './known-fields.ts'
import { forwardDecision } from './passing.ts'
import { notificationContent } from './told.ts'
import type { InterceptorParts } from './parts.ts'

/** Screens a server request to the client: its texts for a model or a person, and the requested data. */
export async function screenedRequest(
  request: JsonRpcRequest,
  about: ExchangeAbout,
  parts: InterceptorParts,
): Promise<JsonRpcRequest | { readonly refused: JsonRpcResponse }> {
  const { id, method } = request
  const params = clientRequestParams(method, request.params ?? {}, parts)
  if (params === undefined)
    return { refused: errorAnswer(id, METHOD_NOT_FOUND, 'The gateway does not forward this request.') }
  const kind = kindOf(method)
  if (kind === undefined) return { jsonrpc: '2.0', id, method }
  const refuse = (stop: Stop) => ({ refused: blockedError(id, about.era, stop) })
  const requested = kind === 'elicitation' ? clientRequestProblem(params) : undefined
  if (requested !== undefined && parts.exchange.tenant.mode !== 'monitor') {
    await audited(kind, requested, parts)
    return refuse(requested)
  }
  const screened = await forwardDecision(params, kind, parts)
  return 'stop' in screened ? refuse(screened.stop) : { ...request, params: screened.message }
}

const METHOD_NOT_FOUND = -32_601

const SAMPLING = [
  'messages',
  'systemPrompt',
  'modelPreferences',
  'temperature',
  'maxTokens',
  'stopSequences',
  'tools',
  'toolChoice',
  'metadata',
  '_meta',
] as const
const FORM = ['message', 'requestedSchema', '_meta'] as const
const PAGE = ['message', 'url', 'elicitationId', '_meta'] as const

/**
 * Rebuilds a server request from its protocol fields; undefined for a forbidden request. A form request has no page, a task would bypass
 * the decisions here, and context of other servers is confidential.
 */
function clientRequestParams(method: string, params: Fields, { exchange }: InterceptorParts): Fields | undefined {
  if (method === 'roots/list') return {}
  if (method === 'sampling/createMessage') {
    const { includeContext } = params
    const ofThis = !exchange.stored.several && (includeContext === 'thisServer' || includeContext === 'allServers')
    const context = includeContext === undefined ? {} : { includeContext: ofThis ? 'thisServer' : 'none' }
    return { ...known(params, SAMPLING), ...context }
  }
  if (method !== 'elicitation/create') return undefined
  const { mode } = params
  if (mode === 'url') return { mode, ...known(params, PAGE) }
  return mode === undefined || mode === 'form' ? { ...known(params, ['mode']), ...known(params, FORM) } : undefined
}

/** Screens the client's response to a server request. */
export async function screenedAnswer(
  request: JsonRpcRequest,
  response: JsonRpcResponse,
  about: ExchangeAbout,
  parts: InterceptorParts,
): Promise<JsonRpcResponse> {
  if ('error' in response) return response
  const kind = kindOf(request.method) ?? (request.method === 'roots/list' ? 'resources' : undefined)
  if (kind === undefined) return response
  const screened = await forwardDecision(response.result, kind, parts, 'leaving')
  return 'stop' in screened
    ? blockedError(response.id, about.era, screened.stop)
    : { ...response, result: screened.message }
}

/** Own limit of log and progress messages. Longer ones would flood the client's display. */
const SAID_CHARS_MAX = 65_536

/** Screens a server notification; undefined if blocked. */
export async function screenedNotification(
  message: JsonRpcNotification,
  parts: InterceptorParts,
): Promise<JsonRpcNotification | undefined> {
  const reported = notificationContent(message.method, message.params ?? {})
  if (reported === undefined) return undefined
  const { plain, words } = reported
  if (JSON.stringify([plain, words]).length > SAID_CHARS_MAX) return undefined
  if (Object.keys(words).length === 0) return notificationOf(message.method, plain)
  const screened = await forwardDecision(words, 'notification', parts)
  return 'stop' in screened ? undefined : notificationOf(message.method, { ...plain, ...screened.message })
}

function notificationOf(method: string, params: Fields): JsonRpcNotification {
  return { jsonrpc: '2.0', method, ...(Object.keys(params).length === 0 ? {} : { params }) }
}

function kindOf(method: string): UntrustedKind | undefined {
  if (method === 'elicitation/create') return 'elicitation'
  return method === 'roots/list' || method === 'ping' ? undefined : 'sampling'
}

function clientRequestProblem(params: Fields): Stop | undefined {
  const guardrail = 'mcp_guard'
  if (params['mode'] === 'url') {
    const problem = pageProblem(params['url'])
    return problem === undefined ? undefined : { guardrail, message: problem }
  }
  const secret = requestedSecret(params)
  if (secret === undefined) return undefined
  return { guardrail, message: `A tool server must not ask for secrets in a form: it asks for "${secret}".` }
}

async function audited(kind: UntrustedKind, { guardrail, message }: Stop, parts: InterceptorParts): Promise<void> {
  const { exchange, ports } = parts
  const result = { guardrail, passed: false, action: 'block', message, details: {}, latency_ms: 0 } as const
  ports.usage.blocked(exchange.tenant.tenantId)
  ports.meter.count('mcp', { action: 'block', results: [result] })
  await ports.audit.append(screeningEntry(kind, { action: 'block', results: [result] }, 0, exchange))
}
