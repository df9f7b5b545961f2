import { Failure } from '@gatehouse/kernel'
import type { JsonObject } from '../../chat/dialect.ts'
import { isObject, objectsOf, stringOf } from '../../chat/json.ts'

/** Settings with the same name in both APIs. */
const SAME = ['model', 'temperature', 'top_p', 'max_tokens'] as const

/**
 * Rejects features without an equivalent in chat completions that cannot be dropped silently: provider-hosted tools, tools that
 * Anthropic's models know without a schema, and tool servers.
 * @throws {Failure} `invalid_request` with the path
 */
export function refuseUntranslatable(body: JsonObject): void {
  for (const [index, tool] of objectsOf(body['tools']).entries()) {
    const type = stringOf(tool['type']) ?? 'custom'
    if (type !== 'custom') throw untranslatable(['tools', String(index)], `tools of type "${type.slice(0, 64)}"`)
  }
  if (objectsOf(body['mcp_servers']).length > 0) throw untranslatable(['mcp_servers'], 'tool servers')
}

/** Converts the body of a message request to a chat completion request. */
export function chatBodyOf(body: JsonObject): JsonObject {
  const tools = objectsOf(body['tools']).map(toolOf)
  const metadata = isObject(body['metadata']) ? body['metadata'] : {}
  const system = textOf(body['system'])
  return {
    ...Object.fromEntries(SAME.filter((name) => body[name] !== undefined).map((name) => [name, body[name]])),
    messages: [
      ...(system === '' ? [] : [{ role: 'system', content: system }]),
      ...objectsOf(body['messages']).flatMap(messagesOf),
    ],
    ...(body['stop_sequences'] === undefined ? {} : { stop: body['stop_sequences'] }),
    ...(tools.length === 0 ? {} : { tools, ...choiceOf(body['tool_choice']) }),
    ...(typeof metadata['user_id'] === 'string' ? { user: metadata['user_id'] } : {}),
    // A stream includes usage only on request, and quotas need it.
    ...(body['stream'] === true ? { stream: true, stream_options: { include_usage: true } } : {}),
  }
}

/** Converts a message to one or several. Tool results are separate messages, directly after the calls. */
function messagesOf({ role, content }: JsonObject): readonly JsonObject[] {
  if (typeof content === 'string') return [{ role, content }]
  const blocks = objectsOf(content)
  if (role === 'assistant') {
    const calls = blocks.filter(({ type }) => type === 'tool_use').map(callOf)
    const text = textOf(blocks)
    return [{ role, content: text === '' ? null : text, ...(calls.length === 0 ? {} : { tool_calls: calls }) }]
  }
  const results = blocks
    .filter(({ type }) => type === 'tool_result')
    .map((block) => ({ role: 'tool', tool_call_id: block['tool_use_id'], content: textOf(block['content']) }))
  const parts = blocks.flatMap(partsOf)
  return [...results, ...(parts.length === 0 ? [] : [{ role, content: parts }])]
}

function callOf({ id, name, input }: JsonObject): JsonObject {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(input ?? {}) } }
}

function partsOf(block: JsonObject): readonly JsonObject[] {
  const source = isObject(block['source']) ? block['source'] : {}
  const isData = source['type'] === 'base64'
  const url = isData ? `data:${String(source['media_type'])};base64,${String(source['data'])}` : source['url']
  if (block['type'] === 'image') return url === undefined ? [] : [{ type: 'image_url', image_url: { url } }]
  if (block['type'] === 'document' && isData) {
    return [{ type: 'file', file: { filename: stringOf(block['title']) ?? 'document.pdf', file_data: url } }]
  }
  const text = textOf([block])
  return text === '' ? [] : [{ type: 'text', text }]
}

/** Returns the text of blocks for the model. Reasoning is specific to the other API. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  const texts = objectsOf(content).map((block) => {
    if (block['type'] === 'text') return stringOf(block['text']) ?? ''
    if (block['type'] !== 'document' && block['type'] !== 'search_result') return ''
    const source = isObject(block['source']) ? block['source'] : {}
    const parts = [block['title'], block['context'], source['data'], source['content'], block['content']]
    return source['type'] === 'base64' ? '' : parts.map(textOf).filter(Boolean).join('\n')
  })
  return texts.filter(Boolean).join('\n\n')
}

function toolOf({ name, description, input_schema: parameters }: JsonObject): JsonObject {
  return { type: 'function', function: { name, ...(description === undefined ? {} : { description }), parameters } }
}

function choiceOf(choice: unknown): JsonObject {
  if (!isObject(choice)) return {}
  const parallel = choice['disable_parallel_tool_use'] === true ? { parallel_tool_calls: false } : {}
  if (choice['type'] === 'tool') {
    return { ...parallel, tool_choice: { type: 'function', function: { name: choice['name'] } } }
  }
  return { ...parallel, tool_choice: choice['type'] === 'any' ? 'required' : choice['type'] }
}

function untranslatable(path: readonly string[], what: string): Failure {
  const message = `This model's upstream uses the Chat Completions API, which does not support ${what}.`
  return new Failure('invalid_request', message, {
    violations: [{ path: ['body', ...path], message, type: 'untranslatable' }],
  })
}
