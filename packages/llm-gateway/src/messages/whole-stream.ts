import type { JsonObject } from '../chat/dialect.ts'
import { isObject, objectsOf } from '../chat/json.ts'
import { headOf } from './answer.ts'
import { blockEvents, event } from './blocks.ts'

/** Returns a complete, screened message as a stream with one delta for each block. */
export function answerAsStream(answer: JsonObject): string {
  const { x_shield, stop_reason, stop_sequence, content, ...rest } = answer
  const usage = isObject(rest['usage']) ? rest['usage'] : {}
  const head = { type: 'message', role: 'assistant', ...headOf(rest) }
  const message = { ...head, content: [], stop_reason: null, stop_sequence: null }
  let sse = event('message_start', { message })
  for (const [index, block] of objectsOf(content).entries()) sse += blockEvents(block, index)
  const delta = { stop_reason: stop_reason ?? 'end_turn', stop_sequence: stop_sequence ?? null }
  const counted = { ...usage, output_tokens: usage['output_tokens'] ?? 0 }
  return sse + event('message_delta', { delta, usage: counted, x_shield }) + event('message_stop')
}
