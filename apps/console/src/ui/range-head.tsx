import { ArrowDown, ArrowUp } from 'lucide-react'
import { cx } from './cx.ts'
import type { Column, Sort } from './data-table.tsx'

interface Props<Row> {
  readonly columns: readonly Column<Row>[]
  readonly template: string
  readonly selected?: ReadonlySet<string>
  readonly onSelect?: unknown
  readonly onSelectAll?: (isOn: boolean) => void
  readonly sort?: Sort
  readonly onSort?: (sort: Sort) => void
}

/** The names over the columns of a list, which sort it. */
export function RangeHead<Row>({ columns, template, selected, onSelect, onSelectAll, sort, onSort }: Props<Row>) {
  return (
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
              checked={(selected?.size ?? 0) > 0}
              onChange={(event) => onSelectAll?.(event.target.checked)}
              className="block size-4 accent-accent-strong"
            />
          </span>
        )}
        {columns.map(({ id, title, number = false, sortable = false }) => {
          const isSorted = sort?.by === id
          const Arrow = sort?.descending === true ? ArrowDown : ArrowUp
          const order = isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none'
          return (
            <span
              key={id}
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
        })}
      </div>
    </div>
  )
}
