import type { JsonObject } from '../../chat/dialect.ts'
import { isObject, objectsOf, stringOf } from '../../chat/json.ts'
import { usageOf } from '../answer.ts'

const REASONS: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  pause_turn: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'tool_calls',
  refusal: 'content_filter',
}

export function finishReason(stop: unknown): string {
  return REASONS[stringOf(stop) ?? 'end_turn'] ?? 'stop'
}

/** Returns usage in the form of chat completions; undefined if the upstream sends none. */
export function chatUsage(usage: unknown): JsonObject | undefined {
  const counts = usageOf(usage)
  if (counts === undefined) return undefined
  const cached =
    isObject(usage) && typeof usage['cache_read_input_tokens'] === 'number' ? usage['cache_read_input_tokens'] : 0
  return {
    prompt_tokens: counts.input,
    completion_tokens: counts.output,
    total_tokens: counts.input + counts.output,
    prompt_tokens_details: { cached_tokens: cached },
  }
}

/** Converts a message to a chat completion; undefined for any other body. */
export function completionOf(body: JsonObject): JsonObject | undefined {
  if (!Array.isArray(body['content'])) return undefined
  const blocks = objectsOf(body['content'])
  const text = joined(blocks, 'text')
  const thought = joined(blocks, 'thinking')
  const calls = blocks.filter(({ type }) => type === 'tool_use').map(callOf)
  const message = {
    role: 'assistant',
    content: text === '' ? null : text,
    refusal: null,
    ...(thought === '' ? {} : { reasoning_content: thought }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  }
  const usage = chatUsage(body['usage'])
  return {
    id: body['id'],
    object: 'chat.completion',
    model: body['model'],
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason(body['stop_reason']) }],
    ...(usage === undefined ? {} : { usage }),
  }
}

function joined(blocks: readonly JsonObject[], kind: 'text' | 'thinking'): string {
  return blocks
    .filter(({ type }) => type === kind)
    .map((block) => stringOf(block[kind]) ?? '')
    .join('')
}

function callOf({ id, name, input }: JsonObject): JsonObject {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(input ?? {}) } }
}
