import { ChevronRight } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { TextLink } from './text-link.tsx'
import { messages } from '../messages/ui.ts'

interface Props {
  readonly title: string
  /** One sentence on the purpose of the page. */
  readonly intro?: ReactNode
  /** Breadcrumbs: `[['Projects', '/appsec/projects']]`. */
  readonly crumbs?: readonly (readonly [title: string, to: string])[]
  readonly actions?: ReactNode
}

/** Page header with location, purpose, and actions. Also sets the window title. */
export function PageHeader({ title, intro, crumbs = [], actions }: Props) {
  useEffect(() => {
    document.title = messages.pageHeader.gatehouse(title)
  }, [title])
  return (
    <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
      <div className="min-w-0">
        {crumbs.length > 0 && (
          <nav
            aria-label={messages.pageHeader.breadcrumbs}
            className="mb-1 flex flex-wrap items-center gap-1 text-xs text-muted"
          >
            {crumbs.map(([name, to], at) => (
              <span key={to} className="inline-flex items-center gap-1">
                {at > 0 && <ChevronRight size={12} aria-hidden />}
                <TextLink to={to}>{name}</TextLink>
              </span>
            ))}
          </nav>
        )}
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        {intro !== undefined && <p className="mt-0.5 max-w-2xl text-sm text-muted">{intro}</p>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  )
}
