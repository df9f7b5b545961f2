import { PROSE } from '../guard/texts.ts'

/** Characters per token: about an English word with its space. */
export const TOKEN_CHARS = 4

/** Parameters of the scripted upstream in a model name; gateways forward names unchanged. */
export interface Order {
  /** 0: as fast as they go. */
  readonly tokens_per_s: number
  readonly tokens: number
  /** Names the stream in the upstream's report. */
  readonly id: string
}

/** The name of a model that answers so. */
export function modelOf({ tokens_per_s, tokens, id }: Order): string {
  return `bench-${tokens_per_s}-${tokens}-${id}`
}

/** Parses the parameters of a request without parsing its JSON. */
export function orderOf(body: string): Order & { readonly stream: boolean } {
  const [, rate = '0', tokens = '100', id = ''] = /"model":\s*"bench-(\d+)-(\d+)-(\w+)"/.exec(body) ?? []
  return { tokens_per_s: Number(rate), tokens: Number(tokens), id, stream: /"stream":\s*true/.test(body) }
}

/** Different answers use different offsets of the prose, so that no cache contains the text. */
const PLACES = 8_192

/** Returns a complete JSON answer with HTTP head. */
export function wholeAnswer(index: number, tokens: number): string {
  const text = `${index}. ${proseAt(index, tokens * TOKEN_CHARS)}`.slice(0, tokens * TOKEN_CHARS)
  const body =
    `{"id":"chatcmpl-${index}","object":"chat.completion","created":1795000000,"model":"bench","choices":[{"index":0,` +
    `"message":{"role":"assistant","content":${JSON.stringify(text)},"refusal":null},"logprobs":null,"finish_reason":"stop"}],` +
    `"usage":{"prompt_tokens":120,"completion_tokens":${tokens},"total_tokens":${120 + tokens}}}`
  return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

/** The user's message of a request. */
export function question(index: number, chars: number): string {
  return `${index}: ${proseAt(index * 3 + 1, chars)}`
}

function proseAt(index: number, chars: number): string {
  const from = (index * 37) % PLACES
  return PROSE.slice(from, from + chars)
}

/** Head of a streamed answer, with the chunk that opens it. */
export const STREAM_HEAD: Buffer = Buffer.from(
  `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\ncache-control: no-cache\r\ntransfer-encoding: chunked\r\n\r\n${chunk(
    frame({ role: 'assistant', content: '', refusal: null }, null),
  )}`,
)

/** Data after the last token. */
export const STREAM_END: Buffer = Buffer.from(
  `${chunk(frame({}, 'stop'))}${chunk(
    'data: {"id":"chatcmpl-s","object":"chat.completion.chunk","created":1795000000,"model":"bench","choices":[],' +
      '"usage":{"prompt_tokens":120,"completion_tokens":200,"total_tokens":320}}\n\n',
  )}${chunk('data: [DONE]\n\n')}0\r\n\r\n`,
)

/** All tokens of the prose in wire format: created once, so that writing one is cheap. */
const TOKENS: readonly Buffer[] = Array.from({ length: PLACES * 2 }, (_, index) =>
  Buffer.from(chunk(frame({ content: PROSE.slice(index * TOKEN_CHARS, (index + 1) * TOKEN_CHARS) }, null))),
)

/** Returns the wire format of a stream's token. @param stream its number, which determines its offset in the prose */
export function tokenBytes(stream: number, index: number): Buffer {
  return TOKENS[(stream * 53 + index) % TOKENS.length]!
}

function frame(delta: object, finish_reason: string | null): string {
  const choices = [{ index: 0, delta, logprobs: null, finish_reason }]
  return `data: ${JSON.stringify({ id: 'chatcmpl-s', object: 'chat.completion.chunk', created: 1795000000, model: 'bench', choices })}\n\n`
}

function chunk(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
}
