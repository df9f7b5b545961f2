import type { AttackRecord, Span } from './types.ts'

type Evidence = AttackRecord['judge']['evidence'][number]

/** In a report it stands for each secret of the target. */
const MASK = '***'
const SPANS_MAX = 50

/** Where in a reply the evidence stands: excerpts as judges cite them, and the places of secrets that it gave away. */
export function spansOf(reply: string, evidence: readonly Evidence[], turn: number): readonly Span[] {
  const found = evidence.flatMap(({ code, detail, excerpt = '', turn: at = 0 }) => {
    if (at !== turn) return []
    const start = excerpt === '' ? -1 : reply.indexOf(excerpt)
    if (start >= 0) return [{ start, end: start + excerpt.length, label: detail }]
    return code.startsWith('canary') ? everyMask(reply, detail) : []
  })
  const sorted = found.toSorted((a, b) => a.start - b.start || b.end - a.end)
  const apart: Span[] = []
  for (const span of sorted) if (span.start >= (apart.at(-1)?.end ?? 0)) apart.push(span)
  return apart
}

function everyMask(reply: string, label: string): Span[] {
  const spans: Span[] = []
  for (let at = reply.indexOf(MASK); at >= 0 && spans.length < SPANS_MAX; at = reply.indexOf(MASK, at + MASK.length)) {
    spans.push({ start: at, end: at + MASK.length, label })
  }
  return spans
}
