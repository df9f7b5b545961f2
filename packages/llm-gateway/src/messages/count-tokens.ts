import type { ChatAnswer, Dialect, JsonObject } from '../chat/dialect.ts'
import { messages } from './dialect.ts'
import { readMessagesRequest } from './request.ts'

/**
 * Anthropic's token counting: the same request, answered with its length. It is screened too, because the provider reads it.
 * https://docs.anthropic.com/en/api/messages-count-tokens
 */
export const countTokens: Dialect = {
  ...messages,
  name: 'count_tokens',
  upstreamPath: '/messages/count_tokens',
  readRequest(body) {
    const read = readMessagesRequest(body)
    // A counting request is not a turn of a conversation.
    return { ...read, stream: false, isTurn: false }
  },
  readAnswer,
}

function readAnswer({ input_tokens }: JsonObject): ChatAnswer | undefined {
  if (typeof input_tokens !== 'number') return undefined
  const usage = { input: 0, output: 0 }
  return { texts: [], calls: [], usage, release: ({ note }) => ({ input_tokens, x_shield: note }) }
}
