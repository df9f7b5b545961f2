import type { Clock, Secret } from '@gatehouse/kernel'
import type { Egress } from '@gatehouse/kernel/egress'
import type OpenAI from 'openai'
import { z } from 'zod'
import type { ChatMessage, ChatRequest, TokenUsage } from '../chat-model.ts'
import { jsonSchemaOf } from '../structured.ts'
import { estimateUsage } from '../usage.ts'
import { Problem, problemOf } from './problem.ts'

/** An answer of 100,000 tokens has 400 kB; four times that is enough for its JSON escapes. */
export const RESPONSE_BYTES_MAX = 2 * 1024 * 1024
/** The timer of the client library must never fire before this module's timer. */
const CLIENT_TIMEOUT_MS = 24 * 60 * 60 * 1000
/** Placeholder for the key in the client library, which never gets the real key. */
const NO_KEY = 'unset'

export interface EndpointOptions {
  readonly baseUrl: string
  readonly model: string
  readonly apiKey: Secret | undefined
  readonly fetch: Egress['fetch']
  readonly timeout_ms: number
  readonly clock: Clock
}

/** One raw answer of the provider. */
export interface RawAnswer {
  readonly text: string
  /** The model declined, or a filter of the provider cut it off. */
  readonly declined: boolean
  readonly usage: TokenUsage
  readonly model: string
}

/** The used fields of an answer; any other form is malformed. Some providers send the text in parts. */
const Completion = z.object({
  model: z.string().max(256).optional(),
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({
          content: z.union([z.string(), z.array(z.object({ text: z.string().optional() }))]).nullish(),
          refusal: z.string().nullish(),
        }),
      }),
    )
    .min(1),
  usage: z
    .object({ prompt_tokens: z.number().int().nonnegative(), completion_tokens: z.number().int().nonnegative() })
    .nullish()
    .catch(undefined),
})

/** One OpenAI-compatible endpoint; every method is one attempt. */
export class Endpoint {
  readonly #options: EndpointOptions
  #client: Promise<OpenAI> | undefined
  /** Fields that this provider refused once; they are left out from then on. */
  readonly #refusedFields = new Set<string>()

  constructor(options: EndpointOptions) {
    this.#options = options
  }

  /** @throws {Problem} */
  async ask(messages: readonly ChatMessage[], request: ChatRequest, signal: AbortSignal): Promise<RawAnswer> {
    for (;;) {
      try {
        return await this.#askOnce(messages, request, signal)
      } catch (thrown) {
        const problem = problemOf(thrown, this.#options.model, this.#options.clock)
        const { field } = problem
        if (field === undefined || this.#refusedFields.has(field) || signal.aborted) throw problem
        this.#refusedFields.add(field)
      }
    }
  }

  async #askOnce(messages: readonly ChatMessage[], request: ChatRequest, signal: AbortSignal): Promise<RawAnswer> {
    this.#client ??= openClient(this.#options)
    const client = await this.#client
    const body = this.#bodyOf(messages, request)
    const completion = Completion.safeParse(await client.chat.completions.create(body, { signal }))
    if (!completion.success) throw new Problem('transient', `${this.#options.model} did not return a completion`)
    const { choices, usage, model } = completion.data
    const { message, finish_reason } = choices[0]!
    const { content } = message
    const text = typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('')
    return {
      text,
      declined: Boolean(message.refusal) || finish_reason === 'content_filter',
      usage: usage
        ? { promptTokens: usage.prompt_tokens, completionTokens: usage.completion_tokens, estimated: false }
        : estimateUsage(messages, text),
      model: model ?? this.#options.model,
    }
  }

  #bodyOf(messages: readonly ChatMessage[], request: ChatRequest): OpenAI.ChatCompletionCreateParamsNonStreaming {
    const { temperature, maxTokens, jsonSchema } = request
    const takes = (field: string): boolean => !this.#refusedFields.has(field)
    return {
      model: this.#options.model,
      messages: [...messages],
      ...(temperature !== undefined && takes('temperature') ? { temperature } : {}),
      // Newer OpenAI models support only the longer name, most other providers only the shorter one.
      ...(maxTokens === undefined
        ? {}
        : takes('max_tokens')
          ? { max_tokens: maxTokens }
          : { max_completion_tokens: maxTokens }),
      ...(jsonSchema !== undefined && takes('response_format')
        ? {
            response_format: {
              type: 'json_schema' as const,
              json_schema: { name: jsonSchema.name, schema: jsonSchemaOf(jsonSchema) },
            },
          }
        : {}),
    }
  }
}

async function openClient(options: EndpointOptions): Promise<OpenAI> {
  // Loading takes up to 100 ms; processes without a model avoid it.
  const { default: Client } = await import('openai')
  return new Client({
    baseURL: options.baseUrl,
    apiKey: NO_KEY,
    // Set explicitly so that the library does not read the environment.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    maxRetries: 0,
    timeout: CLIENT_TIMEOUT_MS,
    fetch: transportOf(options),
  })
}

/** Returns the transport of the client library: the service's egress policy and limits, and only the headers that the API needs. */
function transportOf({ fetch: send, apiKey, timeout_ms }: EndpointOptions) {
  return async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> =>
    send(input instanceof Request ? input.url : input, {
      method: init.method ?? 'GET',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'user-agent': 'gatehouse',
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey.reveal()}` }),
      },
      ...(typeof init.body === 'string' ? { body: init.body } : {}),
      ...(init.signal ? { signal: init.signal } : {}),
      maxBytes: RESPONSE_BYTES_MAX,
      timeout_ms,
      // A redirect would send the key and the prompt to an unconfigured address.
      maxRedirects: 0,
    })
}
