import { Failure } from '@gatehouse/kernel'

import type {
  Fields,
  JsonRpcId,
  JsonRpcMessage,
  JsonRpcNotification,
  JsonRpcRequest,
  JsonRpcResponse,
} from '../messages.ts'

/** Codes of JSON-RPC 2.0, section 5.1, and of MCP 2026-07-28, "Error Codes". */
export const RPC = {
  parse: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  headerMismatch: -32_020,
  missingCapability: -32_021,
  unsupportedVersion: -32_022,
} as const

/** Ids are echoed and stored while a request is in progress. Clients use counters or UUIDs. */
const ID_CHARS_MAX = 256

/** Own limit: the client's self-description is stored as long as its session. It usually has some hundred characters. */
const CLIENT_CHARS_MAX = 65_536

/** Returns why the client's self-description cannot be stored, or undefined. */
export function clientInfoProblem(...about: readonly unknown[]): string | undefined {
  const chars = about.reduce<number>((sum, value) => sum + (JSON.stringify(value) ?? '').length, 0)
  return chars > CLIENT_CHARS_MAX
    ? `The client information and capabilities must have at most ${CLIENT_CHARS_MAX} characters.`
    : undefined
}

export type ReadMessage =
  | { readonly kind: 'request'; readonly message: JsonRpcRequest }
  | { readonly kind: 'notification'; readonly message: JsonRpcNotification }
  | { readonly kind: 'response'; readonly message: JsonRpcResponse }
  | { readonly kind: 'invalid'; readonly id: JsonRpcId | null; readonly why: string }

/** Classifies a JSON-RPC message. Unknown top-level members are removed. */
export function readMessage(value: unknown): ReadMessage {
  if (!isFields(value)) return invalid(undefined, 'A message must be a JSON object.')
  const id = isId(value['id']) ? value['id'] : undefined
  if (value['jsonrpc'] !== '2.0') return invalid(id, 'A message requires "jsonrpc": "2.0".')
  if (value['id'] !== undefined && id === undefined) {
    // An error response may have an unknown id; it is ignored.
    return invalid(undefined, `"id" must be an integer or a string of at most ${ID_CHARS_MAX} characters.`)
  }
  const { method, params } = value
  if (method === undefined) return readResponse(value, id)
  if (typeof method !== 'string' || method === '') return invalid(id, '"method" must be a string.')
  if (params !== undefined && !isFields(params)) return invalid(id, '"params" must be an object.')
  if ('result' in value || 'error' in value)
    return invalid(id, 'A message must be either a request or a response, not both.')
  const call = { jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) } as const
  if (id === undefined) return { kind: 'notification', message: call }
  return { kind: 'request', message: { ...call, id } }
}

function readResponse(value: Fields, id: JsonRpcId | undefined): ReadMessage {
  if (id === undefined) return invalid(id, 'A message without "method" is a response and requires an "id".')
  const { result, error } = value
  if ((result === undefined) === (error === undefined)) {
    return invalid(id, 'A response must have either a "result" or an "error".')
  }
  if (isFields(result)) return { kind: 'response', message: { jsonrpc: '2.0', id, result } }
  if (isFields(error) && Number.isInteger(error['code']) && typeof error['message'] === 'string') {
    const data = error['data'] === undefined ? {} : { data: error['data'] }
    const told = { code: Number(error['code']), message: error['message'], ...data }
    return { kind: 'response', message: { jsonrpc: '2.0', id, error: told } }
  }
  return invalid(id, '"result" must be an object, and "error" an object with an integer "code" and a "message".')
}

function invalid(id: JsonRpcId | undefined, why: string): ReadMessage {
  return { kind: 'invalid', id: id ?? null, why }
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the object, or an empty one for other values. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

function isId(value: unknown): value is JsonRpcId {
  return typeof value === 'string' ? value.length <= ID_CHARS_MAX : Number.isSafeInteger(value)
}

export function metaOf(message: { readonly params?: Fields }): Fields {
  return fieldsOf(message.params?.['_meta'])
}

export function errorResponse(id: JsonRpcId | null, code: number, message: string, data?: unknown): JsonRpcResponse {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } }
}

export function resultResponse(id: JsonRpcId, result: Fields): JsonRpcResponse {
  return { jsonrpc: '2.0', id, result }
}

/** Serializes a message. Excessive nesting becomes an error, or the message is dropped. */
export function encodeMessage(message: JsonRpcMessage): string {
  try {
    return JSON.stringify(message)
  } catch {
    const why = "The tool server's response cannot be serialized."
    if (!('method' in message)) return JSON.stringify(errorResponse(message.id, RPC.internal, why))
    return JSON.stringify({ ...message, params: {} })
  }
}

/** Returns the response with this request id. */
export function withId(response: JsonRpcResponse, id: JsonRpcId): JsonRpcResponse {
  return { ...response, id }
}

/** Receives errors that are not upstream failures, for investigation. */
export type OnDefect = (error: unknown) => void

/** Returns the client-visible error of an upstream failure. Addresses are not disclosed to the caller. */
export function failureResponse(id: JsonRpcId | null, error: unknown, onDefect: OnDefect): JsonRpcResponse {
  if (error instanceof Failure) {
    const data = error.retryAfter_s === undefined ? undefined : { retry_after_s: error.retryAfter_s }
    return errorResponse(id, RPC.internal, withoutAddresses(error.message), data)
  }
  onDefect(error)
  return errorResponse(id, RPC.internal, 'The gateway failed to forward this message.')
}

const URL_LIKE = /\b[a-z][a-z0-9+.-]{1,15}:\/\/[^\s"'<>]{1,2000}/gi
const IP_LIKE = /\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?::\d{1,5})?\b|\[[0-9a-f:.]{2,45}\](?::\d{1,5})?/gi

function withoutAddresses(sentence: string): string {
  return sentence.slice(0, 1_000).replace(URL_LIKE, '(address)').replace(IP_LIKE, '(address)')
}
