import type { Emit, Source } from '../entity.ts'
import type { Tag } from './model.ts'
import type { TaggedSpan } from './spans.ts'

/**
 * Probability of the tagger that maps to the default threshold, 0.5. On texts of unseen sources, 0.8 has 93 % precision for names, and
 * 0.45 has 87 %, for five points of recall (docs/models/pii.md).
 */
const PROBABILITY_AT_DEFAULT = 0.8
const SCORE_AT_DEFAULT = 0.5
const SCORE_WHEN_CERTAIN = 0.92

/** Minimum probability of another kind at which the tagger overrides a rule's finding, unless the rule is more certain. */
const VETO_MIN = 0.8
const RULE_SURE = 0.75

interface Found {
  readonly start: number
  end: number
  score: number
}

/**
 * Reports findings of the rules and of the tagger for one kind; where both agree, one finding that covers both.
 * @param find runs the rules
 * @param hasShape whether a span of the tagger can be of this kind by its form
 */
export function mergeTagged(
  source: Source,
  tag: Tag,
  find: (keep: Emit) => void,
  emit: Emit,
  hasShape: (text: string, start: number, end: number) => boolean = () => true,
): void {
  const tags = source.tags()
  const found: Found[] = []
  find((start, end, score) => {
    if (score >= RULE_SURE || !isVetoed(tags, tag, start, end)) found.push({ start, end, score })
  })
  for (const span of tags) {
    if (span.tag !== tag || !hasShape(source.text, span.start, span.end)) continue
    found.push({ start: span.start, end: span.end, score: scoreOf(span.score) })
  }
  found.sort((left, right) => left.start - right.start || right.end - left.end)
  let last: Found | undefined
  for (const item of found) {
    if (last !== undefined && item.start < last.end) {
      last.end = Math.max(last.end, item.end)
      last.score = Math.max(last.score, item.score)
      continue
    }
    if (last !== undefined) emit(last.start, last.end, last.score)
    last = item
  }
  if (last !== undefined) emit(last.start, last.end, last.score)
}

/** Straight to the default, and straight from there to certainty. */
function scoreOf(probability: number): number {
  if (probability < PROBABILITY_AT_DEFAULT) return (probability * SCORE_AT_DEFAULT) / PROBABILITY_AT_DEFAULT
  const share = (probability - PROBABILITY_AT_DEFAULT) / (1 - PROBABILITY_AT_DEFAULT)
  return SCORE_AT_DEFAULT + share * (SCORE_WHEN_CERTAIN - SCORE_AT_DEFAULT)
}

/** The spans are sorted and few, but a text may contain many: a binary search is used. */
function isVetoed(tags: readonly TaggedSpan[], tag: Tag, start: number, end: number): boolean {
  let low = 0
  let high = tags.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((tags[middle] as TaggedSpan).end <= start) low = middle + 1
    else high = middle
  }
  const span = tags[low]
  return span !== undefined && span.start <= start && span.end >= end && span.tag !== tag && span.score >= VETO_MIN
}
