import type { AnswerText, JsonObject, ProposedCall } from '../chat/dialect.ts'
import { joinedText } from './leaves.ts'

/** Channel of an answer's content besides its parts. All other channels start with a number. */
export const KEPT = 'kept'

/**
 * Returns the additional content of an answer as one text for screening.
 * @param opaque names of members with unreadable content
 */
export function besideTexts(extra: JsonObject, opaque: ReadonlySet<string>): readonly AnswerText[] {
  const text = joinedText(extra, opaque)
  return text === '' ? [] : [{ channel: KEPT, text }]
}

/** A part of a streamed answer, which may be a call. */
interface Part {
  readonly kind: string
  call(): ProposedCall
}

/** Returns the calls among the parts of an answer. */
export function callsAmong(parts: Iterable<Part>): readonly ProposedCall[] {
  return [...parts].filter(({ kind }) => kind === 'call').map((part) => part.call())
}
