import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const TONES = { plain: '', ok: 'text-ok', warn: 'text-warn', bad: 'text-bad' } as const

interface Props {
  readonly label: string
  readonly value: ReactNode
  /** Meaning of the number, or its total. */
  readonly note?: ReactNode
  readonly tone?: keyof typeof TONES
}

/** Single key figure. */
export function Stat({ label, value, note, tone = 'plain' }: Props) {
  return (
    <div className="min-w-0 rounded-lg border border-line bg-surface px-4 py-3">
      <p className="text-xs font-medium text-muted">{label}</p>
      <p className={cx('mt-0.5 text-xl font-semibold tabular-nums', TONES[tone])}>{value}</p>
      {note !== undefined && <p className="text-xs text-muted">{note}</p>}
    </div>
  )
}
