import { z } from 'zod'
import { post } from '../endpoint.ts'
import { CHAT_PARTS, checkParts } from './chat-parts.ts'
import { GuardrailResult } from './verdict.ts'

/** docs/spec/common.md: the chat gateway accepts bodies of up to 20 MiB, since they may contain images and audio. */
export const CHAT_BYTES_MAX = 20 * 1024 * 1024
/** Own limit: agents send their entire conversation with every request. */
const CHAT_MESSAGES_MAX = 10_000
const CHAT_PARTS_MAX = 1_000
/** Names of callers and models. */
const NAME_CHARS_MAX = 256

const Part = z.union([z.string(), z.looseObject({ type: z.string().max(NAME_CHARS_MAX).optional() })])

const Call = z.looseObject({
  id: z.string().max(NAME_CHARS_MAX).nullish(),
  function: z
    .looseObject({ name: z.string().max(NAME_CHARS_MAX).nullish(), arguments: z.string().nullish() })
    .nullish(),
  custom: z.looseObject({ name: z.string().max(NAME_CHARS_MAX).nullish(), input: z.string().nullish() }).nullish(),
})

/** Roles whose messages have only content. */
const SPEAKERS: ReadonlySet<string> = new Set(['user', 'system', 'developer'])

const Message = z
  .looseObject({
    role: z.string().min(1).max(64),
    content: z.union([z.string(), z.array(Part).max(CHAT_PARTS_MAX)]).nullish(),
    tool_calls: z.array(Call).max(CHAT_PARTS_MAX).nullish(),
    tool_call_id: z.string().max(NAME_CHARS_MAX).nullish(),
  })
  .superRefine(({ role, content }, context) => {
    if (Array.isArray(content)) checkParts(content, CHAT_PARTS, ['content'], context)
    else if (SPEAKERS.has(role) && typeof content !== 'string') {
      context.addIssue({ code: 'custom', path: ['content'], message: 'Field required', params: { type: 'missing' } })
    }
  })

/** Body of the chat gateway: OpenAI's format. Only screened and routing fields are checked; every other field is forwarded unchanged. */
export const ChatCompletion = z.looseObject({
  model: z.string().min(1).max(NAME_CHARS_MAX),
  messages: z.array(Message).min(1).max(CHAT_MESSAGES_MAX),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
})
export type ChatCompletion = z.infer<typeof ChatCompletion>

/** Body of a 403 of the chat gateway. docs/spec/guard.md "Gateways". */
export const ChatBlocked = z.object({
  error: z.object({
    message: z.string(),
    type: z.literal('guardrail_blocked'),
    param: z.null(),
    code: z.literal('content_filter'),
  }),
  blocked: z.literal(true),
  guardrail: z.string(),
  stage: z.enum(['input', 'output']),
  guardrail_results: z.array(GuardrailResult),
  request_id: z.string(),
})
export type ChatBlocked = z.infer<typeof ChatBlocked>

const row = {
  auth: 'runtime',
  description:
    'The input guards screen all messages, the tenant’s upstream responds, and the output guards screen the ' +
    'response, streamed or not, so that no blocked text is delivered. Accepts all fields of the OpenAI API and ' +
    'returns its format with `x_shield` added. A blocked response is a 403, or the last chunk of a stream, with ' +
    '`finish_reason` `content_filter`. Proposed tool calls go through the tool checks first; denied calls are ' +
    'removed and listed in `x_shield`.',
  tags: ['Gateways'],
  body: ChatCompletion,
  bodyLimit_bytes: CHAT_BYTES_MAX,
  produces: 'application/json; charset=utf-8',
  problems: 'openai',
  alsoStatus: [403, 429, 502],
  examples: {
    request: {
      question: { value: { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Is it raining in Oslo?' }] } },
    },
  },
} as const

export const chatEndpoints = {
  shieldChat: post('/v1/shield/chat/completions', { ...row, summary: 'Create a chat completion with guards' }),
  chatCompletions: post('/v1/chat/completions', {
    ...row,
    summary: 'Create a chat completion with guards, at the path of OpenAI clients',
  }),
}
