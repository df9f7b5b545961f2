import type { Dialect } from '../chat/dialect.ts'
import { readMessagesAnswer } from './answer.ts'
import { MESSAGES_FIELDS, readMessagesRequest } from './request.ts'
import { blockedBody, problemBody } from './shapes.ts'
import { MessagesStream } from './stream.ts'
import { answerAsStream } from './whole-stream.ts'

/** Anthropic's Messages API. https://docs.anthropic.com/en/api/messages */
export const messages: Dialect = {
  name: 'messages',
  upstream: 'anthropic',
  upstreamPath: '/messages',
  fields: MESSAGES_FIELDS,
  requestHeaders: ['anthropic-version', 'anthropic-beta', 'idempotency-key'],
  readRequest: readMessagesRequest,
  readAnswer: readMessagesAnswer,
  openStream: (_, head) => new MessagesStream(head),
  asStream: answerAsStream,
  blocked: blockedBody,
  problem: problemBody,
}
