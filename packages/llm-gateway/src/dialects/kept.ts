import type { AnswerText, JsonObject, ProposedCall } from '../chat/dialect.ts'
import { wholeText } from './leaves.ts'

/** The channel of what an answer says beside its parts. All other channels begin with a number. */
export const KEPT = 'kept'

/**
 * What stands beside the parts of an answer, as one text to be screened.
 * @param opaque  names of members that hold what nobody reads
 */
export function keptTexts(beside: JsonObject, opaque: ReadonlySet<string>): readonly AnswerText[] {
  const text = wholeText(beside, opaque)
  return text === '' ? [] : [{ channel: KEPT, text }]
}

/** A part of a streamed answer, which may be a call. */
interface Part {
  readonly kind: string
  call(): ProposedCall
}

/** The calls among the parts of an answer. */
export function callsAmong(parts: Iterable<Part>): readonly ProposedCall[] {
  return [...parts].filter(({ kind }) => kind === 'call').map((part) => part.call())
}
