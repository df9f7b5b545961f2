import { plain } from '../parts/plain.ts'
import type { Result } from './attempt.ts'

/** Range of a finding in a text, in UTF-16 code units. */
export interface Span {
  readonly start: number
  readonly end: number
  readonly label: string
  readonly guardrail: string
  readonly action: string
}

/** Piece of the text with its findings. */
export interface TextSegment {
  readonly start: number
  readonly text: string
  readonly spans: readonly Span[]
}

/** Own limit: more spans are unreadable and slow the page. */
const SPANS_MAX = 500

/** Returns the ranges of findings in a text, from reported positions and quoted words. */
export function spansOf(text: string, results: readonly Result[]): readonly Span[] {
  return results
    .filter(({ passed }) => !passed)
    .flatMap((result) => {
      const about = { guardrail: result.guardrail, action: result.action }
      return [...named(result), ...quoted(text, result)].map((span) => ({ ...span, ...about }))
    })
    .filter(({ start, end }) => Number.isInteger(start) && Number.isInteger(end) && 0 <= start && start < end)
    .filter(({ end }) => end <= text.length)
    .slice(0, SPANS_MAX)
}

type MatchedSpan = Pick<Span, 'start' | 'end' | 'label'>

function named({ details, category, guardrail }: Result): readonly MatchedSpan[] {
  return Object.values(details).flatMap((value) =>
    !Array.isArray(value)
      ? []
      : value.flatMap((item: unknown) => {
          const { start, end, type, label, category: kind } = Object(item) as Record<string, unknown>
          if (typeof start !== 'number' || typeof end !== 'number') return []
          return [{ start, end, label: plain(type ?? label ?? kind ?? category ?? guardrail) }]
        }),
  )
}

/** Finds every occurrence of words that guards quote without a position. */
function quoted(text: string, { details }: Result): readonly MatchedSpan[] {
  const words = [details['keywords'], details['competitors'], details['links'], details['domains']].flatMap((value) =>
    Array.isArray(value) ? value.map((item: unknown) => (typeof item === 'string' ? item : Object(item).url)) : [],
  )
  const low = text.toLowerCase()
  // If lower-casing changes the length, positions would not match the text.
  if (low.length !== text.length) return []
  return words
    .filter((word): word is string => typeof word === 'string' && word !== '')
    .flatMap((word) => occurrences(low, word))
}

function occurrences(low: string, word: string): readonly MatchedSpan[] {
  const found: MatchedSpan[] = []
  const sought = word.toLowerCase()
  for (
    let at = low.indexOf(sought);
    at >= 0 && found.length < SPANS_MAX;
    at = low.indexOf(sought, at + sought.length)
  ) {
    found.push({ start: at, end: at + sought.length, label: word })
  }
  return found
}

/** Splits the text into pieces with equal sets of spans. */
export function segmentsOf(text: string, spans: readonly Span[]): readonly TextSegment[] {
  const cuts = [...new Set([0, text.length, ...spans.flatMap(({ start, end }) => [start, end])])].sort((a, b) => a - b)
  return cuts.slice(0, -1).map((start, at) => {
    const end = cuts[at + 1]!
    return {
      start,
      text: text.slice(start, end),
      spans: spans.filter((span) => span.start <= start && end <= span.end),
    }
  })
}
