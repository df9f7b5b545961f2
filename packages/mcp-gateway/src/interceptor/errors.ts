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
import { passing } from './passing.ts'
import { screenedRequest } from './from-server.ts'
import type { InterceptorParts } from './parts.ts'

/** Pages that one error may name. */
const PAGES_MAX = 32

/** Errors are read by models too: what a server writes there is screened like all else. */
export async function screenedError(
  request: JsonRpcRequest,
  { code, message, data }: JsonRpcError,
  about: ExchangeAbout,
  parts: InterceptorParts,
): Promise<JsonRpcResponse> {
  if (code === PAGES_REQUIRED && about.era === 'sessions')
    return screenedPages(request, { code, message, data }, about, parts)
  const said = { message, ...(data === undefined ? {} : { data }) }
  const screened = await passing(said, 'error', parts)
  if ('stop' in screened) {
    const { stop } = screened
    return request.method === 'tools/call' ? blockedResult(request.id, stop) : blockedError(request.id, about.era, stop)
  }
  const { message: text, data: rest } = screened.message
  // A server that says what the gateway alone says would have the client wait for an approval that nobody gives.
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

/** An error that has pages opened is so many requests of the server, and each is judged as one. */
async function screenedPages(
  request: JsonRpcRequest,
  { code, message, data }: JsonRpcError,
  about: ExchangeAbout,
  parts: InterceptorParts,
): Promise<JsonRpcResponse> {
  const asked = isFields(data) ? data['elicitations'] : undefined
  if (!Array.isArray(asked) || asked.length > PAGES_MAX || !asked.every(isFields)) {
    return errorAnswer(request.id, INTERNAL_ERROR, 'The tool server asks for pages in a way that cannot be read.')
  }
  const elicitations: Fields[] = []
  for (const params of asked) {
    const one: JsonRpcRequest = { jsonrpc: '2.0', id: request.id, method: 'elicitation/create', params }
    // oxlint-disable-next-line no-await-in-loop -- the first that is refused ends it
    const screened = await screenedRequest(one, about, parts)
    if ('refused' in screened) return { ...screened.refused, id: request.id }
    elicitations.push(screened.params ?? {})
  }
  const screened = await passing({ message }, 'error', parts)
  if ('stop' in screened) return blockedError(request.id, about.era, screened.stop)
  return errorAnswer(request.id, code, String(screened.message['message']), { elicitations })
}
