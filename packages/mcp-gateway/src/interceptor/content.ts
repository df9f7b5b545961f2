import { yieldAfter } from '@gatehouse/kernel'
import { findPoison } from '@gatehouse/guards/tools'
import type { ExchangeAbout, Fields, JsonRpcRequest, JsonRpcResponse } from '@gatehouse/mcp'
import { isFields } from '../screening/envelope.ts'
import { blockedError } from './codes.ts'
import { introduced } from './introduction.ts'
import { asPrivate } from './known-fields.ts'
import { isIntroduction, kindOf } from './methods.ts'
import type { InterceptorParts } from './parts.ts'
import { forwardDecision } from './passing.ts'

/** Lists with individually screened elements: malicious elements are removed, and the others stay. */
const LISTS: Readonly<Record<string, string>> = {
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
  'prompts/list': 'prompts',
}

/** Maximum number of screened elements in one list. */
const ELEMENTS_MAX = 2_000

/** Screens a result of a request other than a tool call. */
export async function screenedContent(
  request: JsonRpcRequest,
  fields: Fields,
  about: ExchangeAbout,
  parts: InterceptorParts,
): Promise<JsonRpcResponse> {
  const respond = (result: Fields): JsonRpcResponse => ({ jsonrpc: '2.0', id: request.id, result })
  if (isIntroduction(request.method)) return respond(await introduced(fields, parts))
  const kind = kindOf(request.method)
  if (kind === undefined) return respond({})
  const list = LISTS[request.method]
  const result = asPrivate(list === undefined ? fields : await withoutPoison(fields, list, parts))
  const screened = await forwardDecision(result, kind, parts)
  return 'stop' in screened ? blockedError(request.id, about.era, screened.stop) : respond(screened.message)
}

async function withoutPoison(result: Fields, list: string, { exchange }: InterceptorParts): Promise<Fields> {
  const elements: unknown = result[list]
  if (!Array.isArray(elements)) return result
  if (!exchange.stored.scan_descriptions || exchange.tenant.mode === 'monitor') return result
  const accepted: Fields[] = []
  let turn_ms = performance.now()
  for (const element of elements.slice(0, ELEMENTS_MAX)) {
    turn_ms = await yieldAfter(turn_ms)
    if (isFields(element) && !isPoisoned(element)) accepted.push(element)
  }
  return { ...result, [list]: accepted }
}

function isPoisoned({ name, title, description, ...rest }: Fields): boolean {
  const texts = { ...textsOf(joined([title, description])), inputSchema: rest }
  return findPoison(typeof name === 'string' ? name : '', texts).length > 0
}

function joined(parts: readonly unknown[]): string {
  return parts.filter((part) => typeof part === 'string').join('\n')
}

function textsOf(description: string) {
  return { title: undefined, description, inputSchema: undefined, outputSchema: undefined, annotations: undefined }
}
