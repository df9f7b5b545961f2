import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface Props {
  /** Console path with its parameters. */
  readonly to: string
  readonly search?: Readonly<Record<string, unknown>>
  readonly children: ReactNode
  readonly className?: string
}

/** Link inside the console. */
export function TextLink({ to, search, children, className }: Props) {
  return (
    <Link
      to={to}
      {...(search === undefined ? {} : { search })}
      className={cx('text-accent-ink underline underline-offset-2 hover:no-underline', className)}
    >
      {children}
    </Link>
  )
}
