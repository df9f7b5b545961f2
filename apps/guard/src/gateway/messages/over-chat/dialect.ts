import type { SseEvent } from '@gatehouse/formats'
import { Failure } from '@gatehouse/kernel'
import type { ChatRequest, Dialect, JsonObject, StreamPiece } from '../../chat/dialect.ts'
import { readMessagesAnswer } from '../answer.ts'
import { messages } from '../dialect.ts'
import { readMessagesRequest } from '../request.ts'
import { MessagesStream } from '../stream.ts'
import { messageOf } from './answer.ts'
import { ChatEvents } from './events.ts'
import { chatBodyOf, refuseUntranslatable } from './request.ts'

/** Anthropic's messages in front of an upstream that speaks chat completions. Decision 0037 says what is lost. */
export const messagesOverChat: Dialect = {
  ...messages,
  upstream: 'openai',
  upstreamPath: '/chat/completions',
  requestHeaders: [],
  readRequest,
  readAnswer(body) {
    const message = messageOf(body)
    return message === undefined ? undefined : readMessagesAnswer(message)
  },
  openStream: (request) => new ChatAsMessagesStream(request),
}

function readRequest(body: JsonObject): ChatRequest {
  refuseUntranslatable(body)
  const read = readMessagesRequest(body)
  return {
    ...read,
    // What was screened and redacted is what is translated.
    toUpstream: (changed) => JSON.stringify(chatBodyOf(JSON.parse(read.toUpstream(changed)) as JsonObject)),
  }
}

class ChatAsMessagesStream extends MessagesStream {
  readonly #events = new ChatEvents()

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
