import { CodeFrame, CodeLine } from './code-frame.tsx'
import { cx } from './cx.ts'

interface Props {
  readonly text: string
  readonly label: string
  /** Number of the first line; default: no line numbers. */
  readonly from?: number
  /** Numbers of highlighted lines. */
  readonly marked?: ReadonlySet<number>
  /** Whether long lines are wrapped like text. */
  readonly isProse?: boolean
}

/** Code or output as plain text, never interpreted as markup. */
export function CodeBlock({ text, label, from, marked, isProse = false }: Props) {
  return (
    <CodeFrame label={label} text={text}>
      {(line, at) => {
        const number = (from ?? 1) + at
        return (
          <div
            key={number}
            className={cx(
              'flex px-3',
              marked?.has(number) === true && 'bg-warn-soft shadow-[inset_3px_0_0_var(--warn)]',
            )}
          >
            {from !== undefined && (
              <span className="w-10 shrink-0 pr-3 text-right text-muted select-none">{number}</span>
            )}
            <CodeLine isProse={isProse}>{line}</CodeLine>
          </div>
        )
      }}
    </CodeFrame>
  )
}
