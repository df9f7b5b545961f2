import { DropdownMenu as Radix } from 'radix-ui'
import type { LucideIcon } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { cx } from './cx.ts'
import { useLayer } from './layer.ts'

export interface MenuItem {
  readonly label: string
  readonly icon?: LucideIcon
  readonly onPick: () => void
  readonly danger?: boolean
  readonly disabled?: boolean
}

interface Props {
  /** Opening element: a Button or an IconButton. */
  readonly trigger: ReactElement
  /** `null` renders a separator. */
  readonly items: readonly (MenuItem | null)[]
  readonly header?: ReactNode
}

export function Menu({ trigger, items, header }: Props) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal container={useLayer()}>
        <Radix.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className="appear z-50 min-w-48 rounded-lg border border-line bg-surface p-1 shadow-pop"
        >
          {header !== undefined && <div className="px-2 py-1.5 text-xs text-muted">{header}</div>}
          {items.map((item, at) =>
            item === null ? (
              // oxlint-disable-next-line react/no-array-index-key -- lines have nothing else
              <Radix.Separator key={`line-${at}`} className="my-1 h-px bg-line" />
            ) : (
              <Entry key={item.label} {...item} />
            ),
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function Entry({ label, icon: Icon, onPick, danger = false, disabled = false }: MenuItem) {
  return (
    <Radix.Item
      disabled={disabled}
      onSelect={onPick}
      className={cx(
        'flex min-h-8 items-center gap-2 rounded-md px-2 text-sm outline-none select-none data-disabled:opacity-50 data-highlighted:bg-hover',
        danger && 'text-bad',
      )}
    >
      {Icon ? <Icon size={15} aria-hidden className={danger ? '' : 'text-muted'} /> : <span className="w-[15px]" />}
      {label}
    </Radix.Item>
  )
}
