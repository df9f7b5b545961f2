import type { SseEvent } from '@gatehouse/formats'
import { Failure } from '@gatehouse/kernel'
import type { ChatStream, Dialect, JsonObject } from '../chat/dialect.ts'

/** Translation between a dialect and an upstream API. */
export interface Translation extends Pick<Dialect, 'upstream' | 'upstreamPath'> {
  /** @throws {Failure} `invalid_request` that names the feature without an equivalent */
  refuse(body: JsonObject): void
  bodyOf(body: JsonObject): JsonObject
  /** @returns undefined if the body is not an answer of the upstream API */
  answerOf(body: JsonObject): JsonObject | undefined
  /** Returns a converter from upstream events to events of the dialect. Throws for an event that is not a JSON object. */
  newEvents(): { read(event: SseEvent): readonly SseEvent[] }
}

/** Returns a dialect on top of an upstream with another API. All content is screened in the form of the dialect. */
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
        // Translates the screened and redacted request.
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

/** Wraps a stream to read events of the upstream. */
function reading(stream: ChatStream, events: ReturnType<Translation['newEvents']>): ChatStream {
  const read = stream.read.bind(stream)
  stream.read = (event) => translatedEvent(event, events).flatMap((item) => read(item))
  return stream
}

function translatedEvent(event: SseEvent, events: ReturnType<Translation['newEvents']>): readonly SseEvent[] {
  try {
    return events.read(event)
  } catch {
    throw new Failure('unavailable', 'The upstream sent an event that is not a JSON object.')
  }
}
