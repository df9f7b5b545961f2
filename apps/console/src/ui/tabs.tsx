import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { useScrollEdges } from './scroll-edges.ts'

export interface Tab {
  readonly value: string
  readonly label: ReactNode
  readonly content: ReactNode
}

interface Props {
  readonly label: string
  readonly tabs: readonly Tab[]
  /** Set both to keep the selection in the URL. */
  readonly value?: string
  readonly onPick?: (value: string) => void
}

export function Tabs({ label, tabs, value, onPick }: Props) {
  const list = useRef<HTMLDivElement>(null)
  useScrollEdges(list)
  useEffect(() => showActive(list.current), [value])
  const controlled = value === undefined ? { defaultValue: tabs[0]?.value ?? '' } : { value }
  return (
    <Radix.Root {...controlled} onValueChange={(to) => onPick?.(to)}>
      <Radix.List
        ref={list}
        aria-label={label}
        className="flex gap-4 overflow-x-auto border-b border-line [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px h-9 shrink-0 border-b-2 border-transparent text-sm font-medium text-muted hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-4">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}

/** Space next to the active tab, so that the next tab is partly visible. */
const NEIGHBOUR_PX = 56

/** Scrolls only the tab bar, never the page, until the active tab is visible. */
function showActive(list: HTMLElement | null): void {
  const tab = list?.querySelector<HTMLElement>('[data-state=active]')
  if (list === null || !tab) return
  const [bar, { left, right }] = [list.getBoundingClientRect(), tab.getBoundingClientRect()]
  const [before, after] = [left - NEIGHBOUR_PX - bar.left, right + NEIGHBOUR_PX - bar.right]
  if (before < 0) list.scrollLeft += before
  else if (after > 0) list.scrollLeft += after
}
