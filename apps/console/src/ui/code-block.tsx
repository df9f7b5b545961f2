import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { cx } from './cx.ts'
import { IconButton } from './icon-button.tsx'

interface Props {
  readonly text: string
  readonly label: string
  /** Number of the first line; absent: lines bear no numbers. */
  readonly from?: number
  /** Numbers of lines to point out. */
  readonly marked?: ReadonlySet<number>
}

/** Code or output as it is: text alone, never read as markup. */
export function CodeBlock({ text, label, from, marked }: Props) {
  const lines = text.replace(/\n$/, '').split('\n')
  return (
    <div className="relative overflow-hidden rounded-md border border-line bg-sunken">
      <div className="absolute top-1 right-1">
        <CopyButton text={text} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <pre
        tabIndex={0}
        role="region"
        aria-label={label}
        className="max-h-[480px] overflow-auto py-2 pr-10 font-mono text-xs leading-5"
      >
        {lines.map((line, at) => {
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
              <code className="whitespace-pre">{line === '' ? ' ' : line}</code>
            </div>
          )
        })}
      </pre>
    </div>
  )
}

export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const [done, setDone] = useState(false)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text)
    setDone(true)
    setTimeout(() => setDone(false), 1_500)
  }
  return <IconButton icon={done ? Check : Copy} label={done ? 'Copied' : label} onClick={() => void copy()} />
}
