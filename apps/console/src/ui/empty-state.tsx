import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface Props {
  readonly icon: LucideIcon
  readonly title: string
  /** One sentence about the first step. */
  readonly children: ReactNode
  readonly action?: ReactNode
}

/** Empty state with the action that fills it. */
export function EmptyState({ icon: Icon, title, children, action }: Props) {
  return (
    <div className="flex flex-col items-center px-4 py-10 text-center">
      <span className="mb-3 inline-flex size-10 items-center justify-center rounded-lg bg-accent-soft text-accent-ink">
        <Icon size={20} aria-hidden />
      </span>
      <p className="font-semibold">{title}</p>
      <div className="mt-1 max-w-md text-sm text-muted">{children}</div>
      {action !== undefined && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
