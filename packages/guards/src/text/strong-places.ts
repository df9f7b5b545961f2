import type { View } from './views.ts'

/** A range of the original text that a guard reports, `[start, end)` in UTF-16 code units. */
export interface Place {
  readonly start: number
  readonly end: number
  readonly label: string
}

/** A stretch of a view. */
export interface Stretch {
  readonly text: string
  readonly start: number
  readonly end: number
}

/**
 * Maximum number of sentences that are evaluated individually in a flagged text, half of them at each end: a long text must not cause more
 * work. The middle of a very long text has no reported places.
 */
const SENTENCES_MAX = 40
/** A longer sentence is not a useful place, and is not evaluated again. */
const SENTENCE_CHARS_MAX = 1_500
/** Maximum number of reported places of one guard. */
const PLACES_MAX = 20

const ENDS = /[.!?](?=\s)\s*|[。！？；]\s*|\n+/gu

/**
 * Returns the places of a view that would be flagged alone, in order: single sentences, otherwise pairs of adjacent sentences. A text that
 * is flagged only as a whole has none. For flagged texts only: each sentence is evaluated again.
 * @param labelOf returns the label of a sentence; undefined for a harmless one
 */
export function flaggedSentences(view: View, labelOf: (sentence: string) => string | undefined): readonly Place[] {
  const sentences = sentencesOf(view.text)
  const single = placed(view, sentences, labelOf)
  if (single.length > 0) return single
  const pairs = sentences.slice(1).flatMap(({ end }, at) => {
    const { start } = sentences[at]!
    const text = view.text.slice(start, end)
    return text.length <= SENTENCE_CHARS_MAX ? [{ text, start, end }] : []
  })
  return placed(view, pairs, labelOf)
}

/** Returns `details.spans` of a guard with places; empty without places. */
export function spanDetails(places: readonly Place[]): { readonly spans?: readonly Place[] } {
  return places.length === 0 ? {} : { spans: places.slice(0, PLACES_MAX) }
}

/** Maps a stretch of a view to a place in the original. */
export function originalRange(view: View, { start, end }: Omit<Stretch, 'text'>, label: string): Place {
  const [from, to] = view.toOriginal(start, end)
  return { start: from, end: to, label }
}

function placed(
  view: View,
  stretches: readonly Stretch[],
  labelOf: (sentence: string) => string | undefined,
): readonly Place[] {
  return stretches.flatMap((stretch) => {
    const label = labelOf(stretch.text)
    return label === undefined ? [] : [originalRange(view, stretch, label)]
  })
}

/** Returns sentences without surrounding whitespace, from both ends of a longer text. */
function sentencesOf(text: string): readonly Stretch[] {
  const all: Stretch[] = []
  let from = 0
  const take = (end: number): void => {
    const whole = text.slice(from, end)
    const sentence = whole.trim()
    const start = from + whole.length - whole.trimStart().length
    from = end
    if (sentence !== '' && sentence.length <= SENTENCE_CHARS_MAX)
      all.push({ text: sentence, start, end: start + sentence.length })
  }
  for (const { index, 0: mark } of text.matchAll(ENDS)) take(index + mark.length)
  take(text.length)
  if (all.length <= SENTENCES_MAX) return all
  return [...all.slice(0, SENTENCES_MAX / 2), ...all.slice(-SENTENCES_MAX / 2)]
}
