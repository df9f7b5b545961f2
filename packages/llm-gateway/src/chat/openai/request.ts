import { Failure } from '@gatehouse/kernel'
import { callerOfBody } from '../caller.ts'
import type { ChatRequest, JsonObject, TextSource } from '../dialect.ts'
import { type Change, isObject, type JsonPath, objectsOf, sourceOfName, stringOf, withValues } from '../json.ts'
import { embeddedFiles } from '../embedded-files.ts'
import { textsOfOtherFields } from '../other-fields.ts'
import { countKind } from '../unscreened.ts'
import { type TextContext, type Kinds, type Placed, textOfName, textsOfObject, textsOfParts } from './request-texts.ts'

/** Identifying fields of a message without text. */
const NAMES = new Set(['role', 'name', 'id', 'tool_call_id'])

/** Fields with turns, or read as one. */
const TURNS: readonly string[] = ['messages', 'prediction', 'documents']
const READ: ReadonlySet<string> = new Set(TURNS)

/** Fields of the API. */
export const CHAT_FIELDS: ReadonlySet<string> = new Set(
  (
    'messages model audio frequency_penalty function_call functions logit_bias logprobs max_completion_tokens max_tokens metadata ' +
    'modalities moderation n parallel_tool_calls prediction presence_penalty prompt_cache_key prompt_cache_options ' +
    'prompt_cache_retention reasoning_effort response_format safety_identifier seed service_tier stop store stream ' +
    'stream_options temperature tool_choice tools top_k top_logprobs top_p user verbosity web_search_options documents'
  ).split(' '),
)

/** Valid roles of the API. Some models interpret an invalid role as text. */
const ROLES = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function'])
/** Roles of the application's own text. */
const SYSTEM_ROLES = new Set(['system', 'developer'])
const TOOL_ROLES = new Set(['tool', 'function'])

interface EarlierCall {
  readonly tool: string | undefined
  readonly arguments: string | undefined
}

/** Reads the body of `POST /v1/chat/completions`. */
export function readChatRequest(body: JsonObject): ChatRequest {
  const unscreened = new Map<string, number>()
  const calls = new Map<string, EarlierCall>()
  const texts: Placed[] = []
  for (const text of textsOfOtherFields(body, READ, CHAT_FIELDS)) texts.push(text)
  for (const text of textsBesideMessages(body, unscreened)) texts.push(text)
  const messages: readonly unknown[] = Array.isArray(body['messages']) ? body['messages'] : []
  for (const [message, one] of messages.entries()) {
    // An invalid message is forwarded in its position and screened as untrusted text.
    const found = isObject(one) ? textsOf(one, message, calls, unscreened) : textsOfStray(one, message, unscreened)
    for (const text of found) texts.push(text)
  }
  const files = embeddedFiles(body, TURNS, unscreened)
  const stream = body['stream'] === true
  return {
    model: stringOf(body['model']) ?? '',
    stream,
    texts,
    files,
    unscreened: Object.fromEntries(unscreened),
    tools: declaredTools(body),
    caller: callerOfBody(body),
    toUpstream(changed) {
      const changes: Change[] = [...changed].map(([index, value]) => ({ path: texts[index]!.path, value }))
      // A stream includes usage only on request, and quotas need it.
      if (stream) changes.push({ path: ['stream_options', 'include_usage'], value: true })
      return withValues(body, changes)
    },
  }
}

function* textsOfStray(one: unknown, message: number, kinds: Kinds): Generator<Placed> {
  const context: TextContext = { message, source: 'user' }
  const path = ['messages', message]
  if (Array.isArray(one)) yield* textsOfParts(one, context, path, kinds)
  else if (typeof one === 'string' && one !== '') yield { ...context, text: one, path }
}

/** Yields texts about the format and subject of the answer. The model reads them with the messages, but they are not turns. */
function* textsBesideMessages(body: JsonObject, kinds: Kinds): Generator<Placed> {
  const { prediction, documents } = body
  const predicted: TextContext = { message: -1, source: 'assistant' }
  if (typeof prediction === 'string') yield { ...predicted, text: prediction, path: ['prediction'] }
  else if (isObject(prediction)) {
    const isWhole = yield* textsOfObject(prediction, predicted, ['prediction'], kinds)
    if (!isWhole) countKind(kinds, 'prediction')
  }
  const context: TextContext = { message: -2, source: 'user' }
  if (typeof documents === 'string') yield { ...context, text: documents, path: ['documents'] }
  else if (Array.isArray(documents)) yield* textsOfParts(documents, context, ['documents'], kinds)
  else if (isObject(documents)) yield* textsOfObject(documents, context, ['documents'], kinds)
}

/** Returns whether the client requested usage at the end of its stream. */
export function asksForUsage(body: JsonObject): boolean {
  const options = body['stream_options']
  return isObject(options) && options['include_usage'] === true
}

function* textsOf(
  message: JsonObject,
  index: number,
  calls: Map<string, EarlierCall>,
  kinds: Kinds,
): Generator<Placed> {
  const role = stringOf(message['role']) ?? ''
  const context = { message: index, source: sourceOf(role), ...(TOOL_ROLES.has(role) ? answered(message, calls) : {}) }
  const at = ['messages', index] as const
  yield* textsOfNames(message, context, at, kinds)
  for (const [name, value] of Object.entries(message)) {
    if (NAMES.has(name)) continue
    const path = [...at, name]
    if (typeof value === 'string') {
      if (value !== '') yield { ...context, text: value, path }
    } else if (name === 'tool_calls' && value !== null) {
      if (!Array.isArray(value)) throw unreadable(path, 'must be a list of calls')
    } else if (Array.isArray(value)) yield* textsOfParts(value, context, path, kinds)
    else if (isObject(value) && name !== 'function_call') {
      countKind(kinds, name)
      yield* textsOfObject(value, context, path, kinds)
    }
  }
  yield* textsOfCalls(message, index, calls, kinds)
}

/**
 * Yields the speaker's name, which the model reads with the message. It comes first, so that the last text of a message is its content. A
 * tool result has no adjacent names.
 */
function* textsOfNames(
  message: JsonObject,
  { message: index, source }: TextContext,
  at: JsonPath,
  kinds: Kinds,
): Generator<Placed> {
  const context: TextContext = { message: index, source: source === 'tool' ? 'tool_call' : source }
  const { role, name } = message
  if (!ROLES.has(stringOf(role) ?? '')) {
    if (typeof role === 'string' && role !== '') {
      yield { ...context, source: sourceOfName(role, context.source), text: role, path: [...at, 'role'] }
    }
  }
  if (typeof name === 'string' && name !== '') {
    yield { ...context, source: sourceOfName(name, context.source), text: name, path: [...at, 'name'] }
  }
  for (const member of ['role', 'name', 'id', 'tool_call_id'] as const) {
    const value = message[member]
    const path = [...at, member]
    if (Array.isArray(value)) yield* textsOfParts(value, context, path, kinds)
    else if (isObject(value)) yield* textsOfObject(value, context, path, kinds)
    else if (member === 'id' || member === 'tool_call_id') yield* textOfName(value, context, path)
  }
}

function* textsOfCalls(
  message: JsonObject,
  index: number,
  calls: Map<string, EarlierCall>,
  kinds: Kinds,
): Generator<Placed> {
  const given = Array.isArray(message['tool_calls']) ? (message['tool_calls'] as unknown[]) : []
  for (const [at, call] of given.entries()) {
    yield* textsOfCall(call, index, ['messages', index, 'tool_calls', at], calls, kinds)
  }
  const older = message['function_call']
  if (older === undefined || older === null) return
  const path = ['messages', index, 'function_call']
  if (!isObject(older)) throw unreadable(path, 'must be an object')
  const context: TextContext = { source: 'tool_call', message: index, tool: stringOf(older['name']) }
  yield* textsOfObject(older, context, path, kinds)
}

/** Yields every text of a call: its name, its arguments, and all other fields. */
function* textsOfCall(
  call: unknown,
  message: number,
  path: JsonPath,
  calls: Map<string, EarlierCall>,
  kinds: Kinds,
): Generator<Placed> {
  if (!isObject(call)) throw unreadable(path, 'must be an object')
  const { function: made, custom } = call
  // With both fields, the ignored one could hide the other.
  if (isObject(made) && isObject(custom)) throw unreadable(path, 'must have either `function` or `custom`, not both')
  const named = isObject(custom) ? custom : isObject(made) ? made : {}
  const tool = stringOf(named['name'])
  const id = stringOf(call['id'])
  if (id !== undefined) calls.set(id, { tool, arguments: stringOf(named[isObject(custom) ? 'input' : 'arguments']) })
  const isWhole = yield* textsOfObject(call, { source: 'tool_call', message, tool }, path, kinds)
  if (!isWhole || (named !== custom && named !== made)) countKind(kinds, 'tool_call')
}

function unreadable(at: JsonPath, what: string): Failure {
  const path = ['body', ...at]
  return new Failure('invalid_request', `${path.slice(1).join('.')} ${what}.`, {
    violations: [{ path, message: what, type: 'invalid_call' }],
  })
}

/** Returns the call that a result answers: by its id, or in the legacy API by the name of the function. */
function answered(message: JsonObject, calls: ReadonlyMap<string, EarlierCall>): EarlierCall {
  const id = stringOf(message['tool_call_id'])
  const call = id === undefined ? undefined : calls.get(id)
  return call ?? { tool: stringOf(message['name']), arguments: undefined }
}

function sourceOf(role: string): TextSource {
  if (SYSTEM_ROLES.has(role)) return 'system'
  if (TOOL_ROLES.has(role)) return 'tool'
  return role === 'assistant' ? 'assistant' : 'user'
}

function declaredTools(body: JsonObject): ReadonlyMap<string, JsonObject | undefined> {
  const tools = new Map<string, JsonObject | undefined>()
  const given = [
    ...objectsOf(body['tools']).map((tool) => tool['function'] ?? tool['custom']),
    ...objectsOf(body['functions']),
  ]
  for (const tool of given) {
    if (!isObject(tool)) continue
    const name = stringOf(tool['name'])
    const schema = tool['parameters']
    if (name !== undefined) tools.set(name, isObject(schema) ? schema : undefined)
  }
  return tools
}
