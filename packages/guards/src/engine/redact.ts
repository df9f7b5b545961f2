import type { Span } from './guard.ts'

/**
 * Returns the text with every span replaced by its replacement, or else by `[LABEL]`. Adjacent or overlapping spans become one
 * replacement, with the label of the longest, so that no character between two findings of one secret remains.
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
 * Returns disjoint spans in order of position. Overlapping ones are merged with the label of the longest. A replacement applies to one
 * range of one guard: where another guard has a different replacement or range, the label is used.
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

/** Returns the part of each span in `[start, end)`, relative to `start`; for texts that were joined before screening. */
export function clipSpans(spans: readonly Span[], start: number, end: number): readonly Span[] {
  return spans
    .filter((span) => span.start < end && span.end > start)
    .map((span) => {
      const inside = { ...span, start: Math.max(span.start, start) - start, end: Math.min(span.end, end) - start }
      // A replacement is for the whole range: a part of it gets the label.
      if (span.start < start || span.end > end) delete inside.replacement
      return inside
    })
}
