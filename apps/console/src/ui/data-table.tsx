import { type ColumnDef, rowSelectionFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { cx } from './cx.ts'

export interface Column<Row> {
  readonly id: string
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** As a track of CSS grid, e.g. `minmax(160px, 2fr)`; one share unless said otherwise. */
  readonly width?: string
  /** Numbers stand right, with digits of one width. */
  readonly number?: boolean
  /** The service can sort by it. */
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
  /** On all pages, where the service says so. */
  readonly total?: number
  readonly onOpen?: (row: Row) => void
  /** Ids of selected rows; with `onSelect` each row has a box. */
  readonly selected?: ReadonlySet<string>
  readonly onSelect?: (ids: ReadonlySet<string>) => void
  readonly sort?: Sort
  readonly onSort?: (sort: Sort) => void
  /** Asked for more when the end comes into view. */
  readonly onEnd?: () => void
  /** Largest height in pixels before it scrolls by itself. */
  readonly height?: number
}

const ROW_PX = 40
const features = tableFeatures({ rowSelectionFeature })
const NOTHING: ReadonlySet<string> = new Set()

/**
 * A list of any length: only the rows in view are drawn. Sorting, filtering and paging are the service's work. Arrow keys move,
 * Enter opens, Space selects.
 */
export function DataTable<Row>(props: Props<Row>) {
  const {
    label,
    rows,
    columns,
    idOf,
    total = rows.length,
    onOpen,
    onSelect,
    selected = NOTHING,
    onEnd,
    height = 640,
  } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const defs = useMemo(
    () =>
      columns.map(({ id, title, cell }): ColumnDef<typeof features, Row & object> => ({
        id,
        header: title,
        cell: ({ row }) => cell(row.original),
      })),
    [columns],
  )
  const table = useTable({
    features,
    columns: defs,
    data: rows as readonly (Row & object)[],
    getRowId: (row) => idOf(row),
    state: { rowSelection: marks(selected) },
    onRowSelectionChange: (change) => {
      const before = marks(selected)
      const after = typeof change === 'function' ? change(before) : change
      onSelect?.(new Set(Object.keys(after).filter((id) => after[id] === true)))
    },
  })
  const lines = table.getRowModel().rows
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
    // Before it is measured, and where nothing is.
    initialRect: { width: 800, height },
  })
  const items = virtual.getVirtualItems()
  const lastShown = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (lastShown >= lines.length - 1 && lines.length > 0 && lines.length < total) onEnd?.()
  }, [lastShown, lines.length, total, onEnd])

  const template = [
    onSelect === undefined ? '' : '40px',
    ...columns.map(({ width = 'minmax(96px, 1fr)' }) => width),
  ].join(' ')
  const focusRow = (index: number): void => {
    const to = Math.max(0, Math.min(lines.length - 1, index))
    setActive(to)
    virtual.scrollToIndex(to)
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-at="${to}"]`)?.focus())
  }
  const onKey = (event: KeyboardEvent<HTMLElement>, at: number): void => {
    if (event.target !== event.currentTarget) return
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, j: 1, k: -1 }[event.key]
    const line = lines[at]
    if (step !== undefined) focusRow(at + step)
    else if (event.key === 'Home') focusRow(0)
    else if (event.key === 'End') focusRow(lines.length - 1)
    else if (event.key === 'Enter' && line !== undefined && onOpen !== undefined) onOpen(line.original)
    else if (event.key === ' ' && line !== undefined && onSelect !== undefined) line.toggleSelected()
    else return
    event.preventDefault()
  }

  return (
    <div ref={scroller} className="overflow-auto" style={{ maxHeight: height }}>
      <div role="grid" aria-label={label} aria-rowcount={total + 1} className="w-max min-w-full text-sm">
        <div role="rowgroup" className="sticky top-0 z-10">
          <div
            role="row"
            aria-rowindex={1}
            className="grid h-9 items-center border-b border-line bg-raised px-2 text-xs font-medium text-muted"
            style={{ gridTemplateColumns: template }}
          >
            {onSelect !== undefined && (
              <span role="columnheader" className="pl-2">
                <input
                  type="checkbox"
                  aria-label="Select all that are loaded"
                  checked={lines.length > 0 && selected.size >= lines.length}
                  onChange={(event) => onSelect(event.target.checked ? new Set(lines.map(({ id }) => id)) : NOTHING)}
                  className="size-4 accent-accent-strong"
                />
              </span>
            )}
            {columns.map((column) => (
              <Head key={column.id} {...column} sort={props.sort} onSort={props.onSort} />
            ))}
          </div>
        </div>
        <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const line = lines[index]
            if (line === undefined) return null
            return (
              <div
                key={line.id}
                role="row"
                data-at={index}
                aria-rowindex={index + 2}
                aria-selected={onSelect === undefined ? undefined : line.getIsSelected()}
                tabIndex={index === Math.min(active, lines.length - 1) ? 0 : -1}
                onFocus={() => setActive(index)}
                onKeyDown={(event) => onKey(event, index)}
                onClick={(event) => {
                  const isControl = (event.target as HTMLElement).closest('a,button,input,label') !== null
                  if (!isControl) onOpen?.(line.original)
                }}
                className={cx(
                  'absolute inset-x-0 grid items-center border-b border-line px-2 -outline-offset-2',
                  onOpen !== undefined && 'cursor-pointer hover:bg-hover',
                  line.getIsSelected() && 'bg-accent-soft',
                )}
                style={{ height: ROW_PX, transform: `translateY(${start}px)`, gridTemplateColumns: template }}
              >
                {onSelect !== undefined && (
                  <span role="gridcell" className="pl-2">
                    <input
                      type="checkbox"
                      tabIndex={-1}
                      aria-label={`Select row ${index + 1}`}
                      checked={line.getIsSelected()}
                      onChange={(event) => line.toggleSelected(event.target.checked)}
                      className="size-4 accent-accent-strong"
                    />
                  </span>
                )}
                {line.getAllCells().map((cell, at) => (
                  <span
                    key={cell.id}
                    role="gridcell"
                    className={cx('min-w-0 truncate px-2', columns[at]?.number === true && 'text-right tabular-nums')}
                  >
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

const marks = (ids: ReadonlySet<string>): Record<string, true> => Object.fromEntries([...ids].map((id) => [id, true]))

interface HeadProps extends Pick<Column<never>, 'id' | 'title' | 'number' | 'sortable'> {
  readonly sort: Sort | undefined
  readonly onSort: ((sort: Sort) => void) | undefined
}

function Head({ id, title, number = false, sortable = false, sort, onSort }: HeadProps) {
  const isSorted = sort?.by === id
  const order = isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none'
  const Arrow = sort?.descending === true ? ArrowDown : ArrowUp
  return (
    <span
      role="columnheader"
      aria-sort={sortable ? order : undefined}
      className={cx('truncate px-2', number && 'text-right')}
    >
      {sortable && onSort !== undefined ? (
        <button
          type="button"
          className="inline-flex min-h-6 items-center gap-1 hover:text-ink"
          onClick={() => onSort({ by: id, descending: isSorted && !sort.descending })}
        >
          {title}
          {isSorted && <Arrow size={12} aria-hidden />}
        </button>
      ) : (
        title
      )}
    </span>
  )
}
