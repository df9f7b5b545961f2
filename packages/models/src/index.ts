export type {
  AnswerSchema,
  BreakerState,
  ChatAnswer,
  ChatMessage,
  ChatModel,
  ChatRequest,
  ChatRole,
  TokenUsage,
} from './chat-model.ts'
