import { diffLines } from '../lib/diff-lines.ts'
import { cx } from './cx.ts'
import { messages } from '../messages/ui.ts'

interface Props {
  readonly before: string
  readonly after: string
  readonly label: string
}

const SIGNS = { same: ' ', gone: '−', come: '+' } as const

/** Line diff of two texts: by color, sign and word. */
export function DiffView({ before, after, label }: Props) {
  const lines = diffLines(before, after)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <pre
      tabIndex={0}
      role="region"
      aria-label={label}
      className="max-h-[480px] overflow-auto rounded-md border border-line bg-sunken py-2 font-mono text-xs leading-5"
    >
      {lines.map(({ kind, text }, at) => (
        <div
          // oxlint-disable-next-line react/no-array-index-key -- lines of a text are told by their place
          key={at}
          className={cx(
            'flex px-3',
            kind === 'gone' && 'bg-bad-soft text-bad',
            kind === 'come' && 'bg-ok-soft text-ok',
          )}
        >
          <span className="w-5 shrink-0 select-none" aria-hidden>
            {SIGNS[kind]}
          </span>
          {kind !== 'same' && (
            <span className="sr-only">{kind === 'gone' ? messages.diffView.removed : messages.diffView.added}</span>
          )}
          <code className="whitespace-pre">{text}</code>
        </div>
      ))}
    </pre>
  )
}
