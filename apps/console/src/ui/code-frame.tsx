import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'

interface Props {
  readonly label: string
  /** Text to copy; the caller renders its lines. */
  readonly text: string
  readonly copyLabel?: string
  /** Renders one line with its index from 0. */
  readonly children: (line: string, at: number) => ReactNode
}

/** Scrollable box for lines of text, accessible by keyboard. */
export function CodeFrame({ label, text, copyLabel, children }: Props) {
  return (
    <div className="flex flex-row-reverse overflow-hidden rounded-md border border-line bg-sunken">
      <div className="shrink-0 p-1">
        <CopyButton text={text} {...(copyLabel === undefined ? {} : { label: copyLabel })} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <pre
        tabIndex={0}
        role="region"
        aria-label={label}
        className="max-h-[480px] min-w-0 flex-1 overflow-auto py-2 font-mono text-xs leading-5"
      >
        {text.replace(/\n$/, '').split('\n').map(children)}
      </pre>
    </div>
  )
}

/** Text of a line. An empty line keeps its height. @param isProse whether the line is wrapped */
export function CodeLine({ children, isProse = false }: { readonly children: string; readonly isProse?: boolean }) {
  return (
    <code className={isProse ? 'min-w-0 wrap-anywhere whitespace-pre-wrap' : 'whitespace-pre'}>
      {children === '' ? ' ' : children}
    </code>
  )
}
