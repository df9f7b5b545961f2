import { clipSpans, redact, type Span } from '@gatehouse/guards'
import type { ChatRequest, RequestText, TextSource } from './dialect.ts'

/** Stands between the parts of a message, so that a word cannot be completed by the next part. */
const SEPARATOR = '\n\n'

/** Texts of one message that come from one source, screened as one. */
export interface TextGroup {
  readonly source: TextSource
  readonly message: number
  readonly text: string
  readonly pieces: readonly { readonly index: number; readonly start: number; readonly text: string }[]
  /** Said by the user since the model last spoke. */
  readonly isNew: boolean
}

/** The texts of a request in groups; what tools answered is apart, since each answer is a document of its own. */
export function groupTexts({ texts }: Pick<ChatRequest, 'texts'>): readonly TextGroup[] {
  const lastAnswer = texts.findLast(({ source }) => source !== 'user' && source !== 'system')?.message ?? -1
  const groups: { one: RequestText; pieces: TextGroup['pieces'][number][]; text: string }[] = []
  for (const [index, one] of texts.entries()) {
    if (one.source === 'tool') continue
    const last = groups.at(-1)
    if (last !== undefined && last.one.message === one.message && last.one.source === one.source) {
      const start = last.text.length + SEPARATOR.length
      last.text += SEPARATOR + one.text
      last.pieces.push({ index, start, text: one.text })
    } else groups.push({ one, text: one.text, pieces: [{ index, start: 0, text: one.text }] })
  }
  return groups.map(({ one: { source, message }, pieces, text }) => {
    return { source, message, text, pieces, isNew: source === 'user' && message > lastAnswer }
  })
}

/** Puts redactions of a group back into the texts that it is made of. */
export function redactPieces({ pieces }: TextGroup, redactions: readonly Span[], into: Map<number, string>): void {
  for (const { index, start, text } of pieces) {
    const spans = clipSpans(redactions, start, start + text.length)
    if (spans.length > 0) into.set(index, redact(text, spans))
  }
}

/** How much of what the user said is judged in one piece. */
const TURNS_MAX = 6
const TURNS_CHARS_MAX = 20_000

/** What the user said last, oldest first, in one piece; undefined where that was one turn, or nothing new. */
export function lastTurns(groups: readonly TextGroup[]): string | undefined {
  const turns = groups.filter(({ source }) => source === 'user')
  if (turns.length < 2 || turns.at(-1)?.isNew !== true) return undefined
  const text = turns
    .slice(-TURNS_MAX)
    .map((turn) => turn.text.slice(-TURNS_CHARS_MAX))
    .join(SEPARATOR)
  return text.slice(-TURNS_CHARS_MAX)
}
