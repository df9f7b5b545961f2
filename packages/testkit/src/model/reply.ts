/** A tool that the scripted model asks for. */
export interface ScriptedToolCall {
  readonly name: string
  /** As JSON, or as text for malformed arguments. */
  readonly arguments: unknown
  readonly id?: string
}

/** Answer of the scripted model: content, format, and errors. */
export interface ScriptedReply {
  readonly text?: string
  readonly toolCalls?: readonly ScriptedToolCall[]
  /** The model declines in the field that providers have for it. */
  readonly refusal?: string
  /** Default: `tool_calls` if there are any, else `stop`. */
  readonly finishReason?: 'stop' | 'length' | 'tool_calls' | 'content_filter'
  /** Null sends no counts; absent counts a token for every four characters. */
  readonly usage?: { readonly prompt: number; readonly completion: number } | null

  /** Waits so long before the first byte. */
  readonly delay_ms?: number
  /** Streams so many pieces a second; default: as fast as they go. */
  readonly tokens_per_s?: number
  /** Pieces of the streamed text: characters per piece (4), or the pieces themselves. */
  readonly split?: number | readonly string[]
  /** Cuts the streamed bytes themselves, in the middle of frames and characters, into writes of this size. */
  readonly wireBytes?: number

  /** HTTP error instead of an answer. */
  readonly status?: number
  readonly error?: { readonly message: string; readonly code?: string; readonly param?: string; readonly type?: string }
  /** Header of any answer, e.g. `{ 'retry-after': '1' }`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Complete raw body. */
  readonly raw?: string
  /** Accepts the request and never answers; for a stream, after the first piece. */
  readonly hang?: boolean
  /** Resets the connection instead of an answer. */
  readonly reset?: boolean
  /** Breaks the connection after so many bytes of the body. */
  readonly truncateAfter?: number
}

/** A request as it arrived. */
export interface ScriptedRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Parsed body; undefined without a body or for invalid JSON. */
  readonly body: ScriptedRequestBody | undefined
  readonly arrived_ms: number
  /** Whether the client disconnected before the end of the answer. */
  abandoned: boolean
}

/** Request fields that the scripted model uses; the rest is for assertions. */
export interface ScriptedRequestBody {
  readonly model?: string
  readonly stream?: boolean
  readonly stream_options?: { readonly include_usage?: boolean }
  readonly messages?: readonly { readonly role: string; readonly content: unknown }[]
  readonly [field: string]: unknown
}

/** Characters per token if the script contains no counts. */
const CHARS_PER_TOKEN = 4

export interface Usage {
  readonly prompt_tokens: number
  readonly completion_tokens: number
  readonly total_tokens: number
}

export function usageOf(reply: ScriptedReply, request: ScriptedRequestBody): Usage | undefined {
  if (reply.usage === null) return undefined
  const prompt = reply.usage?.prompt ?? Math.ceil(JSON.stringify(request.messages ?? []).length / CHARS_PER_TOKEN)
  const completion = reply.usage?.completion ?? Math.ceil((reply.text ?? '').length / CHARS_PER_TOKEN)
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion }
}

/** Tool calls in the form of the API. */
export function toolCallsOf(reply: ScriptedReply) {
  return (reply.toolCalls ?? []).map((call, index) => ({
    id: call.id ?? `call_${index}`,
    type: 'function' as const,
    function: {
      name: call.name,
      arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
    },
  }))
}

export function finishReasonOf(reply: ScriptedReply): string {
  return reply.finishReason ?? (reply.toolCalls === undefined ? 'stop' : 'tool_calls')
}

/** The body of an answer that is not streamed. */
export function completionOf(reply: ScriptedReply, request: ScriptedRequestBody, id: string): unknown {
  const toolCalls = toolCallsOf(reply)
  return {
    id,
    object: 'chat.completion',
    created: 0,
    model: request.model ?? 'scripted',
    choices: [
      {
        index: 0,
        finish_reason: finishReasonOf(reply),
        logprobs: null,
        message: {
          role: 'assistant',
          content: reply.text ?? null,
          refusal: reply.refusal ?? null,
          ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}),
        },
      },
    ],
    usage: usageOf(reply, request),
  }
}
