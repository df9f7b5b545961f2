import type { SseEvent } from '@gatehouse/formats'
import { Failure } from '@gatehouse/kernel'
import type { ChatRequest, Dialect, JsonObject, StreamPiece } from '../../chat/dialect.ts'
import { readChatAnswer } from '../../chat/openai/answer.ts'
import { chatCompletions } from '../../chat/openai/dialect.ts'
import { readChatRequest } from '../../chat/openai/request.ts'
import { ChatCompletionStream } from '../../chat/openai/stream.ts'
import { completionOf } from './answer.ts'
import { MessageEvents } from './events.ts'
import { messagesBodyOf, refuseUntranslatable } from './request.ts'

/** OpenAI's chat completions in front of an upstream that speaks Anthropic's messages. Decision 0037 says what is lost. */
export const chatOverMessages: Dialect = {
  ...chatCompletions,
  upstream: 'anthropic',
  upstreamPath: '/messages',
  requestHeaders: [],
  readRequest,
  readAnswer(body) {
    const completion = completionOf(body)
    return completion === undefined ? undefined : readChatAnswer(completion)
  },
  openStream: (request) => new MessageAsChatStream(request),
}

function readRequest(body: JsonObject): ChatRequest {
  refuseUntranslatable(body)
  const read = readChatRequest(body)
  return {
    ...read,
    // What was screened and redacted is what is translated.
    toUpstream: (changed) => JSON.stringify(messagesBodyOf(JSON.parse(read.toUpstream(changed)) as JsonObject)),
  }
}

class MessageAsChatStream extends ChatCompletionStream {
  readonly #events = new MessageEvents()

  override read(event: SseEvent): readonly StreamPiece[] {
    return this.#translated(event).flatMap((one) => super.read(one))
  }

  #translated(event: SseEvent): readonly SseEvent[] {
    try {
      return this.#events.read(event)
    } catch {
      throw new Failure('unavailable', 'The upstream sent an event that is no JSON object.')
    }
  }
}
