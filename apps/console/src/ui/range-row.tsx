import { memo, type KeyboardEvent } from 'react'
import { cx } from './cx.ts'
import type { Column } from './data-table.tsx'
import { messages } from '../messages/ui.ts'

export const ROW_PX = 36

/** Row actions, by index. */
export interface RowDoes {
  readonly onFocus: (index: number) => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  readonly onClick: (index: number) => void
  readonly onSelect: (index: number, extend: boolean) => void
}

interface Props<Row> {
  readonly index: number
  /** Pixels from the first row. */
  readonly start: number
  readonly row: Row | undefined
  readonly columns: readonly Column<Row>[]
  readonly template: string
  readonly isFocusable: boolean
  /** Undefined if rows are not selectable. */
  readonly isSelected: boolean | undefined
  readonly does: RowDoes
}

/** Memoized row, rendered again only after a change. */
export const RangeRow = memo(Drawn) as typeof Drawn

function Drawn<Row>({ index, start, row, columns, template, isFocusable, isSelected, does }: Props<Row>) {
  return (
    <div
      role="row"
      data-at={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-busy={row === undefined || undefined}
      tabIndex={isFocusable ? 0 : -1}
      onFocus={() => does.onFocus(index)}
      onKeyDown={does.onKeyDown}
      onClick={(event) => {
        const isControl = (event.target as HTMLElement).closest('a,button,input,label') !== null
        if (!isControl) does.onClick(index)
      }}
      className={cx(
        'absolute inset-x-0 grid cursor-pointer items-center border-b border-line px-2 -outline-offset-2 hover:bg-hover',
        isSelected === true && 'bg-accent-soft',
      )}
      style={{ height: ROW_PX, transform: `translateY(${start}px)`, gridTemplateColumns: template }}
    >
      {isSelected !== undefined && (
        <span role="gridcell" className="pl-2">
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={messages.rangeRow.selectRow(index + 1)}
            checked={isSelected}
            disabled={row === undefined}
            onChange={(event) => does.onSelect(index, (event.nativeEvent as MouseEvent).shiftKey)}
            className="block size-4 accent-accent-strong"
          />
        </span>
      )}
      {columns.map(({ id, cell, number = false }) => (
        <span key={id} role="gridcell" className={cx('min-w-0 truncate px-2', number && 'text-right tabular-nums')}>
          {row === undefined ? (
            <span className="block h-3 w-2/3 rounded-sm bg-sunken" aria-label={messages.rangeRow.loading} role="img" />
          ) : (
            cell(row)
          )}
        </span>
      ))}
    </div>
  )
}
