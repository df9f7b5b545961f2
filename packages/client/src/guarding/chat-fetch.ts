import type { ChatMessage } from '@gatehouse/contracts/content'
import { ChatStream } from './chat-stream.ts'
import { screenArguments } from './screen-arguments.ts'
import {
  createScreening,
  GuardrailBlockedError,
  questionOf,
  type Screening,
  type ScreeningGuard,
  type ScreeningOptions,
} from './screening.ts'

type Fetch = typeof globalThis.fetch

/** Used methods of an `openai` client. */
interface OpenAIClient {
  withOptions(options: { fetch: Fetch }): this
}

/**
 * Wraps a client with guards: `chat.completions` screens requests and answers, including streams. A block is the error of the gateway,
 * status 403 with code `content_filter`; in a stream `finish_reason` reports it. Other calls of the client are unchanged.
 */
export function guardOpenAI<Client extends OpenAIClient>(
  client: Client,
  guard: ScreeningGuard,
  options: ScreeningOptions & { readonly fetch?: Fetch } = {},
): Client {
  return client.withOptions({ fetch: guardedFetch(guard, options) })
}

/**
 * Creates a `fetch` for clients of chat-completions APIs: `new OpenAI({ fetch })`, `createOpenAI({ fetch })` and others.
 * @param options.fetch sends the requests; default: the platform's
 */
export function guardedFetch(
  guard: ScreeningGuard,
  options: ScreeningOptions & { readonly fetch?: Fetch } = {},
): Fetch {
  const really: Fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init))
  const screening = createScreening(guard, options)
  return async (input, init) => {
    const request = await readRequest(input, init)
    if (request === undefined) return really(input, init)
    try {
      const signal = init?.signal ?? undefined
      const messages = await screening.messages(request.messages, signal)
      const response = await really(input, { ...init, body: JSON.stringify({ ...request.body, messages }) })
      if (!response.ok) return response
      const screen = (text: string): Promise<string> => screening.output(text, questionOf(messages), signal)
      return request.body['stream'] === true
        ? streamed(response, screen)
        : await screenCompleteResponse(response, screen)
    } catch (error) {
      if (error instanceof GuardrailBlockedError) return blocked(error)
      throw error
    }
  }
}

interface ScreenedRequest {
  readonly body: Readonly<Record<string, unknown>>
  readonly messages: readonly ChatMessage[]
}

/** Parses the body of a chat completion request; undefined for any other request. */
async function readRequest(
  input: Parameters<Fetch>[0],
  init: Parameters<Fetch>[1],
): Promise<ScreenedRequest | undefined> {
  const url = input instanceof Request ? input.url : String(input)
  if (!new URL(url, 'http://relative').pathname.endsWith('/chat/completions')) return undefined
  const text = typeof init?.body === 'string' ? init.body : input instanceof Request ? await input.clone().text() : ''
  if (text === '') return undefined
  const body = JSON.parse(text) as Record<string, unknown>
  return Array.isArray(body['messages']) ? { body, messages: body['messages'] as ChatMessage[] } : undefined
}

interface Choice {
  readonly message?: {
    readonly content?: string | null
    readonly tool_calls?: readonly { readonly function?: { readonly arguments?: string } }[]
  }
}

async function screenCompleteResponse(
  response: Response,
  screen: (text: string) => Promise<string>,
): Promise<Response> {
  const body = (await response.json()) as { readonly choices?: readonly Choice[] }
  const choices = await Promise.all(
    (body.choices ?? []).map(async (choice) => {
      const { message } = choice
      if (message === undefined) return choice
      await screenArguments(
        (message.tool_calls ?? []).map((call) => call.function?.arguments ?? ''),
        screen,
      )
      const content = typeof message.content === 'string' ? await screen(message.content) : message.content
      return { ...choice, message: { ...message, content } }
    }),
  )
  return new Response(JSON.stringify({ ...body, choices }), {
    status: response.status,
    headers: plain(response.headers),
  })
}

function streamed(response: Response, screen: Screening['output']): Response {
  const body = ReadableStream.from(new ChatStream(response, (text) => screen(text)).events()).pipeThrough(
    new TextEncoderStream(),
  )
  return new Response(body, { status: response.status, headers: plain(response.headers) })
}

/** Returns the headers without those about the original bytes. */
function plain(from: Headers): Headers {
  const headers = new Headers(from)
  for (const name of ['content-length', 'content-encoding', 'transfer-encoding']) headers.delete(name)
  return headers
}

function blocked({ message, stage, guardrail, results, requestId, code }: GuardrailBlockedError): Response {
  const error = { message, type: 'guardrail_blocked', param: null, code }
  const body = { error, blocked: true, guardrail, stage, guardrail_results: results, request_id: requestId }
  return Response.json(body, { status: 403, headers: { 'x-should-retry': 'false' } })
}
