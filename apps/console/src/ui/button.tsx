import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

const LOOKS = {
  primary: 'bg-accent-strong text-on-accent hover:brightness-90 border-transparent',
  plain: 'bg-surface text-ink border-line hover:bg-hover',
  quiet: 'bg-transparent text-ink border-transparent hover:bg-hover',
  danger: 'bg-surface text-bad border-line hover:bg-bad-soft',
} as const

export interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: keyof typeof LOOKS
  readonly icon?: LucideIcon
  /** Whether the action is in progress. Further clicks are then ignored. */
  readonly busy?: boolean
}

/** Button component. `type` defaults to `button`. */
export function Button({ look = 'plain', icon: Icon, busy = false, children, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      disabled={rest.disabled === true || busy}
      className={cx(
        'inline-flex h-8 shrink-0 items-center justify-center gap-1.5 rounded-md border px-3 text-sm font-medium whitespace-nowrap transition-colors disabled:opacity-60',
        LOOKS[look],
        className,
      )}
    >
      {busy ? <LoaderCircle size={15} className="animate-spin" aria-hidden /> : Icon && <Icon size={15} aria-hidden />}
      {children}
    </button>
  )
}
