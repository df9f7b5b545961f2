import type { ExchangeAbout, Fields, JsonRpcError, JsonRpcRequest, JsonRpcResponse } from '@gatehouse/mcp'
import { isFields } from '../screening/envelope.ts'
import {
  blockedError,
  blockedResult,
  errorAnswer,
  INTERNAL_ERROR,
  isOwnCode,
  PAGES_REQUIRED,
  RESOURCE_NOT_FOUND,
} from './codes.ts'
import { forwardDecision } from './passing.ts'
import { screenedRequest } from './from-server.ts'
import type { InterceptorParts } from './parts.ts'

/** Maximum number of pages in one error. */
const PAGES_MAX = 32

/** Screens an error. Models read errors too, so that their text is untrusted. */
export async function screenedError(
  request: JsonRpcRequest,
  { code, message, data }: JsonRpcError,
  about: ExchangeAbout,
  parts: InterceptorParts,
): Promise<JsonRpcResponse> {
  if (code === PAGES_REQUIRED && about.era === 'sessions')
    return screenedPages(request, { code, message, data }, about, parts)
  const said = { message, ...(data === undefined ? {} : { data }) }
  const screened = await forwardDecision(said, 'error', parts)
  if ('stop' in screened) {
    const { stop } = screened
    return request.method === 'tools/call' ? blockedResult(request.id, stop) : blockedError(request.id, about.era, stop)
  }
  const { message: text, data: rest } = screened.message
  // A server that uses the gateway's error codes would make the client wait for a nonexistent approval.
  const told = isOwnCode(about.era, code) ? INTERNAL_ERROR : code
  if (code === RESOURCE_NOT_FOUND && request.method === 'resources/read') {
    return errorAnswer(request.id, code, String(text))
  }
  return {
    jsonrpc: '2.0',
    id: request.id,
    error: { code: told, message: String(text), ...(rest === undefined ? {} : { data: rest }) },
  }
}

/** Screens each page of an error as a separate server request. */
async function screenedPages(
  request: JsonRpcRequest,
  { code, message, data }: JsonRpcError,
  about: ExchangeAbout,
  parts: InterceptorParts,
): Promise<JsonRpcResponse> {
  const asked = isFields(data) ? data['elicitations'] : undefined
  if (!Array.isArray(asked) || asked.length > PAGES_MAX || !asked.every(isFields)) {
    return errorAnswer(request.id, INTERNAL_ERROR, 'The tool server returned an invalid pagination cursor.')
  }
  const elicitations: Fields[] = []
  for (const params of asked) {
    const one: JsonRpcRequest = { jsonrpc: '2.0', id: request.id, method: 'elicitation/create', params }
    // oxlint-disable-next-line no-await-in-loop -- the first that is refused ends it
    const screened = await screenedRequest(one, about, parts)
    if ('refused' in screened) return { ...screened.refused, id: request.id }
    elicitations.push(screened.params ?? {})
  }
  const screened = await forwardDecision({ message }, 'error', parts)
  if ('stop' in screened) return blockedError(request.id, about.era, screened.stop)
  return errorAnswer(request.id, code, String(screened.message['message']), { elicitations })
}
