import { isObject, type JsonPath, objectsOf, stringOf, withValueAt } from '../json.ts'
import type { ChatRequest, JsonObject, RequestText, TextSource } from '../dialect.ts'
import { callerOfBody } from '../caller.ts'
import { countKind } from '../unscreened.ts'

/** Fields of a message that name things and are no words of anybody. */
const NAMES = new Set(['role', 'name', 'id', 'tool_call_id'])

/** Roles whose text is the application's own. */
const SYSTEM_ROLES = new Set(['system', 'developer'])
const TOOL_ROLES = new Set(['tool', 'function'])

interface Placed extends RequestText {
  readonly path: JsonPath
}

interface EarlierCall {
  readonly tool: string | undefined
  readonly arguments: string | undefined
}

/** Reads the body of `POST /v1/chat/completions`. */
export function readChatRequest(body: JsonObject): ChatRequest {
  const unscreened = new Map<string, number>()
  const calls = new Map<string, EarlierCall>()
  const texts: Placed[] = []
  for (const [message, one] of objectsOf(body['messages']).entries()) {
    for (const text of textsOf(one, message, calls, unscreened)) texts.push(text)
  }
  const stream = body['stream'] === true
  return {
    model: stringOf(body['model']) ?? '',
    stream,
    texts,
    unscreened: Object.fromEntries(unscreened),
    tools: declaredTools(body),
    caller: callerOfBody(body),
    toUpstream(changed) {
      let rewritten: unknown = body
      for (const [index, text] of changed) rewritten = withValueAt(rewritten, texts[index]!.path, text)
      // Counts come at the end of a stream only where they are asked for, and quotas need them.
      if (stream) rewritten = withValueAt(rewritten, ['stream_options', 'include_usage'], true)
      return JSON.stringify(rewritten)
    },
  }
}

/** Whether the client asked for counts of tokens at the end of its stream. */
export function asksForUsage(body: JsonObject): boolean {
  const options = body['stream_options']
  return isObject(options) && options['include_usage'] === true
}

function* textsOf(
  message: JsonObject,
  index: number,
  calls: Map<string, EarlierCall>,
  unscreened: Map<string, number>,
): Generator<Placed> {
  const role = stringOf(message['role']) ?? ''
  const about = { message: index, source: sourceOf(role), ...(TOOL_ROLES.has(role) ? answered(message, calls) : {}) }
  const at = ['messages', index] as const
  for (const [name, value] of Object.entries(message)) {
    if (NAMES.has(name)) continue
    if (typeof value === 'string') {
      if (value !== '') yield { ...about, text: value, path: [...at, name] }
    } else if (Array.isArray(value) && name !== 'tool_calls') {
      yield* textsOfParts(value, about, [...at, name], unscreened)
    } else if (isObject(value) && name !== 'function_call') {
      countKind(unscreened, name)
    }
  }
  yield* textsOfCalls(message, index, calls, unscreened)
}

/** Parts with text, and lists of reasoning; what holds no text is counted by its kind. */
function* textsOfParts(
  parts: readonly unknown[],
  about: Pick<RequestText, 'message' | 'source'>,
  at: JsonPath,
  unscreened: Map<string, number>,
): Generator<Placed> {
  for (const [index, part] of parts.entries()) {
    if (typeof part === 'string') {
      if (part !== '') yield { ...about, text: part, path: [...at, index] }
      continue
    }
    if (!isObject(part)) continue
    let hasText = false
    for (const name of PART_TEXTS) {
      const text = part[name]
      if (Array.isArray(text)) yield* textsOfParts(text, about, [...at, index, name], unscreened)
      else if (typeof text === 'string' && text !== '') yield { ...about, text, path: [...at, index, name] }
      hasText ||= typeof text === 'string' || Array.isArray(text)
    }
    if (!hasText) countKind(unscreened, stringOf(part['type']) ?? 'unknown')
  }
}

/** Where parts of a message hold text: parts of content, of a refusal, and of lists of reasoning. */
const PART_TEXTS = ['text', 'refusal', 'summary', 'thinking', 'content'] as const

function* textsOfCalls(
  message: JsonObject,
  index: number,
  calls: Map<string, EarlierCall>,
  unscreened: Map<string, number>,
): Generator<Placed> {
  const given = Array.isArray(message['tool_calls']) ? (message['tool_calls'] as unknown[]) : []
  const older = message['function_call']
  const all: [JsonPath, unknown, unknown][] = given.map((call, at) => [['tool_calls', at], call, undefined])
  if (isObject(older)) all.push([[], { function: older }, 'function_call'])
  for (const [place, call, name] of all) {
    if (!isObject(call)) continue
    const [field, member] = isObject(call['custom'])
      ? (['custom', 'input'] as const)
      : (['function', 'arguments'] as const)
    const made = call[field]
    if (!isObject(made)) {
      countKind(unscreened, 'tool_call')
      continue
    }
    const tool = stringOf(made['name'])
    const text = stringOf(made[member])
    const id = stringOf(call['id'])
    if (id !== undefined) calls.set(id, { tool, arguments: text })
    const path = ['messages', index, ...place, name === undefined ? field : 'function_call', member]
    if (text !== undefined && text !== '') yield { source: 'tool_call', message: index, tool, text, path }
  }
}

/** The call that a result answers: by its id, or, as it was done before there were ids, by the name of the function. */
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
