import { Tooltip } from './tooltip.tsx'
import { messages } from '../messages/ui.ts'

const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' })
const EXACT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' })

/** Relative time with the exact time in the user's time zone as tooltip. */
export function Time({ at }: { readonly at: string | number | Date | null | undefined }) {
  if (at === null || at === undefined) return <span className="text-muted">{messages.time.never}</span>
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return <span>{String(at)}</span>
  const exact = EXACT.format(date)
  return (
    <Tooltip text={exact}>
      <time dateTime={date.toISOString()} className="whitespace-nowrap tabular-nums">
        {relative(date)}
        <span className="sr-only"> ({exact})</span>
      </time>
    </Tooltip>
  )
}

function relative(date: Date): string {
  const seconds = (date.getTime() - Date.now()) / 1_000
  for (const [unit, length] of STEPS) {
    if (Math.abs(seconds) >= length) return RELATIVE.format(Math.round(seconds / length), unit)
  }
  return Math.abs(seconds) < 5 ? messages.time.now : RELATIVE.format(Math.round(seconds), 'second')
}
