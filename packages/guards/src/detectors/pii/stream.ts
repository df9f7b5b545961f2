import type { StreamTraits } from '../../engine/guard.ts'
import { openRun, safeCut, unitsBack } from '../../stream/places.ts'
import type { TextViews, View } from '../../text/views.ts'
import { openPrivateKey } from '../secrets/open-key.ts'
import { coldUpTo } from './cold-words.ts'
import { PII_VIEWS, type PiiDetector } from './detect.ts'

/**
 * Number of units from the start of a finding to the last one that affects it: a number with its separators and extension, and the 45
 * characters after it with possible context words. Addresses and names may be longer, and are split only between small words; keys, tokens
 * and links are runs without spaces.
 */
const REACH_UNITS = 128
/** Maximum additional length of an address form. */
const NAME_UNITS_MAX = 192

/**
 * Returns the stream traits of a personal-data guard.
 * @param detectorsOf the detectors in the guard's prepared data
 */
export function piiStream<Prepared>(
  detectorsOf: (prepared: Prepared) => Iterable<PiiDetector | undefined>,
): StreamTraits<Prepared> {
  return {
    reads: 'window',
    undecidedFrom: (views, prepared) =>
      undecidedFrom(
        views,
        Iterator.from(detectorsOf(prepared)).some((detector) => detector?.findsWords === true),
      ),
  }
}

function undecidedFrom(views: TextViews, findsWords: boolean): number {
  const { original } = views
  const near = unitsBack(original, REACH_UNITS)
  let from = Math.min(openPrivateKey(original), openRun(original))
  for (const view of views.views(PII_VIEWS)) {
    const { length } = view.text
    // Decoded text or an excerpt may be far behind.
    if (length === 0 || view.toOriginal(length - 1, length)[1] < near) continue
    const place = openIn(view, findsWords)
    if (place < length) from = Math.min(from, view.toOriginal(place, length)[0])
  }
  return from
}

function openIn({ name, text }: View, findsWords: boolean): number {
  const from = safeCut(text, unitsBack(text, REACH_UNITS), NAME_UNITS_MAX)
  // Small words may be names, and decoded text may be anything.
  return findsWords || name === 'decoded' ? from : coldUpTo(text, from)
}
