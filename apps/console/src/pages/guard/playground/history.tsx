import { Verdict } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/cx.ts'
import { Time } from '../../../ui/time.tsx'
import { visible } from '../parts/visible.ts'
import type { Attempt, Draft } from './attempt.ts'
import { messages } from '../../../messages/guard/playground.ts'

interface Props {
  readonly attempts: readonly Attempt[]
  readonly shown: number | undefined
  readonly onPick: (attempt: Attempt) => void
}

const START_CHARS = 120

/** Attempts since the page was loaded. */
export function History({ attempts, shown, onPick }: Props) {
  if (attempts.length === 0) return null
  return (
    <Card
      flush
      title={messages.history.history}
      actions={<span className="text-muted">{messages.history.storedInThisTabOnly}</span>}
    >
      <ul aria-label={messages.history.previousChecks}>
        {attempts.map((attempt) => (
          <li key={attempt.id} className="border-b border-line last:border-0">
            <button
              type="button"
              aria-current={attempt.id === shown ? 'true' : undefined}
              onClick={() => onPick(attempt)}
              className={cx(
                'grid h-10 w-full grid-cols-[148px_minmax(0,1fr)_max-content] items-center gap-2 px-4 text-left text-sm -outline-offset-2 hover:bg-hover',
                attempt.id === shown && 'bg-accent-soft',
              )}
            >
              <Verdict of={attempt.judged.action} />
              <span className="truncate">{visible(startOf(attempt.draft)).replaceAll('\n', ' ')}</span>
              <span className="text-xs text-muted">
                <Time at={attempt.at} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function startOf({ kind, prompt, output, file, tool, args }: Draft): string {
  const whole = { prompt, output, file: file?.name ?? '', tool: `${tool} ${args}` }[kind]
  return whole.slice(0, START_CHARS)
}
