import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface Props {
  readonly label: ReactNode
  readonly on: boolean
  readonly onFlip: (on: boolean) => void
  readonly disabled?: boolean
}

/** Switch that takes effect immediately. */
export function Switch({ label, on, onFlip, disabled = false }: Props) {
  return (
    <label className="inline-flex min-h-6 items-center gap-2 text-sm">
      <button
        type="button"
        role="switch"
        aria-checked={on}
        disabled={disabled}
        onClick={() => onFlip(!on)}
        className={cx(
          'inline-flex h-5 w-9 shrink-0 items-center rounded-full border p-0.5 transition-colors disabled:opacity-60',
          on ? 'border-accent-strong bg-accent-strong' : 'border-edge bg-sunken',
        )}
      >
        <span
          className={cx('size-3.5 rounded-full transition-transform', on ? 'translate-x-4 bg-on-accent' : 'bg-edge')}
        />
      </button>
      {label}
    </label>
  )
}
