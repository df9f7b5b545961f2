import type { Dialect } from '../dialect.ts'
import { readChatAnswer } from './answer.ts'
import { CHAT_FIELDS, readChatRequest } from './request.ts'
import { blockedBody, problemBody } from './shapes.ts'
import { ChatCompletionStream } from './stream.ts'
import { answerAsStream } from './whole-stream.ts'

/** OpenAI's chat completions. https://platform.openai.com/docs/api-reference/chat */
export const chatCompletions: Dialect = {
  name: 'chat',
  upstream: 'openai',
  upstreamPath: '/chat/completions',
  fields: CHAT_FIELDS,
  requestHeaders: ['openai-beta', 'idempotency-key'],
  readRequest: readChatRequest,
  readAnswer: readChatAnswer,
  openStream: (request, head) => new ChatCompletionStream(request, head),
  asStream: answerAsStream,
  blocked: blockedBody,
  problem: problemBody,
}
