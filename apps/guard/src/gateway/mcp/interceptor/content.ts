import { findPoison, identityProblem } from '@gatehouse/guards'
import type { ExchangeAbout, Fields, JsonRpcRequest, JsonRpcResponse } from '@gatehouse/mcp'
import type { Stop, UntrustedKind } from '../enforcement/enforcement.ts'
import { isFields } from '../screening/envelope.ts'
import { blockedError } from './codes.ts'
import { introduced } from './introduction.ts'
import { asPrivate } from './known-fields.ts'
import type { InterceptorParts } from './parts.ts'
import { passing } from './passing.ts'

/** Requests whose results are written by the server for a model or a person to read. */
const KINDS: Readonly<Record<string, UntrustedKind>> = {
  'resources/list': 'resources',
  'resources/templates/list': 'resources',
  'resources/read': 'resources',
  'prompts/list': 'prompts',
  'prompts/get': 'prompts',
  'completion/complete': 'completion',
}

/** Requests whose results say nothing: nothing of them passes. Whatever is not named anywhere is screened like a resource. */
const SILENT = new Set([
  'ping',
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
  'subscriptions/listen',
])

function kindOf(method: string): UntrustedKind | undefined {
  return SILENT.has(method) ? undefined : (KINDS[method] ?? 'resources')
}

/** Lists whose elements are judged one by one: one that steers the model is left out, and the others stay. */
const LISTS: Readonly<Record<string, string>> = {
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
  'prompts/list': 'prompts',
}

/** What of a server's words introduces it. */
const INTRODUCTIONS = ['initialize', 'server/discover']

/** Elements of one list that are looked at. */
const ELEMENTS_MAX = 2_000

/** Who may not act may read nothing either. */
export function readerProblem(method: string, { exchange }: InterceptorParts): Stop | undefined {
  const isReading = kindOf(method) !== undefined || method === 'resources/subscribe'
  if (!isReading || INTRODUCTIONS.includes(method)) return undefined
  const { view, caller, tenant } = exchange
  if (tenant.mode === 'monitor') return undefined
  const message = identityProblem(view.agentic, caller.agentKey)
  return message === undefined ? undefined : { guardrail: 'cert_identity', message }
}

/** A result that is no tool's, as the caller may have it. */
export async function screenedContent(
  request: JsonRpcRequest,
  given: Fields,
  about: ExchangeAbout,
  parts: InterceptorParts,
): Promise<JsonRpcResponse> {
  const respond = (result: Fields): JsonRpcResponse => ({ jsonrpc: '2.0', id: request.id, result })
  if (INTRODUCTIONS.includes(request.method)) return respond(await introduced(given, parts))
  const kind = kindOf(request.method)
  if (kind === undefined) return respond({})
  const list = LISTS[request.method]
  const result = asPrivate(list === undefined ? given : withoutPoison(given, list, parts))
  const screened = await passing(result, kind, parts)
  return 'stop' in screened ? blockedError(request.id, about.era, screened.stop) : respond(screened.message)
}

function withoutPoison(result: Fields, list: string, { exchange }: InterceptorParts): Fields {
  const elements = result[list]
  if (!Array.isArray(elements)) return result
  if (!exchange.stored.scan_descriptions || exchange.tenant.mode === 'monitor') return result
  const kept = elements.slice(0, ELEMENTS_MAX).filter((element: unknown) => {
    if (!isFields(element)) return false
    const { name, title, description, ...rest } = element
    const texts = { ...textsOf(joined([title, description])), inputSchema: rest }
    return findPoison(typeof name === 'string' ? name : '', texts).length === 0
  })
  return { ...result, [list]: kept }
}

function joined(parts: readonly unknown[]): string {
  return parts.filter((part) => typeof part === 'string').join('\n')
}

function textsOf(description: string) {
  return { title: undefined, description, inputSchema: undefined, outputSchema: undefined, annotations: undefined }
}
