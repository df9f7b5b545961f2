export type {
  AnswerSchema,
  ChatAnswer,
  ChatMessage,
  ChatModel,
  ChatRequest,
  ChatRole,
  TokenUsage,
} from './chat-model.ts'
export {
  MODEL_RETRIES,
  MODEL_TIMEOUT_MS,
  openAiCompatible,
  type OpenAiCompatible,
  type OpenAiCompatibleOptions,
} from './openai/compatible.ts'
export { retryAfterOf, retryDelay_ms } from './retry.ts'
export type { UsageTotals } from './usage.ts'
