import type { AttackRecord, Span } from './types.ts'

type Evidence = AttackRecord['judge']['evidence'][number]

/** Maps evidence ranges in replies to messages of a conversation: by message index, sorted and disjoint. */
export function spansByMessage(evidence: readonly Evidence[]): ReadonlyMap<number, readonly Span[]> {
  const all = evidence.flatMap(({ detail, turn = -1, spans = [] }) =>
    // Each turn is a message and its reply.
    spans.map((span) => ({ at: turn * 2 + 1, ...span, label: detail })),
  )
  return new Map([...Map.groupBy(all, ({ at }) => at)].map(([at, spans]) => [at, withoutOverlaps(spans)]))
}

function withoutOverlaps(spans: readonly Span[]): readonly Span[] {
  const remaining: Span[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end))
    if (span.start >= (remaining.at(-1)?.end ?? 0)) remaining.push(span)
  return remaining
}

/** Kinds of evidence in replies, in contrast to calls, sink requests or durations. */
const IN_REPLIES = /_in_reply$|^marker_|^for_success$|^program_was_run$|^answer_changed$/

/** Returns whether evidence in a reply has no range, because it was decoded or concerns the entire reply. */
export function isPlaceless({ code, spans = [] }: Evidence): boolean {
  return spans.length === 0 && IN_REPLIES.test(code)
}
