import { findPoison, identityProblem } from '@gatehouse/guards'
import type { ExchangeAbout, Fields, JsonRpcRequest, JsonRpcResponse } from '@gatehouse/mcp'
import type { Stop, UntrustedKind } from '../enforcement/enforcement.ts'
import { envelopeOf, isFields } from '../screening/envelope.ts'
import { blockedError } from './codes.ts'
import type { InterceptorParts } from './parts.ts'
import { UNREADABLE } from './tools-call.ts'
import { asPrivate } from './tools-list.ts'

/** Requests whose results are written by the server for a model or a person to read. */
const KINDS: Readonly<Record<string, UntrustedKind>> = {
  'resources/list': 'resources',
  'resources/templates/list': 'resources',
  'resources/read': 'resources',
  'prompts/list': 'prompts',
  'prompts/get': 'prompts',
  'completion/complete': 'completion',
}

/** Requests whose results say nothing, or are judged elsewhere. Whatever is not named anywhere is screened like a resource. */
const SILENT = new Set([
  'ping',
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
  'subscriptions/listen',
  'tasks/cancel',
  'tools/list',
  'tools/call',
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
  if (kind === undefined) return respond(given)
  const list = LISTS[request.method]
  const result = asPrivate(list === undefined ? given : withoutPoison(given, list, parts))
  const screened = await passing(result, kind, parts)
  return 'stop' in screened ? blockedError(request.id, about.era, screened.stop) : respond(screened.message)
}

/** What passes of a message, or why nothing does. */
export type Passing = { readonly message: Fields } | { readonly stop: Stop }

/** A message without what guards take out of it. */
export async function passing(
  message: Fields,
  kind: UntrustedKind,
  { enforcement }: InterceptorParts,
  way: 'arriving' | 'leaving' = 'arriving',
): Promise<Passing> {
  // What a person has filled in is theirs, whatever the fields are called.
  const envelope = envelopeOf(message, kind === 'elicitation' ? 'content' : undefined)
  const decided = await (way === 'arriving'
    ? enforcement.screenUntrusted(envelope.json, kind)
    : enforcement.screenLeaving(envelope.json, kind))
  if (decided.kind === 'blocked') return { stop: { guardrail: decided.guardrail, message: decided.message } }
  if (decided.text === envelope.json) return { message }
  const opened = envelope.open(decided.text)
  return opened === undefined ? { stop: UNREADABLE } : { message: opened }
}

/** Instructions that a server gives the model as it introduces itself go, where they are more than instructions of use. */
async function introduced(given: Fields, parts: InterceptorParts): Promise<Fields> {
  const result = asPrivate(given)
  const { instructions } = result
  if (typeof instructions !== 'string' || instructions === '') return result
  const { instructions: _instructions, ...without } = result
  const { stored, tenant } = parts.exchange
  const isPoisoned = stored.scan_descriptions && findPoison('server', textsOf(instructions)).length > 0
  if (isPoisoned && tenant.mode !== 'monitor') return without
  const screened = await passing({ instructions }, 'prompts', parts)
  return 'stop' in screened ? without : { ...result, ...screened.message }
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
