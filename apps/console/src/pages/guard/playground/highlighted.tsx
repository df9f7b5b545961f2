import { cx } from '../../../ui/cx.ts'
import { visible } from '../parts/visible.ts'
import { segmentsOf, type Span } from './spans.ts'
import { messages } from '../../../messages/guard/playground.ts'

const LOOKS: Readonly<Record<string, string>> = {
  block: 'bg-bad-soft text-bad decoration-bad',
  redact: 'bg-warn-soft text-warn decoration-warn',
  warn: 'bg-warn-soft text-warn decoration-warn',
}

/** Text with the findings of guards highlighted: by color, underline, and words for screen readers. */
export function Highlighted({ text, spans }: { readonly text: string; readonly spans: readonly Span[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <p
      tabIndex={0}
      role="region"
      aria-label={messages.highlighted.textWithHighlightedFindings}
      className="max-h-72 overflow-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs leading-6 whitespace-pre-wrap"
    >
      {segmentsOf(text, spans).map((piece) => {
        const [first] = piece.spans
        if (first === undefined) return <span key={piece.start}>{visible(piece.text)}</span>
        const names = [...new Set(piece.spans.map(({ label, guardrail }) => `${label} (${guardrail})`))].join(', ')
        return (
          <mark
            key={piece.start}
            title={names}
            className={cx(
              'rounded-sm px-0.5 underline decoration-2 underline-offset-4',
              LOOKS[first.action] ?? 'bg-info-soft text-info decoration-info',
            )}
          >
            {visible(piece.text)}
            <span className="sr-only"> [{names}]</span>
          </mark>
        )
      })}
    </p>
  )
}
