import { CopyButton } from './code-block.tsx'
import { cx } from './cx.ts'

const KINDS = [
  ['+++', 'head'],
  ['---', 'head'],
  ['@@', 'head'],
  ['diff ', 'head'],
  ['+', 'come'],
  ['-', 'gone'],
] as const

/** A diff as `git apply` takes it: by colour, sign and word. */
export function UnifiedDiff({ text, label }: { readonly text: string; readonly label: string }) {
  const lines = text.replace(/\n$/, '').split('\n')
  return (
    <div className="relative overflow-hidden rounded-md border border-line bg-sunken">
      <div className="absolute top-1 right-1">
        <CopyButton text={text} label="Copy the diff" />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <pre
        tabIndex={0}
        role="region"
        aria-label={label}
        className="max-h-[480px] overflow-auto py-2 pr-10 font-mono text-xs leading-5"
      >
        {lines.map((line, at) => {
          const kind = KINDS.find(([sign]) => line.startsWith(sign))?.[1] ?? 'same'
          return (
            <div
              // oxlint-disable-next-line react/no-array-index-key -- lines of a text are told by their place
              key={at}
              className={cx(
                'px-3',
                kind === 'gone' && 'bg-bad-soft text-bad',
                kind === 'come' && 'bg-ok-soft text-ok',
                kind === 'head' && 'text-muted',
              )}
            >
              {kind === 'gone' && <span className="sr-only">removed: </span>}
              {kind === 'come' && <span className="sr-only">added: </span>}
              <code className="whitespace-pre">{line === '' ? ' ' : line}</code>
            </div>
          )
        })}
      </pre>
    </div>
  )
}
