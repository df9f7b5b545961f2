import { Link } from '@tanstack/react-router'
import { ChevronDown, type LucideIcon } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { cx } from '../ui/cx.ts'
import { setClosed, useClosedAreas } from './closed-areas.ts'
import type { Page } from './page.ts'

/** Menu rows: compact beside the page, so that all areas are visible; taller on touch devices. */
export const ENTRY =
  'flex h-7 items-center gap-2.5 rounded-md px-2 text-sm text-muted transition-colors hover:bg-hover hover:text-ink max-[899px]:h-9'

/** Number of sticky headings before and after. */
interface StickyOffset {
  readonly before: number
  readonly after: number
}

interface Props extends StickyOffset {
  /** Empty for pages without area, which are always visible. */
  readonly title: string
  readonly pages: readonly Page[]
  /** Path of the open page if it is in this group, which then cannot be collapsed. */
  readonly current: string | undefined
}

const HEADING_PX = 24

/** Pages of one area, as a collapsible group. */
export function SidebarGroup({ title, pages, current, before, after }: Props) {
  const isCurrent = current !== undefined
  const list = useId()
  const entries = useRef<HTMLUListElement>(null)
  const isClosed = useClosedAreas().has(title) && !isCurrent
  useEffect(() => {
    // A visited group stays open, so that nothing moves under the pointer.
    if (isCurrent) setClosed(title, false)
  }, [isCurrent, title])
  useEffect(() => {
    if (current !== undefined)
      entries.current?.querySelector('[aria-current=page]')?.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const onHeading = (): void => {
    // A click on the heading of hidden entries scrolls to them.
    if (!isClosed && !isVisible(entries.current)) entries.current?.scrollIntoView({ block: 'nearest' })
    else if (!isCurrent) setClosed(title, !isClosed)
  }
  return (
    <div className="contents">
      {title !== '' && (
        <button
          type="button"
          aria-expanded={!isClosed}
          aria-controls={list}
          aria-disabled={isCurrent || undefined}
          onClick={onHeading}
          style={{ top: before * HEADING_PX, bottom: after * HEADING_PX }}
          className={cx(
            'z-10 flex h-6 w-full shrink-0 items-center bg-surface -outline-offset-2 min-[900px]:sticky justify-between rounded-md px-2 text-xs font-semibold text-muted max-[899px]:h-9',
            isCurrent ? '!cursor-default' : 'hover:bg-hover hover:text-ink',
          )}
        >
          {title}
          {!isCurrent && (
            <ChevronDown size={14} aria-hidden className={cx('transition-transform', isClosed && '-rotate-90')} />
          )}
        </button>
      )}
      <ul
        ref={entries}
        id={list}
        hidden={isClosed}
        style={{ scrollMarginTop: (before + 1) * HEADING_PX, scrollMarginBottom: after * HEADING_PX }}
        className={cx('mb-2 flex-col gap-px', isClosed ? 'hidden' : 'flex')}
      >
        {pages.map(
          (page) =>
            page.icon !== undefined &&
            !page.path.includes('$') && (
              <Entry key={page.path} {...page} Icon={page.icon} before={before} after={after} />
            ),
        )}
      </ul>
    </div>
  )
}

/** Returns whether any entry is visible and not covered by headings or the end of the menu. */
function isVisible(list: HTMLUListElement | null): boolean {
  if (list === null) return false
  return [...list.children].some((entry) => {
    const { left, top, width, height } = entry.getBoundingClientRect()
    return entry.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
}

function Entry({ path, title, Icon, before, after }: Page & StickyOffset & { readonly Icon: LucideIcon }) {
  return (
    // Sticky headings would otherwise cover an entry after scrolling to it.
    <li style={{ scrollMarginTop: (before + 1) * HEADING_PX, scrollMarginBottom: after * HEADING_PX }}>
      <Link
        to={path}
        activeOptions={{ exact: path === '/' }}
        className={ENTRY}
        activeProps={{ className: 'bg-accent-soft font-medium !text-accent-ink' }}
      >
        <Icon size={16} aria-hidden />
        {title}
      </Link>
    </li>
  )
}
