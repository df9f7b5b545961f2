import type { ChatMessage, TokenUsage } from './chat-model.ts'

/** Characters per token of English prose; used only if a provider sends no counts. */
const CHARS_PER_TOKEN = 4

/** Usage of a model since the start of the process. */
export interface UsageTotals {
  readonly model: string
  /** Calls of `complete`. */
  readonly requests: number
  /** Number of these that failed. */
  readonly failures: number
  readonly promptTokens: number
  readonly completionTokens: number
  /** Number of answers with estimated tokens instead of the provider's count. */
  readonly estimatedAnswers: number
}

/** Adds up the usage of one model. */
export class UsageMeter {
  #totals: UsageTotals

  constructor(model: string) {
    this.#totals = { model, requests: 0, failures: 0, promptTokens: 0, completionTokens: 0, estimatedAnswers: 0 }
  }

  begin(): void {
    this.#totals = { ...this.#totals, requests: this.#totals.requests + 1 }
  }

  fail(): void {
    this.#totals = { ...this.#totals, failures: this.#totals.failures + 1 }
  }

  /** Adds the tokens of one answer, useful or not: they are billed. */
  add({ promptTokens, completionTokens, estimated }: TokenUsage): void {
    this.#totals = {
      ...this.#totals,
      promptTokens: this.#totals.promptTokens + promptTokens,
      completionTokens: this.#totals.completionTokens + completionTokens,
      estimatedAnswers: this.#totals.estimatedAnswers + (estimated ? 1 : 0),
    }
  }

  snapshot(): UsageTotals {
    return this.#totals
  }
}

export function estimateUsage(messages: readonly ChatMessage[], answer: string): TokenUsage {
  const chars = messages.reduce((sum, { content }) => sum + content.length, 0)
  return {
    promptTokens: Math.ceil(chars / CHARS_PER_TOKEN),
    completionTokens: Math.ceil(answer.length / CHARS_PER_TOKEN),
    estimated: true,
  }
}

export function sumUsage(a: TokenUsage, b: TokenUsage): TokenUsage {
  return {
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
    estimated: a.estimated || b.estimated,
  }
}
