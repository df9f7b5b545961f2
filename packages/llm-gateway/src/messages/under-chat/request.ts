import { Failure } from '@gatehouse/kernel'
import type { JsonObject } from '../../chat/dialect.ts'
import { isObject, objectsOf, stringOf } from '../../chat/json.ts'
import { parseJson } from '../../chat/parse-json.ts'

/** Default output limit, required by Anthropic's API but not by OpenAI's: the maximum of all current Anthropic models. */
const OUTPUT_TOKENS_DEFAULT = 4_096
/** OpenAI's API allows up to 2. */
const TEMPERATURE_MAX = 1

/**
 * Rejects features without an equivalent in Anthropic's Messages API that cannot be dropped silently.
 * @throws {Failure} `invalid_request` with the path
 */
export function refuseUntranslatable(body: JsonObject): void {
  if (typeof body['n'] === 'number' && body['n'] > 1) throw untranslatable(['n'], 'several choices')
  if (body['logprobs'] === true) throw untranslatable(['logprobs'], 'probabilities of tokens')
  const format = isObject(body['response_format']) ? body['response_format']['type'] : undefined
  if (format !== undefined && format !== 'text') throw untranslatable(['response_format'], 'response format')
  if (Array.isArray(body['modalities']) && body['modalities'].includes('audio')) {
    throw untranslatable(['modalities'], 'sounds')
  }
  if (objectsOf(body['functions']).length > 0) throw untranslatable(['functions'], 'functions beside tools')
  for (const [index, tool] of objectsOf(body['tools']).entries()) {
    if (!isObject(tool['function'])) throw untranslatable(['tools', String(index)], 'tools without a schema')
  }
  for (const [index, message] of objectsOf(body['messages']).entries()) {
    if (objectsOf(message['content']).some(({ type }) => type === 'input_audio')) {
      throw untranslatable(['messages', String(index)], 'sounds')
    }
  }
}

/** Converts the body of a chat completion request to a message request. */
export function messagesBodyOf(body: JsonObject): JsonObject {
  const all = objectsOf(body['messages'])
  const system = all.filter(isSystem).map(({ content }) => textOf(content))
  const tools = objectsOf(body['tools']).map(toolOf)
  const { temperature, stop } = body
  const stops = typeof stop === 'string' ? [stop] : stop
  return {
    model: body['model'],
    max_tokens: body['max_completion_tokens'] ?? body['max_tokens'] ?? OUTPUT_TOKENS_DEFAULT,
    ...(system.length === 0 ? {} : { system: system.join('\n\n') }),
    messages: merged(all.filter((message) => !isSystem(message)).map(messageOf)),
    ...(typeof temperature === 'number' ? { temperature: Math.min(temperature, TEMPERATURE_MAX) } : {}),
    ...(typeof body['top_p'] === 'number' ? { top_p: body['top_p'] } : {}),
    ...(Array.isArray(stops) ? { stop_sequences: stops } : {}),
    ...(tools.length === 0 ? {} : { tools, ...choiceOf(body) }),
    ...(typeof body['user'] === 'string' ? { metadata: { user_id: body['user'] } } : {}),
    ...(body['stream'] === true ? { stream: true } : {}),
  }
}

interface Turn {
  readonly role: 'user' | 'assistant'
  readonly content: JsonObject[]
}

function messageOf(message: JsonObject): Turn {
  const { role, content } = message
  if (role === 'tool') {
    const result = { type: 'tool_result', tool_use_id: message['tool_call_id'], content: textOf(content) }
    return { role: 'user', content: [result] }
  }
  if (role !== 'assistant') return { role: 'user', content: blocksOf(content) }
  const refusal = stringOf(message['refusal']) ?? ''
  const texts = [...blocksOf(content), ...(refusal === '' ? [] : [{ type: 'text', text: refusal }])]
  return { role, content: [...texts, ...objectsOf(message['tool_calls']).map(callOf)] }
}

/** Merges consecutive turns of one role, because results of parallel calls are in one turn. Takes linear time. */
function merged(turns: readonly Turn[]): readonly Turn[] {
  const all: Turn[] = []
  for (const turn of turns) {
    if (turn.content.length === 0) continue
    const last = all.at(-1)
    if (last?.role === turn.role) for (const block of turn.content) last.content.push(block)
    else all.push(turn)
  }
  return all
}

function blocksOf(content: unknown): JsonObject[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  return objectsOf(content).flatMap((part): JsonObject[] => {
    if (part['type'] === 'image_url') {
      const image = isObject(part['image_url']) ? part['image_url'] : {}
      return [{ type: 'image', source: sourceOf(stringOf(image['url']) ?? '') }]
    }
    if (part['type'] === 'file') {
      const file = isObject(part['file']) ? part['file'] : {}
      const source = sourceOf(stringOf(file['file_data']) ?? '')
      return [{ type: 'document', source, ...(file['filename'] === undefined ? {} : { title: file['filename'] }) }]
    }
    const text = stringOf(part['text']) ?? stringOf(part['refusal']) ?? ''
    return text === '' ? [] : [{ type: 'text', text }]
  })
}

function sourceOf(url: string): JsonObject {
  const comma = url.indexOf(',')
  if (!url.startsWith('data:') || comma < 0) return { type: 'url', url }
  const [media_type] = url.slice('data:'.length, comma).split(';')
  return { type: 'base64', media_type, data: url.slice(comma + 1) }
}

function callOf(call: JsonObject): JsonObject {
  const made = isObject(call['function']) ? call['function'] : {}
  return { type: 'tool_use', id: call['id'], name: made['name'], input: parsed(stringOf(made['arguments']) ?? '') }
}

/** Parses arguments. The API accepts only objects. */
function parsed(text: string): JsonObject {
  const value = text.trim() === '' ? {} : parseJson(text)
  if (value === undefined) return { text }
  return isObject(value) ? value : { value }
}

function toolOf(tool: JsonObject): JsonObject {
  const made = isObject(tool['function']) ? tool['function'] : {}
  const { name, description, parameters } = made
  const input_schema = isObject(parameters) ? parameters : { type: 'object', properties: {} }
  return { name, ...(description === undefined ? {} : { description }), input_schema }
}

function choiceOf({ tool_choice: choice, parallel_tool_calls: parallel }: JsonObject): JsonObject {
  const one = parallel === false ? { disable_parallel_tool_use: true } : {}
  if (isObject(choice)) {
    const made = isObject(choice['function']) ? choice['function'] : {}
    return { tool_choice: { type: 'tool', name: made['name'], ...one } }
  }
  if (choice === 'none') return { tool_choice: { type: 'none' } }
  if (choice === 'required') return { tool_choice: { type: 'any', ...one } }
  return parallel === false ? { tool_choice: { type: 'auto', ...one } } : {}
}

function isSystem({ role }: JsonObject): boolean {
  return role === 'system' || role === 'developer'
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return objectsOf(content)
    .map((part) => stringOf(part['text']) ?? '')
    .filter(Boolean)
    .join('\n\n')
}

function untranslatable(path: readonly string[], what: string): Failure {
  const message = `This model's upstream uses the Anthropic Messages API, which does not support ${what}.`
  return new Failure('invalid_request', message, {
    violations: [{ path: ['body', ...path], message, type: 'untranslatable' }],
  })
}
