import type { SseEvent } from '@gatehouse/formats'
import type { Action, GuardrailResult } from '@gatehouse/contracts/verdicts'
import type { ChatDialect } from '../upstreams/model-upstreams.ts'

/** An object of JSON. */
export type JsonObject = Readonly<Record<string, unknown>>

/**
 * Source of a request text. The application's own texts are trusted: its instructions (`system`), and its names, definitions and settings
 * (`application`). Tool results are the least trusted.
 */
export type TextSource = 'system' | 'application' | 'user' | 'assistant' | 'tool_call' | 'tool'

/** Whether a text is the application's own. */
export function isTrusted(source: TextSource): boolean {
  return source === 'system' || source === 'application'
}

/** A text of a request, with its source. */
export interface RequestText {
  readonly source: TextSource
  readonly text: string
  /** Index of its message (item), from 0; texts of one message with the same source are screened as one. */
  readonly message: number
  /** `tool` and `tool_call`: the name of the tool, if the request contains it. */
  readonly tool?: string | undefined
  /** `tool`: the arguments of the call that it answers, as the model wrote them. */
  readonly arguments?: string | undefined
  /** Set for texts that cannot be replaced: names of members. */
  readonly isFixed?: true
}

/** A document inside a request, as base64. */
export interface RequestFile {
  readonly name: string
  readonly base64: string
  /** Whether the client sent invalid base64. Its decodable part is screened. */
  readonly isMalformed?: true
}

/** A request, read. */
export interface ChatRequest {
  readonly model: string
  readonly stream: boolean
  /** In document order. */
  readonly texts: readonly RequestText[]
  /** Documents in the request itself; their text is screened. */
  readonly files: readonly RequestFile[]
  /** Parts without text, by kind: images, audio, external files. They are not screened. */
  readonly unscreened: Readonly<Record<string, number>>
  /** Argument schemas of the declared tools, by name; undefined for a tool without one. */
  readonly tools: ReadonlyMap<string, JsonObject | undefined>
  /** False: the request is no turn of a conversation. */
  readonly isTurn?: false
  /** The caller according to the body. */
  readonly caller: {
    readonly sessionId?: string | undefined
    readonly agentKey?: string | undefined
    readonly userRole?: string | undefined
    readonly userId?: string | undefined
    /** Authorization of a held call. */
    readonly grantId?: string | undefined
    readonly approvalRequestId?: string | undefined
    readonly confirmationToken?: string | undefined
  }
  /**
   * Returns the body for the upstream: the client's own, with some texts replaced, and with the gateway's own options (usage at the end of
   * a stream).
   * @param texts by index in {@link texts}
   */
  toUpstream(texts: ReadonlyMap<number, string>): JsonObject
}

/** A call that the model proposes, complete. */
export interface ProposedCall {
  /** Unique key of the call within its answer, for its decision. */
  readonly key: string
  readonly id: string | undefined
  readonly tool: string
  /** As the model wrote them; JSON, unless the tool accepts free text. */
  readonly arguments: string
  /** Whether the tool accepts free text. */
  readonly isFreeText?: boolean
}

/** Decision about a call that is not forwarded. */
export interface RefusedCall {
  readonly id?: string | undefined
  readonly name: string
  readonly action: Action
  readonly guardrail: string
  readonly message: string
  /** The approval to wait for. */
  readonly request_id?: string
  readonly expires_at?: string
  /** Has to be sent with the repeated call, where a confirmation is required. */
  readonly confirmation_token?: string
  readonly retry_after?: number
}

/** Tokens, as the upstream counted them. */
export interface TokenCounts {
  readonly input: number
  readonly output: number
}

/** Additional member `x_shield` of an answer. */
export type ShieldNote = JsonObject

/** Result of an answer that may be released. */
export interface Release {
  /** Redacted texts by channel; other channels stay unchanged. */
  readonly texts: ReadonlyMap<string, string>
  /** Calls that are left out, by key. */
  readonly refused: ReadonlyMap<string, RefusedCall>
  readonly note: ShieldNote
}

/** A text of an answer that is screened on its own. */
export interface AnswerText {
  /** Names the text within its answer. */
  readonly channel: string
  readonly text: string
}

/** The head of an answer, used where the upstream gives none. */
export interface AnswerHead {
  /** Unique for each request, without the prefix of an interface. */
  readonly id: string
  /** The model of the request. */
  readonly model: string
  /** Unix time in seconds. */
  readonly created: number
}

/** A complete answer. */
export interface ChatAnswer {
  readonly texts: readonly AnswerText[]
  readonly calls: readonly ProposedCall[]
  readonly usage: TokenCounts | undefined
  /** Returns the released answer. Data of a redacted text (probabilities of its tokens) is omitted. */
  release(release: Release): JsonObject
}

/** Reason of a block. */
export interface BlockNotice {
  readonly stage: 'input' | 'output'
  readonly guardrail: string
  /** One sentence for people; without the blocked text. */
  readonly message: string
  readonly results: readonly GuardrailResult[]
  readonly requestId: string
  /** 403, or 429 for a denial by a limit. */
  readonly status: number
}

/** A failure of the gateway or of an upstream, after the request was read. */
export interface ProblemNotice {
  readonly status: number
  readonly message: string
  readonly code: string
  readonly requestId: string
}

/** Content of one event in an upstream's stream, in order. */
export type StreamEvent =
  /** Without model text: sent at once, in its position among released text. Server-sent events as text. */
  | { readonly kind: 'pass'; readonly sse: string }
  /** Text of a channel; it leaves when it is checked, by {@link ChatStream.released}. */
  | { readonly kind: 'text'; readonly channel: string; readonly text: string }
  /** The channel is complete, though the answer is not: its withheld text is checked now. See {@link ChatStream.closed}. */
  | { readonly kind: 'close'; readonly channel: string }
  /** A call is complete, though the answer is not: it is decided about now, and leaves by {@link ChatStream.decided}. */
  | { readonly kind: 'call'; readonly call: ProposedCall }
  /** The answer is complete, whatever follows. */
  | { readonly kind: 'end' }
  /** An upstream error with its own text, in forwarded form. */
  | { readonly kind: 'error'; readonly sse: string }

/**
 * A streamed answer in progress. The dialect keeps content that is neither text nor harmless (tool calls, structured parts, ends of
 * messages) until {@link end}, and writes released content. The amount of kept content is limited.
 */
export interface ChatStream {
  /**
   * Processes one event.
   * @throws {Failure} `model_refused`, with a message for the client, for an invalid event or above the limit of kept content
   */
  read(event: SseEvent): readonly StreamEvent[]
  /** Returns server-sent events for a checked piece of a channel, in place of its withheld text. */
  released(channel: string, text: string): string
  /**
   * Returns server-sent events after all of a channel is sent, after a piece of kind `close`: its end, and the content kept for after it.
   * Absent if no part has an end of its own.
   */
  closed?(channel: string): string
  /** Returns server-sent events after the decision about a call: the call, and the content kept for after it. */
  decided(key: string, isRefused: boolean): string
  /** Returns the calls that the model proposed, including decided ones; complete after the end of the stream. */
  calls(): readonly ProposedCall[]
  /** Returns kept content other than channel text and calls, as texts to be screened. */
  kept(): readonly AnswerText[]
  usage(): TokenCounts | undefined
  /** Returns whether the stream may end here: the model has finished. */
  isComplete(): boolean
  /** Returns the rest of the stream after all text was released: unsent permitted calls, kept content, the ends, the end of the stream. */
  end(release: Release): string
  /** Returns the end of a stream that a guard blocks. */
  blocked(notice: BlockNotice): string
  /** Returns the end of a stream after a failure of the upstream or the gateway. */
  failed(notice: ProblemNotice): string
}

/** One API of chat clients, with an upstream of the same API. */
export interface Dialect {
  /** As the audit log and the counters name it, e.g. `chat`. */
  readonly name: string
  readonly upstream: ChatDialect
  /** Relative to the upstream's base address, e.g. `/chat/completions`. */
  readonly upstreamPath: string
  /** Request fields of the API. Others are screened, or dropped by a deployment setting. */
  readonly fields: ReadonlySet<string>
  /** Client headers that are forwarded to the upstream, in lower case. */
  readonly requestHeaders: readonly string[]
  /** @throws {Failure} `invalid_request` with the path */
  readRequest(body: JsonObject): ChatRequest
  /** @returns undefined for a body that is no answer of this API */
  readAnswer(body: JsonObject, head: AnswerHead): ChatAnswer | undefined
  /** @param request the client's request, which determines the visible parts of the stream */
  openStream(request: JsonObject, head: AnswerHead): ChatStream
  /**
   * Returns a complete answer as a stream, for clients that requested one if the upstream returned none.
   * @param answer result of {@link ChatAnswer.release}
   * @param request the client's request
   */
  asStream(answer: JsonObject, request: JsonObject): string
  /** Returns the response body of a block before any output was sent. */
  blocked(notice: BlockNotice): JsonObject
  /** Returns the response body of a failure before any output was sent. */
  problem(notice: ProblemNotice): JsonObject
}
