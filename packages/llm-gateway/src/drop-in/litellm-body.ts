import type { LitellmCheck } from '@gatehouse/contracts/content'
import { Failure } from '@gatehouse/kernel'
import type { ChatRequest, JsonObject, ProposedCall, RequestText } from '../chat/dialect.ts'
import { isObject, stringOf, textsWithin } from '../chat/json.ts'
import { without } from '../chat/openai/answer.ts'
import { callOf, callsOf } from '../chat/openai/calls.ts'
import { isHeadValue } from '../chat/openai/plain-values.ts'
import { readChatRequest } from '../chat/openai/request.ts'
import { callerOfBody } from '../chat/caller.ts'

/** LiteLLM's check request in the form of the chat gateway. */
export interface LitellmRequest {
  readonly request: ChatRequest
  /** Index of the request text for each of LiteLLM's texts. */
  readonly places: readonly number[]
  /** Calls that the model proposes. */
  readonly calls: readonly ProposedCall[]
  /** Additional content of calls as one text, which LiteLLM cannot rewrite. */
  readonly beside: string
}

/**
 * Parses a LiteLLM check. The messages contain the roles. LiteLLM's texts are located in them in order. A missing text counts as user
 * text, which is untrusted.
 */
export function readLitellm(body: LitellmCheck): LitellmRequest {
  const messages = body.structured_messages ?? []
  const chatRequest = readChatRequest({ messages, tools: body.tools ?? [] })
  const { calls, beside } = readCalls(body.tool_calls ?? [])
  const isRequest = body.input_type === 'request'
  // Answers are not part of the request.
  const texts: RequestText[] = isRequest
    ? [...chatRequest.texts]
    : chatRequest.texts.filter(({ source }) => source === 'user').slice(-1)
  const places = textPositions(body.texts ?? [], texts, isRequest ? 'user' : 'assistant', messages.length)
  if (isRequest) {
    // Content already in the messages is screened with them.
    const known = new Set(chatRequest.texts.map(({ text }) => text))
    const first = messages.length + (body.texts?.length ?? 0)
    for (const [at, call] of calls.entries()) {
      if (call.arguments === '' || known.has(call.arguments)) continue
      texts.push({ source: 'tool_call', message: first + at, tool: call.tool, text: call.arguments })
    }
    if (beside !== '') texts.push({ source: 'tool_call', message: first + calls.length, text: beside })
  }
  const images = body.images?.length ?? 0
  return {
    request: {
      model: stringOf(body['model']) ?? '',
      stream: false,
      texts,
      files: isRequest ? chatRequest.files : [],
      tools: chatRequest.tools,
      unscreened: { ...chatRequest.unscreened, ...(images > 0 ? { image: images } : {}) },
      caller: callerOf(body),
      toUpstream: () => ({}),
    },
    places,
    calls: isRequest ? [] : calls,
    beside: isRequest ? '' : beside,
  }
}

/** Known fields of a call and its function. */
const CALL_NAMES = new Set(['index', 'id', 'type', 'function', 'custom'])
const CALLED_NAMES = new Set(['name', 'arguments', 'input'])

/**
 * Parses calls as strictly as those of an answer: LiteLLM forwards its own copy, so that each call must be exactly what was screened.
 * @returns the calls, and all texts besides their screened parts
 */
function readCalls(values: readonly JsonObject[]): {
  readonly calls: readonly ProposedCall[]
  readonly beside: string
} {
  const calls = values.map((item, at) => {
    const [raw] = callsOf({ tool_calls: [item] }) ?? []
    if (raw === undefined) throw unreadable(at)
    return callOf(raw, 0, at)
  })
  const extras = values.flatMap((call) => {
    const called = call['function'] ?? call['custom']
    return [
      ...textsWithin(without(call, CALL_NAMES)),
      ...(isObject(called) ? textsWithin(without(called, CALLED_NAMES)) : []),
      ...[call['id'], call['type']].filter((item) => !isHeadValue(item) && item !== undefined).flatMap(textsWithin),
    ]
  })
  return { calls, beside: extras.join('\n') }
}

function unreadable(at: number): Failure {
  const message = 'must be a call of either `function` or `custom`, with a name'
  return new Failure('invalid_request', `tool_calls.${at} ${message}.`, {
    violations: [{ path: ['body', 'tool_calls', at], message, type: 'invalid_call' }],
  })
}

/** Locates texts in the messages, in order, and adds the others. */
function textPositions(
  values: readonly string[],
  texts: RequestText[],
  source: 'user' | 'assistant',
  messages: number,
): readonly number[] {
  const waiting = new Map<string, number[]>()
  // In reverse order, so that the first position of a text is the last of its list.
  for (const [at, { text, source: from }] of [...texts.entries()].toReversed()) {
    if (from === 'tool_call' || from === 'application' || source === 'assistant') continue
    const places = waiting.get(text)
    if (places === undefined) waiting.set(text, [at])
    else places.push(at)
  }
  return values.map((text, index) => {
    const found = waiting.get(text)?.pop()
    if (found !== undefined) return found
    return texts.push({ source, message: messages + index, text }) - 1
  })
}

/** Returns the caller: LiteLLM's configuration provides the agent, and its request the user. */
function callerOf(body: LitellmCheck): ChatRequest['caller'] {
  const data: JsonObject = isObject(body.request_data) ? body.request_data : {}
  const caller = callerOfBody({
    metadata: { session_id: body.litellm_trace_id ?? undefined, ...body.additional_provider_specific_params },
    user: data['user_api_key_end_user_id'] ?? data['user_api_key_user_id'],
  })
  return caller
}
