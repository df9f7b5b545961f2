import { z } from 'zod'
import { post } from '../endpoint.ts'
import { CHAT_BYTES_MAX } from './chat.ts'
import { checkParts, MESSAGES_PARTS, RESPONSES_PARTS } from './chat-parts.ts'

/** Own limit: agents send their entire conversation with every request. */
const ITEMS_MAX = 10_000
/** Names of callers and models. */
const NAME_CHARS_MAX = 256

const Metadata = z.record(z.string(), z.unknown()).nullish()

/** An item of the Responses API: a message has a role and content, a reference an id, and every other item a type. */
const Item = z.looseObject({}).superRefine(({ type, id, role, content }, context) => {
  const isMessage = type === 'message' || typeof role === 'string'
  if (!isMessage && (typeof type === 'string' || typeof id === 'string')) return
  const missing = (member: string): void =>
    context.addIssue({ code: 'custom', path: [member], message: 'Field required', params: { type: 'missing' } })
  if (typeof role !== 'string') missing(isMessage ? 'role' : 'type')
  else if (Array.isArray(content)) checkParts(content, RESPONSES_PARTS, ['content'], context)
  else if (typeof content !== 'string') missing('content')
})

/** Body of `/v1/responses`: OpenAI's format. Only screened and routing fields are checked; every other field is forwarded unchanged. */
export const ResponsesRequest = z.looseObject({
  model: z.string().min(1).max(NAME_CHARS_MAX),
  input: z.union([z.string(), z.array(Item).max(ITEMS_MAX)]).nullish(),
  instructions: z.string().nullish(),
  prompt: z.looseObject({}).nullish(),
  stream: z.boolean().nullish(),
  metadata: Metadata,
})
export type ResponsesRequest = z.infer<typeof ResponsesRequest>

const Block = z.looseObject({ type: z.string().max(NAME_CHARS_MAX) })

/** Body of `/v1/messages`: Anthropic's format. */
export const MessagesRequest = z.looseObject({
  model: z.string().min(1).max(NAME_CHARS_MAX),
  messages: z
    .array(
      z
        .looseObject({
          role: z.string().min(1).max(64),
          content: z.union([z.string(), z.array(Block).max(ITEMS_MAX)]),
        })
        .superRefine(({ content }, context) => {
          if (typeof content !== 'string') checkParts(content, MESSAGES_PARTS, ['content'], context)
        }),
    )
    .min(1)
    .max(ITEMS_MAX),
  system: z.union([z.string(), z.array(Block).max(ITEMS_MAX)]).nullish(),
  stream: z.boolean().nullish(),
  metadata: Metadata,
})
export type MessagesRequest = z.infer<typeof MessagesRequest>

const row = {
  auth: 'runtime',
  tags: ['Gateways'],
  bodyLimit_bytes: CHAT_BYTES_MAX,
  produces: 'application/json; charset=utf-8',
  alsoStatus: [403, 429, 502],
} as const

const responses = {
  ...row,
  problems: 'openai',
  body: ResponsesRequest,
  description:
    'Screens instructions and all items, forwards the request to an upstream of the tenant, and screens the ' +
    'response, streamed or not. The last event of a stream repeats the text as delivered. A blocked response is a ' +
    '403, or ends the stream with `response.incomplete` and the reason `content_filter`. Tool calls go through the ' +
    'tool checks first. Content stored by the provider (`previous_response_id`, `conversation`, stored prompts) is ' +
    'not visible to the guards and is listed in `x_shield.unscreened_parts`.',
  examples: {
    request: { question: { value: { model: 'gpt-4o-mini', input: 'Is it raining in Oslo?' } } },
  },
} as const

const messages = {
  ...row,
  problems: 'anthropic',
  body: MessagesRequest,
  description:
    'Screens the system prompt and all blocks, forwards the request to an upstream of the tenant, and screens the ' +
    'response, streamed block by block or not. A blocked response is a 403, or ends the stream with `stop_reason` ' +
    '`refusal`. Tool calls go through the tool checks first. The key is sent in `X-API-Key`, as Anthropic clients ' +
    'do; the upstream receives its own key.',
  examples: {
    request: {
      question: {
        value: {
          model: 'claude-sonnet-4-5',
          max_tokens: 256,
          messages: [{ role: 'user', content: 'Is it raining in Oslo?' }],
        },
      },
    },
  },
} as const

/** Chat gateway in formats other than chat completions. */
export const chatDialectEndpoints = {
  createResponse: post('/v1/responses', {
    ...responses,
    summary: 'Create a response with guards (OpenAI Responses API)',
  }),
  shieldResponses: post('/v1/shield/responses', {
    ...responses,
    summary: 'Create a response with guards (Responses API)',
  }),
  createMessage: post('/v1/messages', {
    ...messages,
    summary: 'Create a message with guards (Anthropic Messages API)',
  }),
  countMessageTokens: post('/v1/messages/count_tokens', {
    ...messages,
    summary: 'Count the tokens of a message (Anthropic API)',
    description:
      'Screens the request with the input guards and forwards it to an Anthropic-compatible upstream of the tenant for ' +
      'token counting.',
  }),
  shieldMessages: post('/v1/shield/messages', {
    ...messages,
    summary: 'Create a message with guards (Messages API)',
  }),
} as const
