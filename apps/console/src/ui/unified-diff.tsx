import { CodeFrame, CodeLine } from './code-frame.tsx'
import { cx } from './cx.ts'
import { messages } from '../messages/ui.ts'

const KINDS = [
  ['+++', 'head'],
  ['---', 'head'],
  ['@@', 'head'],
  ['diff ', 'head'],
  ['+', 'come'],
  ['-', 'gone'],
] as const

/** Diff in the format of `git apply`: by color, sign and word. */
export function UnifiedDiff({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <CodeFrame label={label} text={text} copyLabel={messages.unifiedDiff.copyDiff}>
      {(line, at) => {
        const kind = KINDS.find(([sign]) => line.startsWith(sign))?.[1] ?? 'same'
        return (
          <div
            // Lines are identified by their index.
            key={at}
            className={cx(
              'px-3',
              kind === 'gone' && 'bg-bad-soft text-bad',
              kind === 'come' && 'bg-ok-soft text-ok',
              kind === 'head' && 'text-muted',
            )}
          >
            {kind === 'gone' && <span className="sr-only">{messages.unifiedDiff.removed} </span>}
            {kind === 'come' && <span className="sr-only">{messages.unifiedDiff.added} </span>}
            <CodeLine>{line}</CodeLine>
          </div>
        )
      }}
    </CodeFrame>
  )
}
