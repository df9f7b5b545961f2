import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface Props {
  /** A path of the console, with its names filled in. */
  readonly to: string
  readonly search?: Readonly<Record<string, unknown>>
  readonly children: ReactNode
  readonly className?: string
}

/** A link inside the console. */
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
