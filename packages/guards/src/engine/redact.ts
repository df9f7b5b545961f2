import type { Span } from './guard.ts'

/**
 * The text with every span replaced by `[LABEL]`. Spans that touch or overlap become one replacement, which carries the
 * label of the longest, so that no character between two findings of one secret survives.
 * @param spans ranges of UTF-16 code units in `text`, in any order
 */
export function redact(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text
  const parts: string[] = []
  let from = 0
  for (const { start, end, label } of mergeSpans(spans)) {
    parts.push(text.slice(from, start), `[${label}]`)
    from = end
  }
  parts.push(text.slice(from))
  return parts.join('')
}

/** Disjoint spans in order of position. Overlapping ones are united under the label of the longest. */
export function mergeSpans(spans: readonly Span[]): readonly Span[] {
  const ordered = spans.filter((span) => span.end > span.start).sort((a, b) => a.start - b.start || b.end - a.end)
  const merged: { start: number; end: number; label: string; widest: number }[] = []
  for (const span of ordered) {
    const last = merged.at(-1)
    const width = span.end - span.start
    if (last !== undefined && span.start < last.end) {
      last.end = Math.max(last.end, span.end)
      if (width > last.widest) {
        last.label = span.label
        last.widest = width
      }
    } else {
      merged.push({ start: span.start, end: span.end, label: span.label, widest: width })
    }
  }
  return merged
}

/** The part of each span that lies in `[start, end)`, moved to begin at 0; for texts that were joined before screening. */
export function clipSpans(spans: readonly Span[], start: number, end: number): readonly Span[] {
  return spans
    .filter((span) => span.start < end && span.end > start)
    .map((span) => ({ ...span, start: Math.max(span.start, start) - start, end: Math.min(span.end, end) - start }))
}
