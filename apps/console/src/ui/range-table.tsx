import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Column, Sort } from './data-table.tsx'
import { RangeRow, ROW_PX, type RowDoes } from './range-row.tsx'
import { shownRows, useRowFocus, useRowsInView } from './row-focus.ts'
import { leastWidth, TableHead } from './table-head.tsx'
import { messages } from '../messages/ui.ts'

interface Props<Row> {
  readonly label: string
  /** Rows that there are, loaded or not. */
  readonly total: number
  /** A row by its place; undefined: it is not loaded. */
  readonly rowAt: (index: number) => Row | undefined
  /** Which rows are in view: whoever has the rows loads those. */
  readonly onRange: (from: number, to: number) => void
  readonly columns: readonly Column<Row>[]
  readonly idOf: (row: Row) => string
  readonly active: number
  readonly onActive: (index: number) => void
  readonly onOpen: (row: Row) => void
  readonly selected?: ReadonlySet<string>
  /** With it rows have boxes; `extend`: from where the last one was set to here. */
  readonly onSelect?: (index: number, extend: boolean) => void
  /** Selects or leaves all that are loaded. */
  readonly onSelectAll?: (isOn: boolean) => void
  readonly sort?: Sort
  readonly onSort?: (sort: Sort) => void
  /** Further keys on a row; true: it was one of them. */
  readonly onKey?: (event: KeyboardEvent, index: number) => boolean
  readonly height?: number
  /** Under the list, e.g. what a search leaves out. */
  readonly foot?: ReactNode
}

/** Browsers draw no element that is higher than some 16 million pixels. */
const ROWS_MAX = 400_000

/**
 * A list of any length of which only what is looked at is loaded: it can be scrolled to any place at once. Arrow keys, j and k move,
 * Enter opens, Space and x select, Shift selects up to there.
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
    // A key that comes before the next picture is meant for the row to which one has moved as well.
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

/** The rows in view; whoever has them is told which those are. */
function useShown(total: number, active: number, height: number, onRange: (from: number, to: number) => void) {
  const { scroller, virtual } = useRowsInView(total, active, ROW_PX, height)
  const [first, last] = shownRows(virtual)
  useEffect(() => onRange(first, last), [first, last, onRange])
  useEffect(() => {
    // Who comes back goes on where they were.
    if (active > 0) virtual.scrollToIndex(active, { align: 'center' })
    // oxlint-disable-next-line react/exhaustive-deps -- at the beginning alone
  }, [])
  return { scroller, virtual }
}

/** Rows keep one object: a row is drawn again only where something of it has changed. */
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

/** Whether a selection is all, some or none of so many. */
function allOf(selected: number, total: number): boolean | 'some' {
  return selected > 0 && (selected >= total || 'some')
}

function destination(key: string, at: number, total: number): number | undefined {
  const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15, j: 1, k: -1 }[key]
  if (step !== undefined) return at + step
  return key === 'Home' ? 0 : key === 'End' ? total - 1 : undefined
}
