import { CircleAlert, Plus, X } from 'lucide-react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Input } from '../../../../ui/input.tsx'
import { Select } from '../../../../ui/select.tsx'
import type { FieldSpec } from './field-spec.ts'
import { isCoveredByForm } from './fits.ts'
import type { Cells, Column } from './rows.ts'
import { messages } from '../../../../messages/guard/parts.ts'

interface Props {
  readonly spec: Extract<FieldSpec, { readonly kind: 'rows' }>
  readonly value: unknown
  readonly error: string | undefined
  readonly readOnly: boolean
  readonly onChange: (value: unknown) => void
}

/** Rows with more columns are shown as boxes. */
const COLUMNS_IN_LINE = 3

/** Table with editable rows of the same kind. */
export function RowsField({ spec, value, error, onChange, ...props }: Props) {
  const { label, help, columns, shape, add } = spec
  const id = useId()
  const { group, focus } = useFocusOfRows()
  const stored = shape.read(value)
  const isWhole = isCoveredByForm(shape.write(stored), value)
  const readOnly = props.readOnly || !isWhole
  const [typed, setTyped] = useState(stored)
  // Incomplete rows are not in the text and are kept here. Changes of the text take precedence.
  const rows = same(shape.write(typed), shape.write(stored)) ? typed : stored
  const change = (to: readonly Cells[]): void => {
    setTyped(to)
    onChange(shape.write(to))
  }
  const put = (at: number, key: string, text: string): void =>
    change(rows.map((row, index) => (index === at ? { ...row, [key]: text } : row)))
  const takeAway = (at: number): void => {
    change(rows.filter((_, index) => index !== at))
    focus(rows.length === 1 ? '[data-add] button' : `[data-row="${Math.min(at, rows.length - 2)}"] :is(input, select)`)
  }
  const addRow = (): void => {
    setTyped([...rows, firstOf(columns)])
    focus(`[data-row="${rows.length}"] :is(input, select)`)
  }
  const isLine = columns.length <= COLUMNS_IN_LINE
  return (
    <div ref={group} role="group" aria-labelledby={id} className="flex min-w-0 flex-col gap-2 sm:col-span-2">
      <span id={id} className="text-sm font-medium">
        {label}
      </span>
      {help !== undefined && <p className="text-xs text-muted">{help}</p>}
      {!isWhole && <p className="text-xs text-muted">{messages.rowsField.theValueCannotBeShownAsRows}</p>}
      {rows.map((row, at) => (
        <div
          // oxlint-disable-next-line react/no-array-index-key -- rows are told by their place; their names are what is typed
          key={at}
          data-row={at}
          className={
            isLine
              ? 'grid grid-cols-[minmax(0,1fr)_32px] gap-1'
              : 'grid grid-cols-[minmax(0,1fr)_32px] gap-1 rounded-md border border-line p-2'
          }
        >
          <div className={isLine ? LINES[columns.length] : 'grid grid-cols-1 gap-2 sm:grid-cols-2'}>
            {columns.map((column) => (
              <Cell
                key={column.key}
                column={column}
                isTitled={!isLine || at === 0}
                name={`${label}, ${at + 1}: ${column.label}`}
                text={row[column.key] ?? ''}
                readOnly={readOnly}
                onChange={(text) => put(at, column.key, text)}
              />
            ))}
          </div>
          {!readOnly && (
            <IconButton
              icon={X}
              label={messages.rowsField.removeRow(label, at + 1)}
              className="self-end"
              onClick={() => takeAway(at)}
            />
          )}
        </div>
      ))}
      {error !== undefined && (
        <p role="alert" className="flex items-start gap-1 text-xs text-bad">
          <CircleAlert size={14} className="mt-px shrink-0" aria-hidden />
          {error}
        </p>
      )}
      {!readOnly && (
        <div data-add>
          <Button icon={Plus} onClick={addRow}>
            {add}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Moves the focus after a row was added or removed; it would otherwise be lost. */
function useFocusOfRows() {
  const group = useRef<HTMLDivElement>(null)
  const wanted = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (wanted.current === undefined) return
    group.current?.querySelector<HTMLElement>(wanted.current)?.focus()
    wanted.current = undefined
  })
  return { group, focus: (place: string): void => void (wanted.current = place) }
}

const LINES: readonly string[] = [
  '',
  'grid grid-cols-1 gap-1',
  'grid grid-cols-2 gap-1 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]',
  'grid grid-cols-3 gap-1',
]

interface CellProps {
  readonly column: Column
  readonly isTitled: boolean
  readonly name: string
  readonly text: string
  readonly readOnly: boolean
  readonly onChange: (text: string) => void
}

function Cell({ column, isTitled, name, text, readOnly, onChange }: CellProps) {
  const { label, options, placeholder } = column
  return (
    <div className="flex min-w-0 flex-col justify-end gap-1">
      {isTitled && (
        <span aria-hidden className="text-xs text-muted">
          {label}
        </span>
      )}
      {options === undefined ? (
        <Input
          aria-label={name}
          className="font-mono !text-xs"
          readOnly={readOnly}
          placeholder={placeholder}
          value={text}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : (
        <Select
          aria-label={name}
          disabled={readOnly}
          value={text}
          onPick={onChange}
          options={options.includes(text) ? options : [text, ...options]}
        />
      )}
    </div>
  )
}

const firstOf = (columns: readonly Column[]): Cells =>
  Object.fromEntries(columns.map(({ key, options }) => [key, options?.[0] ?? '']))

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
