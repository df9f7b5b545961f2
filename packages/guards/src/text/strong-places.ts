import type { View } from './views.ts'

/** A place in the original text that a guard tells, `[start, end)` in UTF-16 code units. */
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
 * Sentences that are judged one by one for a text that was flagged, half of them at each end: a text must not buy more work by
 * being long. What stands in the middle of a very long one has no place.
 */
const SENTENCES_MAX = 40
/** A longer sentence is no place that helps, and is not judged again. */
const SENTENCE_CHARS_MAX = 1_500
/** Places told of one guard. */
const PLACES_MAX = 20

const ENDS = /[.!?](?=\s)\s*|[。！？；]\s*|\n+/gu

/**
 * The places of a view that would be flagged by themselves, in order: single sentences, and where there is none two neighbours. A text
 * that is flagged only as a whole has none. For texts that were flagged already: each sentence is judged again.
 * @param labelOf what is told of a sentence; undefined where it is harmless
 */
export function strongPlaces(view: View, labelOf: (sentence: string) => string | undefined): readonly Place[] {
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

/** `details.spans` of a guard that knows places; nothing where it knows none. */
export function told(places: readonly Place[]): { readonly spans?: readonly Place[] } {
  return places.length === 0 ? {} : { spans: places.slice(0, PLACES_MAX) }
}

/** A stretch of a view as a place of the original. */
export function placeOf(view: View, { start, end }: Omit<Stretch, 'text'>, label: string): Place {
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
    return label === undefined ? [] : [placeOf(view, stretch, label)]
  })
}

/** Sentences without the blanks around them, from both ends of a longer text. */
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
