import { type ColumnDef, rowSelectionFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { useEffect, useMemo, useState, type KeyboardEvent, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { shownRows, useRowFocus, useRowsInView } from './row-focus.ts'
import { leastWidth, TableHead } from './table-head.tsx'
import { messages } from '../messages/ui.ts'

export interface Column<Row> {
  readonly id: string
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** Width as a CSS grid track, e.g. `minmax(160px, 2fr)`; default: one share. */
  readonly width?: string
  /** Right-aligned numbers with tabular digits. */
  readonly number?: boolean
  /** Whether the service supports sorting by this column. */
  readonly sortable?: boolean
}

export interface Sort {
  readonly by: string
  readonly descending: boolean
}

interface Props<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly idOf: (row: Row) => string
  /** Total of all pages, if the service returns it. */
  readonly total?: number
  readonly onOpen?: (row: Row) => void
  /** Ids of selected rows. With `onSelect` each row has a checkbox. */
  readonly selected?: ReadonlySet<string>
  readonly onSelect?: (ids: ReadonlySet<string>) => void
  readonly sort?: Sort
  readonly onSort?: (sort: Sort) => void
  /** Called to load more rows when the end becomes visible. */
  readonly onEnd?: () => void
  /** Maximum height in pixels before the list scrolls. */
  readonly height?: number
}

const ROW_PX = 40
const features = tableFeatures({ rowSelectionFeature })
const NOTHING: ReadonlySet<string> = new Set()

/**
 * List of any length that renders only visible rows. The service does the sorting, filtering and paging. Arrow keys move, Enter opens,
 * Space selects.
 */
export function DataTable<Row>(props: Props<Row>) {
  const { label, rows, columns, total = rows.length, onOpen, onSelect, selected = NOTHING, onEnd, height = 640 } = props
  const [active, setActive] = useState(0)
  const table = useRows(props, selected)
  const lines = table.getRowModel().rows
  const { scroller, virtual } = useScroller(lines.length, active, total, height, onEnd)
  const template = templateOf(columns, onSelect !== undefined)
  const focus = useRowFocus(scroller)
  const moveTo = (index: number): void => {
    const to = Math.max(0, Math.min(lines.length - 1, index))
    setActive(to)
    virtual.scrollToIndex(to)
    focus(to)
  }
  const onKey = (event: KeyboardEvent<HTMLElement>, at: number): void => {
    const line = lines[at]
    const to = rowAfter(event.key, at, lines.length)
    if (event.target !== event.currentTarget) return
    if (to !== undefined) moveTo(to)
    else if (event.key === 'Enter' && line !== undefined && onOpen !== undefined) onOpen(line.original)
    else if (event.key === ' ' && line !== undefined && onSelect !== undefined) line.toggleSelected()
    else return
    event.preventDefault()
  }

  return (
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
          allSelected={onSelect === undefined ? undefined : lines.length > 0 && selected.size >= lines.length}
          onSelectAll={(isOn) => onSelect?.(isOn ? new Set(lines.map(({ id }) => id)) : NOTHING)}
          sort={props.sort}
          onSort={props.onSort}
        />
        <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const line = lines[index]
            if (line === undefined) return null
            return (
              <div
                key={line.id}
                {...rowProps(index, index === Math.min(active, lines.length - 1))}
                aria-selected={onSelect === undefined ? undefined : line.getIsSelected()}
                onFocus={() => setActive(index)}
                onKeyDown={(event) => onKey(event, index)}
                onClick={({ target }) => isOnControl(target) || onOpen?.(line.original)}
                className={rowClass(onOpen !== undefined, line.getIsSelected())}
                style={{ height: ROW_PX, transform: `translateY(${start}px)`, gridTemplateColumns: template }}
              >
                {onSelect !== undefined && <RowCheckbox at={index} line={line} />}
                {line.getAllCells().map((cell, at) => (
                  <span key={cell.id} role="gridcell" className={cellClass(columns[at]?.number)}>
                    <table.FlexRender cell={cell} />
                  </span>
                ))}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

/** Tracks the visible loaded rows, and reports when the last one is visible and more exist. */
function useScroller(loaded: number, active: number, total: number, height: number, onEnd: (() => void) | undefined) {
  const { scroller, virtual } = useRowsInView(loaded, active, ROW_PX, height)
  const [, lastShown] = shownRows(virtual)
  useEffect(() => {
    if (lastShown >= loaded - 1 && loaded > 0 && loaded < total) onEnd?.()
  }, [lastShown, loaded, total, onEnd])
  return { scroller, virtual }
}

/** Converts columns to CSS grid tracks. */
function templateOf(columns: readonly { readonly width?: string }[], hasBoxes: boolean): string {
  return [...(hasBoxes ? ['40px'] : []), ...columns.map(({ width = 'minmax(96px, 1fr)' }) => width)].join(' ')
}

/** Returns the target row of a key; undefined for other keys. */
function rowAfter(key: string, at: number, rows: number): number | undefined {
  const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, j: 1, k: -1 }[key]
  if (step !== undefined) return at + step
  return { Home: 0, End: rows - 1 }[key]
}

const isOnControl = (target: EventTarget): boolean => (target as HTMLElement).closest('a,button,input,label') !== null

const rowProps = (index: number, isActive: boolean) =>
  ({ role: 'row', 'data-at': index, 'aria-rowindex': index + 2, tabIndex: isActive ? 0 : -1 }) as const

const rowClass = (opens: boolean, isSelected: boolean): string =>
  cx(
    'absolute inset-x-0 grid items-center border-b border-line px-2 -outline-offset-2',
    opens && 'cursor-pointer hover:bg-hover',
    isSelected && 'bg-accent-soft',
  )

const cellClass = (isNumber = false): string => cx('min-w-0 truncate px-2', isNumber && 'text-right tabular-nums')

const selectionState = (ids: ReadonlySet<string>): Record<string, true> =>
  Object.fromEntries([...ids].map((id) => [id, true]))

/** Rows in the library's model. The page owns the selection. */
function useRows<Row>({ columns, rows, idOf, onSelect }: Props<Row>, selected: ReadonlySet<string>) {
  const defs = useMemo(
    () =>
      columns.map(({ id, title, cell }): ColumnDef<typeof features, Row & object> => ({
        id,
        header: title,
        cell: ({ row }) => cell(row.original),
      })),
    [columns],
  )
  return useTable({
    features,
    columns: defs,
    data: rows as readonly (Row & object)[],
    getRowId: (row) => idOf(row),
    state: { rowSelection: selectionState(selected) },
    onRowSelectionChange: (change) => {
      const before = selectionState(selected)
      const after = typeof change === 'function' ? change(before) : change
      onSelect?.(new Set(Object.keys(after).filter((id) => after[id] === true)))
    },
  })
}

interface RowCheckboxProps {
  readonly at: number
  readonly line: { getIsSelected(): boolean; toggleSelected(to?: boolean): void }
}

function RowCheckbox({ at, line }: RowCheckboxProps) {
  return (
    <span role="gridcell" className="pl-2">
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={messages.dataTable.selectRow(at + 1)}
        checked={line.getIsSelected()}
        onChange={(event) => line.toggleSelected(event.target.checked)}
        className="size-4 accent-accent-strong"
      />
    </span>
  )
}
