import type { JsonObject } from '../../chat/dialect.ts'
import { isObject, objectsOf, stringOf } from '../../chat/json.ts'
import { parseJson } from '../../chat/parse-json.ts'

const REASONS: Readonly<Record<string, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  function_call: 'tool_use',
  content_filter: 'refusal',
}

/** Field names of reasoning text in upstream responses. */
export const THOUGHT_NAMES = ['reasoning_content', 'reasoning'] as const

export function stopReason(finish: unknown): string {
  return REASONS[stringOf(finish) ?? 'stop'] ?? 'end_turn'
}

export function usageOf(usage: unknown): JsonObject {
  const counts = isObject(usage) ? usage : {}
  return { input_tokens: counts['prompt_tokens'] ?? 0, output_tokens: counts['completion_tokens'] ?? 0 }
}

/** Converts a chat completion to a message; undefined for any other body. Uses the first choice. */
export function messageOf(body: JsonObject): JsonObject | undefined {
  const [choice] = objectsOf(body['choices'])
  const message = choice?.['message']
  if (!isObject(message)) return undefined
  const thought = THOUGHT_NAMES.map((name) => stringOf(message[name])).find((text) => text !== undefined && text !== '')
  const texts = [stringOf(message['content']), stringOf(message['refusal'])].filter(Boolean)
  const hasRefused = (stringOf(message['refusal']) ?? '') !== ''
  return {
    id: body['id'],
    type: 'message',
    role: 'assistant',
    model: body['model'],
    content: [
      ...(thought === undefined ? [] : [{ type: 'thinking', thinking: thought, signature: '' }]),
      ...texts.map((text) => ({ type: 'text', text, citations: null })),
      ...objectsOf(message['tool_calls']).map(blockOf),
    ],
    stop_reason: hasRefused ? 'refusal' : stopReason(choice?.['finish_reason']),
    stop_sequence: null,
    ...(isObject(body['usage']) ? { usage: usageOf(body['usage']) } : {}),
  }
}

function blockOf(call: JsonObject): JsonObject {
  const created = isObject(call['function']) ? call['function'] : {}
  return {
    type: 'tool_use',
    id: call['id'],
    name: created['name'],
    input: parsed(stringOf(created['arguments']) ?? ''),
  }
}

/** Parses arguments. Invalid JSON stays text and is screened as text. */
function parsed(text: string): unknown {
  return text.trim() === '' ? {} : (parseJson(text) ?? text)
}
