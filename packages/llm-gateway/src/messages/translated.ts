import type { SseEvent } from '@gatehouse/formats'
import { Failure } from '@gatehouse/kernel'
import type { ChatStream, Dialect, JsonObject } from '../chat/dialect.ts'

/** How an upstream of another interface is spoken to. */
export interface Translation extends Pick<Dialect, 'upstream' | 'upstreamPath'> {
  /** @throws {Failure} `invalid_request` naming what the other interface cannot say */
  refuse(body: JsonObject): void
  bodyOf(body: JsonObject): JsonObject
  /** @returns undefined where the body is no answer of the other interface */
  answerOf(body: JsonObject): JsonObject | undefined
  /** Events of the dialect, from those of the upstream. It throws where one is no JSON object. */
  newEvents(): { read(event: SseEvent): readonly SseEvent[] }
}

/** A dialect in front of an upstream that speaks another one: everything is screened in the words of the dialect. */
export function translated(dialect: Dialect, translation: Translation): Dialect {
  const { upstream, upstreamPath } = translation
  return {
    ...dialect,
    upstream,
    upstreamPath,
    requestHeaders: [],
    readRequest(body) {
      translation.refuse(body)
      const read = dialect.readRequest(body)
      return {
        ...read,
        // What was screened and redacted is what is translated.
        toUpstream: (changed) => translation.bodyOf(read.toUpstream(changed)),
      }
    },
    readAnswer(body, head) {
      const answer = translation.answerOf(body)
      return answer === undefined ? undefined : dialect.readAnswer(answer, head)
    },
    openStream: (request, head) => reading(dialect.openStream(request, head), translation.newEvents()),
  }
}

/** The stream itself, which from now on reads events of the upstream. */
function reading(stream: ChatStream, events: ReturnType<Translation['newEvents']>): ChatStream {
  const read = stream.read.bind(stream)
  stream.read = (event) => translatedEvent(event, events).flatMap((one) => read(one))
  return stream
}

function translatedEvent(event: SseEvent, events: ReturnType<Translation['newEvents']>): readonly SseEvent[] {
  try {
    return events.read(event)
  } catch {
    throw new Failure('unavailable', 'The upstream sent an event that is no JSON object.')
  }
}
