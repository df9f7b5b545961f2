import type { BreakerState } from '@gatehouse/kernel'
import type { z } from 'zod'

export type ChatRole = 'system' | 'user' | 'assistant'

export interface ChatMessage {
  readonly role: ChatRole
  readonly content: string
}

/** The shape that an answer must have. The name travels to the provider: letters, digits, `_` and `-`, at most 64. */
export interface AnswerSchema {
  readonly name: string
  readonly schema: z.ZodType
}

export interface ChatRequest {
  readonly messages: readonly ChatMessage[]
  /** 0 to 2; absent leaves it to the provider. */
  readonly temperature?: number
  /** Most tokens that the answer may have; absent takes the model's own default limit. */
  readonly maxTokens?: number
  /** Asks for JSON and validates it; an answer that does not fit is asked for once more, then refused. */
  readonly jsonSchema?: AnswerSchema
  readonly signal?: AbortSignal
  /** Milliseconds for everything together: waiting, retries and the repair of a malformed answer. */
  readonly within_ms?: number
}

export interface TokenUsage {
  readonly promptTokens: number
  readonly completionTokens: number
  /** The provider sent no counts, and these are reckoned from the length of the texts. */
  readonly estimated: boolean
}

export interface ChatAnswer {
  readonly text: string
  /** The validated value, present exactly when the request had a `jsonSchema`. */
  readonly json?: unknown
  /** Of all tries that this answer took, the repair included. */
  readonly usage: TokenUsage
  readonly latency_ms: number
  /** The model as the provider names it. */
  readonly model: string
}

/** A model that answers a conversation; everything that asks a model does it through this port. */
export interface ChatModel {
  /** For logs, metrics and `details`: never holds an address or a key. */
  readonly name: string
  /**
   * @throws {Failure} `model_unavailable`: no answer in time, or the circuit is open (then with `retryAfter_s`);
   *   `model_refused`: the provider declined, or the answer does not fit the schema
   */
  complete(request: ChatRequest): Promise<ChatAnswer>
  /** Of the circuit breaker: `open` means that calls fail at once. */
  state(): BreakerState
}
