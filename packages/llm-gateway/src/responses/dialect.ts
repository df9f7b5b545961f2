import type { Dialect } from '../chat/dialect.ts'
import { blockedBody, problemBody } from '../chat/openai/shapes.ts'
import { readResponsesAnswer } from './answer.ts'
import { RESPONSES_FIELDS, readResponsesRequest } from './request.ts'
import { ResponsesStream } from './stream.ts'
import { answerAsStream } from './whole-stream.ts'

/** OpenAI's Responses API. https://platform.openai.com/docs/api-reference/responses */
export const responses: Dialect = {
  name: 'responses',
  upstream: 'openai',
  upstreamPath: '/responses',
  fields: RESPONSES_FIELDS,
  requestHeaders: ['openai-beta', 'idempotency-key'],
  readRequest: readResponsesRequest,
  readAnswer: readResponsesAnswer,
  openStream: (_, head) => new ResponsesStream(head),
  asStream: answerAsStream,
  blocked: blockedBody,
  problem: problemBody,
}
