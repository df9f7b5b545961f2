import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Column, Sort } from './data-table.tsx'
import { RangeRow, ROW_PX, type RowDoes } from './range-row.tsx'
import { shownRows, useRowFocus, useRowsInView } from './row-focus.ts'
import { leastWidth, TableHead } from './table-head.tsx'
import { messages } from '../messages/ui.ts'

interface Props<Row> {
  readonly label: string
  /** Number of rows, loaded or not. */
  readonly total: number
  /** Returns a row by index; undefined if not loaded. */
  readonly rowAt: (index: number) => Row | undefined
  /** Called with the visible range, for loading its rows. */
  readonly onRange: (from: number, to: number) => void
  readonly columns: readonly Column<Row>[]
  readonly idOf: (row: Row) => string
  readonly active: number
  readonly onActive: (index: number) => void
  readonly onOpen: (row: Row) => void
  readonly selected?: ReadonlySet<string>
  /** Enables checkboxes; `extend`: from the last toggled row to this one. */
  readonly onSelect?: (index: number, extend: boolean) => void
  /** Selects or deselects all loaded rows. */
  readonly onSelectAll?: (isOn: boolean) => void
  readonly sort?: Sort
  readonly onSort?: (sort: Sort) => void
  /** Handles further keys on a row. Returns true if handled. */
  readonly onKey?: (event: KeyboardEvent, index: number) => boolean
  readonly height?: number
  /** Content below the list, such as search limits. */
  readonly foot?: ReactNode
}

/** Browsers do not render elements higher than about 16 million pixels. */
const ROWS_MAX = 400_000

/**
 * List of any length that loads only visible rows and scrolls to any position. Arrow keys, j and k move, Enter opens, Space and x select,
 * Shift extends the selection.
 */
export function RangeTable<Row>(props: Props<Row>) {
  const { label, rowAt, columns, idOf, active, onActive, onRange, onSelect, selected, height = 640 } = props
  const total = Math.min(props.total, ROWS_MAX)
  const { scroller, virtual } = useShown(total, active, height, onRange)
  const template = [
    ...(onSelect === undefined ? [] : ['36px']),
    ...columns.map(({ width = 'minmax(96px, 1fr)' }) => width),
  ].join(' ')
  const focus = useRowFocus(scroller)
  const moveTo = (index: number): void => {
    const to = Math.max(0, Math.min(total - 1, index))
    onActive(to)
    virtual.scrollToIndex(to)
    focus(to)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    // A key before the next render must apply to the new active row.
    const at = Math.min(active, total - 1)
    const row = rowAt(at)
    const to = destination(event.key, at, total)
    if (to !== undefined) moveTo(to)
    else if (event.key === 'Enter' && row !== undefined) props.onOpen(row)
    else if ((event.key === ' ' || event.key.toLowerCase() === 'x') && row !== undefined && onSelect !== undefined)
      onSelect(at, event.shiftKey)
    else if (props.onKey?.(event, at) !== true) return
    event.preventDefault()
  }
  const does = useSteady({
    onFocus: onActive,
    onKeyDown,
    onClick: (index) => {
      const row = rowAt(index)
      if (row !== undefined) props.onOpen(row)
    },
    onSelect: (index, extend) => onSelect?.(index, extend),
  })
  return (
    <>
      <div ref={scroller} className="overflow-auto" style={{ maxHeight: height }}>
        <div
          role="grid"
          aria-label={label}
          aria-rowcount={total + 1}
          className="text-sm"
          style={{ minWidth: leastWidth(template) }}
        >
          <TableHead
            columns={columns}
            template={template}
            allSelected={onSelect === undefined ? undefined : allOf(selected?.size ?? 0, total)}
            onSelectAll={props.onSelectAll}
            sort={props.sort}
            onSort={props.onSort}
          />
          <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, start }) => {
              const row = rowAt(index)
              return (
                <RangeRow
                  key={index}
                  index={index}
                  start={start}
                  row={row}
                  columns={columns}
                  template={template}
                  isFocusable={index === Math.min(active, total - 1)}
                  isSelected={
                    onSelect === undefined ? undefined : row !== undefined && selected?.has(idOf(row)) === true
                  }
                  does={does}
                />
              )
            })}
          </div>
        </div>
      </div>
      {(props.foot !== undefined || props.total > ROWS_MAX) && (
        <p className="border-t border-line px-4 py-2 text-xs text-muted">
          {props.foot}
          {props.total > ROWS_MAX && messages.rangeTable.onlyTheFirstRowsAreShownAddA(ROWS_MAX.toLocaleString())}
        </p>
      )}
    </>
  )
}

/** Tracks the visible rows and reports their range. */
function useShown(total: number, active: number, height: number, onRange: (from: number, to: number) => void) {
  const { scroller, virtual } = useRowsInView(total, active, ROW_PX, height)
  const [first, last] = shownRows(virtual)
  useEffect(() => onRange(first, last), [first, last, onRange])
  useEffect(() => {
    // A returning user continues at the previous row.
    if (active > 0) virtual.scrollToIndex(active, { align: 'center' })
    // oxlint-disable-next-line react/exhaustive-deps -- at the beginning alone
  }, [])
  return { scroller, virtual }
}

/** Returns a stable object, so that rows are rendered again only after a change. */
function useSteady(now: RowDoes): RowDoes {
  const latest = useRef(now)
  latest.current = now
  const [does] = useState<RowDoes>(() => ({
    onFocus: (index) => latest.current.onFocus(index),
    onKeyDown: (event) => latest.current.onKeyDown(event),
    onClick: (index) => latest.current.onClick(index),
    onSelect: (index, extend) => latest.current.onSelect(index, extend),
  }))
  return does
}

/** Returns whether all, some or no rows are selected. */
function allOf(selected: number, total: number): boolean | 'some' {
  return selected > 0 && (selected >= total || 'some')
}

function destination(key: string, at: number, total: number): number | undefined {
  const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15, j: 1, k: -1 }[key]
  if (step !== undefined) return at + step
  return key === 'Home' ? 0 : key === 'End' ? total - 1 : undefined
}
