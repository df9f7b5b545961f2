import type { JsonObject } from '../dialect.ts'
import { isObject, objectsOf } from '../json.ts'
import { ANSWER_NAMES, only, without } from './answer.ts'
import { asksForUsage } from './request.ts'
import { DONE } from './stream.ts'

/** Converts a complete, screened answer to a stream: one frame per choice, and one per end. */
export function answerAsStream(answer: JsonObject, request: JsonObject): string {
  const { usage, ...names } = only(answer, ANSWER_NAMES)
  const head = { ...names, object: 'chat.completion.chunk' }
  const extra = without(answer, ANSWER_NAMES, 'choices')
  let sse = ''
  const choices = objectsOf(answer['choices'])
  // Clients join texts with the same index, which were screened separately.
  const areApart = new Set(choices.map((choice, at) => choice['index'] ?? at)).size === choices.length
  for (const [at, choice] of choices.entries()) {
    const { message, finish_reason, ...rest } = choice
    const index = areApart ? (choice['index'] ?? at) : at
    sse += frame({ ...head, choices: [{ ...rest, index, delta: deltaOf(message), finish_reason: null }] })
    const last = at === choices.length - 1 ? extra : {}
    sse += frame({ ...head, choices: [{ index, delta: {}, finish_reason: finish_reason ?? 'stop' }], ...last })
  }
  if (isObject(usage) && asksForUsage(request)) sse += frame({ ...head, choices: [], usage })
  return sse + DONE
}

function deltaOf(message: unknown): JsonObject {
  if (!isObject(message)) return {}
  const calls = message['tool_calls']
  if (!Array.isArray(calls)) return message
  return { ...message, tool_calls: objectsOf(calls).map((call, index) => ({ index, ...call })) }
}

function frame(value: JsonObject): string {
  return `data: ${JSON.stringify(value)}\n\n`
}
