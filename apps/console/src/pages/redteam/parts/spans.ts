import type { AttackRecord, Span } from './types.ts'

type Evidence = AttackRecord['judge']['evidence'][number]

/** How the places of evidence in replies stand in a conversation: by the place of the message, in order and apart from each other. */
export function spansByMessage(evidence: readonly Evidence[]): ReadonlyMap<number, readonly Span[]> {
  const all = evidence.flatMap(({ detail, turn = -1, spans = [] }) =>
    // Each turn is a message and what came back.
    spans.map((one) => ({ at: turn * 2 + 1, ...one, label: detail })),
  )
  return new Map([...Map.groupBy(all, ({ at }) => at)].map(([at, spans]) => [at, apart(spans)]))
}

function apart(spans: readonly Span[]): readonly Span[] {
  const kept: Span[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end))
    if (span.start >= (kept.at(-1)?.end ?? 0)) kept.push(span)
  return kept
}

/** What stands in replies, and not in calls, at addresses or in how long it took. */
const IN_REPLIES = /_in_reply$|^marker_|^for_success$|^program_was_run$|^answer_changed$/

/** Evidence that stands in a reply whose judge cannot tell where: it had to be decoded, or is about all of it. */
export function isPlaceless({ code, spans = [] }: Evidence): boolean {
  return spans.length === 0 && IN_REPLIES.test(code)
}
