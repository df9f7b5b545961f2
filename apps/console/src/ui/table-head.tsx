import { ArrowDown, ArrowUp } from 'lucide-react'
import { cx } from './cx.ts'
import type { Column, Sort } from './data-table.tsx'
import { messages } from '../messages/ui.ts'

interface Props<Row> {
  readonly columns: readonly Column<Row>[]
  /** Columns as CSS grid tracks. */
  readonly template: string
  /** Whether all rows are selected, or some; if absent, rows are not selectable. */
  readonly allSelected?: boolean | 'some' | undefined
  readonly onSelectAll?: ((isOn: boolean) => void) | undefined
  readonly sort?: Sort | undefined
  readonly onSort?: ((sort: Sort) => void) | undefined
}

/** Returns the minimum width of a table in pixels: minimum widths of its columns plus padding. Narrower boxes scroll. */
export function leastWidth(template: string): number {
  const ROW_PADDING_PX = 16
  return [...template.matchAll(/(\d+)px/g)].reduce((sum, [, px]) => sum + Number(px), ROW_PADDING_PX)
}

/** Column headings with sorting. */
export function TableHead<Row>({ columns, template, allSelected, onSelectAll, sort, onSort }: Props<Row>) {
  return (
    <div role="rowgroup" className="sticky top-0 z-10">
      <div
        role="row"
        aria-rowindex={1}
        className="grid h-9 items-center border-b border-line bg-raised px-2 text-xs font-medium text-muted"
        style={{ gridTemplateColumns: template }}
      >
        {allSelected !== undefined && (
          <span role="columnheader" className="pl-2">
            <input
              type="checkbox"
              aria-label={messages.tableHead.selectAllLoadedRows}
              checked={allSelected === true}
              ref={(box) => {
                if (box !== null) box.indeterminate = allSelected === 'some'
              }}
              onChange={(event) => onSelectAll?.(event.target.checked)}
              className="block size-4 accent-accent-strong"
            />
          </span>
        )}
        {columns.map((column) => (
          <Head key={column.id} {...column} sort={sort} onSort={onSort} />
        ))}
      </div>
    </div>
  )
}

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
