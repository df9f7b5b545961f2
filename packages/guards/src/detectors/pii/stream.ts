import type { StreamTraits } from '../../engine/guard.ts'
import { openRun, quietPlace, unitsBack } from '../../stream/places.ts'
import type { TextViews, View } from '../../text/views.ts'
import { openPrivateKey } from '../secrets/open-key.ts'
import { coldUpTo } from './cold-words.ts'
import { PII_VIEWS, type PiiDetector } from './detect.ts'

/**
 * Units from the start of a finding to the last that decides about it: a number with its separators and extension, and the
 * 45 characters after it whose words may speak for it. Addresses and names, which may be longer, are parted between small
 * words alone; keys, tokens and links are runs without blanks.
 */
const REACH_UNITS = 128
/** The longest of the forms of addresses takes so much more. */
const NAME_UNITS_MAX = 192

/**
 * How a guard that finds personal data works on streams.
 * @param detectorsOf  the detectors among what the guard prepared
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
    // What was decoded or is an excerpt may lie far behind.
    if (length === 0 || view.toOriginal(length - 1, length)[1] < near) continue
    const place = openIn(view, findsWords)
    if (place < length) from = Math.min(from, view.toOriginal(place, length)[0])
  }
  return from
}

function openIn({ name, text }: View, findsWords: boolean): number {
  const from = quietPlace(text, unitsBack(text, REACH_UNITS), NAME_UNITS_MAX)
  // Small words may be names, and what was decoded may be anything.
  return findsWords || name === 'decoded' ? from : coldUpTo(text, from)
}
