import type { SseEvent } from '@gatehouse/formats'
import type { Action, GuardrailResult } from '@gatehouse/contracts/verdicts'
import type { ChatDialect } from '../upstreams/model-upstreams.ts'

/** JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>

/**
 * Source of a request text. The application's own texts are trusted: its instructions (`system`), and its names, definitions and settings
 * (`application`). Tool results are the least trusted.
 */
export type TextSource = 'system' | 'application' | 'user' | 'assistant' | 'tool_call' | 'tool'

/** Returns whether a text is the application's own. */
export function isTrusted(source: TextSource): boolean {
  return source === 'system' || source === 'application'
}

/** A text of a request, with its source. */
export interface RequestText {
  readonly source: TextSource
  readonly text: string
  /** Index of its message (item), from 0. Texts of one message with the same source are screened together. */
  readonly message: number
  /** `tool` and `tool_call`: the name of the tool, if the request contains it. */
  readonly tool?: string | undefined
  /** `tool`: arguments of the answered call, as written by the model. */
  readonly arguments?: string | undefined
  /** Set for texts that cannot be replaced, such as field names. */
  readonly isFixed?: true
}

/** A document inside a request, as base64. */
export interface RequestFile {
  readonly name: string
  readonly base64: string
  /** Whether the client sent invalid base64. Its decodable part is screened. */
  readonly isMalformed?: true
}

/** Parsed chat request. */
export interface ChatRequest {
  readonly model: string
  readonly stream: boolean
  /** In document order. */
  readonly texts: readonly RequestText[]
  /** Documents within the request, whose text is screened. */
  readonly files: readonly RequestFile[]
  /** Parts without text, by kind: images, audio, external files. They are not screened. */
  readonly unscreened: Readonly<Record<string, number>>
  /** Argument schemas of the declared tools, by name; undefined for a tool without one. */
  readonly tools: ReadonlyMap<string, JsonObject | undefined>
  /** False if the request is not a turn of a conversation. */
  readonly isTurn?: false
  /** Caller identity from the body. */
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
   * Returns the body for the upstream: the client's body with replaced texts and the gateway's own options (usage at the end of a stream).
   * @param texts by index in {@link texts}
   */
  toUpstream(texts: ReadonlyMap<number, string>): JsonObject
}

/** A complete call that the model proposes. */
export interface ProposedCall {
  /** Unique key of the call within its answer. */
  readonly key: string
  readonly id: string | undefined
  readonly tool: string
  /** Arguments as written by the model: JSON, unless the tool accepts free text. */
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
  /** Id of the approval request. */
  readonly request_id?: string
  readonly expires_at?: string
  /** Token to send with the repeated call if a confirmation is required. */
  readonly confirmation_token?: string
  readonly retry_after?: number
}

/** Token counts of the upstream. */
export interface TokenCounts {
  readonly input: number
  readonly output: number
}

/** Additional field `x_shield` of an answer. */
export type ShieldNote = JsonObject

/** Result of an answer that may be released. */
export interface Release {
  /** Redacted texts by channel; other channels stay unchanged. */
  readonly texts: ReadonlyMap<string, string>
  /** Keys of omitted calls. */
  readonly refused: ReadonlyMap<string, RefusedCall>
  readonly note: ShieldNote
}

/** A separately screened text of an answer. */
export interface AnswerText {
  /** Identifies the text within its answer. */
  readonly channel: string
  readonly text: string
}

/** Default header fields of an answer. */
export interface AnswerHead {
  /** Unique for each request, without an API prefix. */
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
  /** Returns the released answer. Omits data of a redacted text, such as token probabilities. */
  release(release: Release): JsonObject
}

/** Reason of a block. */
export interface BlockNotice {
  readonly stage: 'input' | 'output'
  readonly guardrail: string
  /** One sentence for users, without the blocked text. */
  readonly message: string
  readonly results: readonly GuardrailResult[]
  readonly requestId: string
  /** 403, or 429 for a denial by a limit. */
  readonly status: number
}

/** A failure of the gateway or upstream after the request was parsed. */
export interface ProblemNotice {
  readonly status: number
  readonly message: string
  readonly code: string
  readonly requestId: string
}

/** Content of one event in an upstream's stream, in order. */
export type StreamEvent =
  /** No model text: sent immediately, in its position among released text. Server-sent events as text. */
  | { readonly kind: 'pass'; readonly sse: string }
  /** Text of a channel. {@link ChatStream.released} writes it after its check. */
  | { readonly kind: 'text'; readonly channel: string; readonly text: string }
  /** The channel is complete before the answer: its withheld text is checked now. See {@link ChatStream.closed}. */
  | { readonly kind: 'close'; readonly channel: string }
  /** A call is complete before the answer: it is decided now, and {@link ChatStream.decided} writes it. */
  | { readonly kind: 'call'; readonly call: ProposedCall }
  /** The answer is complete. */
  | { readonly kind: 'end' }
  /** An upstream error with its own text, in forwarded form. */
  | { readonly kind: 'error'; readonly sse: string }

/**
 * A streamed answer in progress. The dialect keeps content other than text (tool calls, structured parts, ends of messages) until {@link
 * end}, and writes released content. The amount of kept content is limited.
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
   * Returns server-sent events after all text of a channel was sent, following a piece of kind `close`: its end, and content kept until
   * then. Absent if parts have no end events.
   */
  closed?(channel: string): string
  /** Returns server-sent events after the decision about a call: the call, and content kept until then. */
  decided(key: string, isRefused: boolean): string
  /** Returns the proposed calls, including decided ones. Complete after the end of the stream. */
  calls(): readonly ProposedCall[]
  /** Returns kept content other than channel text and calls, as texts to screen. */
  kept(): readonly AnswerText[]
  usage(): TokenCounts | undefined
  /** Returns whether the model has finished, so that the stream may end. */
  isComplete(): boolean
  /** Returns the rest of the stream after all text was released: remaining permitted calls, kept content, and end events. */
  end(release: Release): string
  /** Returns the end of a stream that a guard blocks. */
  blocked(notice: BlockNotice): string
  /** Returns the end of a stream after a failure of the upstream or the gateway. */
  failed(notice: ProblemNotice): string
}

/** A chat API, for clients and for upstreams of the same API. */
export interface Dialect {
  /** Name in the audit log and metrics, such as `chat`. */
  readonly name: string
  readonly upstream: ChatDialect
  /** Relative to the upstream's base address, such as `/chat/completions`. */
  readonly upstreamPath: string
  /** Request fields of the API. A deployment setting selects whether others are screened or dropped. */
  readonly fields: ReadonlySet<string>
  /** Client headers that are forwarded to the upstream, in lower case. */
  readonly requestHeaders: readonly string[]
  /** @throws {Failure} `invalid_request` with the path */
  readRequest(body: JsonObject): ChatRequest
  /** @returns undefined if the body is not an answer of this API */
  readAnswer(body: JsonObject, head: AnswerHead): ChatAnswer | undefined
  /** @param request the client's request, which determines the visible parts of the stream */
  openStream(request: JsonObject, head: AnswerHead): ChatStream
  /**
   * Converts a complete answer to a stream, for clients that requested a stream if the upstream returned none.
   * @param answer result of {@link ChatAnswer.release}
   * @param request the client's request
   */
  asStream(answer: JsonObject, request: JsonObject): string
  /** Returns the response body of a block before any output was sent. */
  blocked(notice: BlockNotice): JsonObject
  /** Returns the response body of a failure before any output was sent. */
  problem(notice: ProblemNotice): JsonObject
}
