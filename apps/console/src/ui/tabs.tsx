import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

export interface Tab {
  readonly value: string
  readonly label: ReactNode
  readonly content: ReactNode
}

interface Props {
  readonly label: string
  readonly tabs: readonly Tab[]
  /** Give both to keep the choice in the address. */
  readonly value?: string
  readonly onPick?: (value: string) => void
}

export function Tabs({ label, tabs, value, onPick }: Props) {
  const controlled = value === undefined ? { defaultValue: tabs[0]?.value ?? '' } : { value }
  return (
    <Radix.Root {...controlled} onValueChange={(to) => onPick?.(to)}>
      <Radix.List aria-label={label} className="flex gap-4 overflow-x-auto border-b border-line">
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
