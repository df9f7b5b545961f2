import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface Props {
  readonly title?: ReactNode
  /** Content next to the title: buttons, a link, a count. */
  readonly actions?: ReactNode
  readonly children: ReactNode
  /** Without padding, for tables and lists. */
  readonly flush?: boolean
  readonly className?: string
}

export function Card({ title, actions, children, flush = false, className }: Props) {
  return (
    <section className={cx('min-w-0 overflow-hidden rounded-lg border border-line bg-surface', className)}>
      {(title !== undefined || actions !== undefined) && (
        <header className="flex min-h-11 flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-1.5">
          <h2 className="text-sm font-semibold">{title}</h2>
          {actions !== undefined && <div className="flex items-center gap-2 text-sm">{actions}</div>}
        </header>
      )}
      <div className={flush ? '' : 'p-4'}>{children}</div>
    </section>
  )
}
