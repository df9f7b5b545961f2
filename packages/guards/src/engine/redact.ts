import type { Span } from './guard.ts'

/**
 * The text with every span replaced by its replacement, or else by `[LABEL]`. Spans that touch or overlap become one replacement, which carries the
 * label of the longest, so that no character between two findings of one secret survives.
 * @param spans ranges of UTF-16 code units in `text`, in any order
 */
export function redact(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text
  const parts: string[] = []
  let from = 0
  for (const { start, end, label, replacement } of mergeSpans(spans)) {
    parts.push(text.slice(from, start), replacement ?? `[${label}]`)
    from = end
  }
  parts.push(text.slice(from))
  return parts.join('')
}

/**
 * Disjoint spans in order of position. Overlapping ones are united under the label of the longest. A replacement was made
 * for one range and by one guard: where another says something else of it, or covers other parts, the label stands.
 */
export function mergeSpans(spans: readonly Span[]): readonly Span[] {
  const ordered = spans.filter((span) => span.end > span.start).sort((a, b) => a.start - b.start || b.end - a.end)
  const merged: Merged[] = []
  for (const span of ordered) {
    const last = merged.at(-1)
    const width = span.end - span.start
    if (last !== undefined && span.start < last.end) {
      const isSame = span.start === last.start && span.end === last.end && span.replacement === last.replacement
      if (!isSame) last.replacement = undefined
      last.end = Math.max(last.end, span.end)
      if (width > last.widest) {
        last.label = span.label
        last.widest = width
      }
    } else {
      merged.push({ start: span.start, end: span.end, label: span.label, replacement: span.replacement, widest: width })
    }
  }
  return merged.map(({ start, end, label, replacement }) =>
    replacement === undefined ? { start, end, label } : { start, end, label, replacement },
  )
}

interface Merged {
  readonly start: number
  end: number
  label: string
  replacement: string | undefined
  widest: number
}

/** The part of each span that lies in `[start, end)`, moved to begin at 0; for texts that were joined before screening. */
export function clipSpans(spans: readonly Span[], start: number, end: number): readonly Span[] {
  return spans
    .filter((span) => span.start < end && span.end > start)
    .map((span) => {
      const inside = { ...span, start: Math.max(span.start, start) - start, end: Math.min(span.end, end) - start }
      // A replacement is for the whole: half of the range gets the label.
      if (span.start < start || span.end > end) delete inside.replacement
      return inside
    })
}
