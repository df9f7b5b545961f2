import { CircleAlert } from 'lucide-react'
import { useId, useRef } from 'react'
import { cx } from './cx.ts'
import type { LineProblem } from './line-problem.ts'
import { messages } from '../messages/ui.ts'

interface Props {
  readonly label: string
  readonly text: string
  readonly onChange: (text: string) => void
  readonly problems?: readonly LineProblem[]
  readonly readOnly?: boolean
}

const LINE_PX = 20

/** Text editor with line numbers. Problems are shown at their lines, and below as links. */
export function CodeEditor({ label, text, onChange, problems = [], readOnly = false }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const lines = text.split('\n')
  const wrong = new Set(problems.map(({ line }) => line))
  const goTo = (line: number): void => {
    const start = lines.slice(0, Math.max(0, line - 1)).reduce((sum, item) => sum + item.length + 1, 0)
    area.current?.focus()
    area.current?.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="max-h-[640px] overflow-y-auto rounded-md border border-edge bg-sunken focus-within:border-accent">
        <div className="flex font-mono text-xs" style={{ lineHeight: `${LINE_PX}px` }}>
          <div aria-hidden className="shrink-0 py-2 text-right text-muted select-none">
            {lines.map((_, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- lines are told by their number
              <div key={at} className={cx('w-11 pr-3', wrong.has(at + 1) && 'bg-bad-soft font-semibold text-bad')}>
                {at + 1}
              </div>
            ))}
          </div>
          <textarea
            ref={area}
            aria-label={label}
            aria-invalid={problems.length > 0}
            aria-describedby={problems.length > 0 ? id : undefined}
            readOnly={readOnly}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            wrap="off"
            rows={lines.length}
            value={text}
            onChange={(event) => onChange(event.target.value)}
            className="min-w-0 flex-1 resize-none overflow-x-auto overflow-y-hidden bg-transparent py-2 pr-3 whitespace-pre outline-none"
            style={{ lineHeight: `${LINE_PX}px`, minHeight: LINE_PX * 8 }}
          />
        </div>
      </div>
      {problems.length > 0 && (
        <div id={id} role="alert" aria-label={messages.codeEditor.problemsOf(label)} className="text-xs text-bad">
          <ul className="flex flex-col gap-1">
            {problems.map(({ line, message }) => (
              <li key={`${line} ${message}`} className="flex items-start gap-1.5">
                <CircleAlert size={14} aria-hidden className="mt-px shrink-0" />
                {line === 0 ? (
                  message
                ) : (
                  <button
                    type="button"
                    className="min-h-6 text-left underline underline-offset-2"
                    onClick={() => goTo(line)}
                  >
                    {messages.codeEditor.line(line, message)}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
