import type { ChatMessage, TokenUsage } from './chat-model.ts'

/** English prose has about four characters a token; used only where a provider sends no counts. */
const CHARS_PER_TOKEN = 4

/** What a model has been used for since the start of the process. */
export interface UsageTotals {
  readonly model: string
  /** Calls of `complete`. */
  readonly requests: number
  /** Of these, the ones that ended in a failure. */
  readonly failures: number
  readonly promptTokens: number
  readonly completionTokens: number
  /** Answers whose tokens were reckoned and not counted by the provider. */
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

  /** Counts the tokens of one answer, whether it was of use or not: they were paid for. */
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
