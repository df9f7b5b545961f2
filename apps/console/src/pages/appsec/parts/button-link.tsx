import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../../ui/cx.ts'

interface Props {
  readonly to: string
  readonly search?: Readonly<Record<string, unknown>>
  readonly icon?: LucideIcon
  readonly look?: 'primary' | 'plain'
  readonly children: ReactNode
}

/** Link styled as a button: it navigates and can be opened in a new tab. */
export function ButtonLink({ to, search, icon: Icon, look = 'plain', children }: Props) {
  return (
    <Link
      to={to}
      {...(search === undefined ? {} : { search })}
      className={cx(
        'inline-flex h-8 shrink-0 items-center justify-center gap-1.5 rounded-md border px-3 text-sm font-medium whitespace-nowrap transition-colors',
        look === 'primary'
          ? 'border-transparent bg-accent-strong text-on-accent hover:bg-accent'
          : 'border-line bg-surface text-ink hover:bg-hover',
      )}
    >
      {Icon && <Icon size={15} aria-hidden />}
      {children}
    </Link>
  )
}
