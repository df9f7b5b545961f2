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
  /** Maximum number of tokens of the answer; default: the model's own default. */
  readonly maxTokens?: number
  /** Requests JSON and validates it; after an invalid answer there is one more attempt, then a failure. */
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
  /** Validated value, present exactly when the request had a `jsonSchema`. */
  readonly json?: unknown
  /** Total of all attempts for this answer, including the repair. */
  readonly usage: TokenUsage
  readonly latency_ms: number
  /** The model as the provider names it. */
  readonly model: string
}

/** A model that answers a conversation; everything that asks a model does it through this port. */
export interface ChatModel {
  /** For logs, metrics and `details`: never contains an address or a key. */
  readonly name: string
  /**
   * @throws {Failure} `model_unavailable`: no answer in time, or the circuit is open (then with `retryAfter_s`);
   *   `model_refused`: the provider declined, or the answer does not fit the schema
   */
  complete(request: ChatRequest): Promise<ChatAnswer>
  /** Returns the state of the circuit breaker: `open` means that calls fail at once. */
  state(): BreakerState
}
