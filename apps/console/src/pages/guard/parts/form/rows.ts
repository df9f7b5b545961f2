import { plain } from '../plain.ts'
import { numberOf, partsOf } from './typed.ts'

/** Cells of a row by column, as typed. `rest` contains all other fields as JSON. */
export type Cells = Readonly<Record<string, string>>

export interface Column {
  readonly key: string
  readonly label: string
  readonly placeholder?: string
  /** Allowed values; a new row starts with the first. */
  readonly options?: readonly string[]
}

/** Converts between a part of a definition and its rows. */
export interface RowShape {
  readonly read: (value: unknown) => readonly Cells[]
  /** Returns undefined if nothing is left. */
  readonly write: (rows: readonly Cells[]) => unknown
}

type Entry = readonly [name: string, value: unknown]
const entriesOf = (value: unknown): readonly Entry[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Map whose names are in the first column. Rows without a name are incomplete. */
function mapped(read: (value: unknown) => Cells, write: (cells: Cells) => unknown): RowShape {
  return {
    read: (value) => entriesOf(value).map(([name, item]) => ({ name, ...read(item) })),
    write(rows) {
      const named = rows.filter((row) => (row['name'] ?? '') !== '')
      return named.length === 0 ? undefined : Object.fromEntries(named.map((row) => [row['name']!, write(row)]))
    },
  }
}

export const textsByName = mapped(
  (value) => ({ value: plain(value) }),
  ({ value }) => value ?? '',
)

export const numbersByName = mapped(
  (value) => ({ value: plain(value) }),
  ({ value }) => numberOf(value ?? '') ?? '',
)

/** Lists of words by name, separated by commas. */
export const listsByName = mapped(
  (value) => ({ value: listOf(value).map(String).join(', ') }),
  ({ value }) => partsOf(value ?? ''),
)

/** Simple values by name, separated by commas: numbers and booleans are recognized. */
export const valuesByName = mapped(
  (value) => ({ value: listOf(value).map(written).join(', ') }),
  ({ value }) => partsOf(value ?? '').map(simple),
)

export const boundsByName = mapped(
  (value) => ({ min: plain(Object(value).min), max: plain(Object(value).max) }),
  ({ min, max }) => ({ ...optionalEntry('min', numberOf(min ?? '')), ...optionalEntry('max', numberOf(max ?? '')) }),
)

/** List of pairs, such as allowed transitions between calls. */
export const pairs: RowShape = {
  read: (value) => listOf(value).map((pair) => ({ from: plain(Object(pair)[0]), to: plain(Object(pair)[1]) })),
  write(rows) {
    const whole = rows.filter((row) => (row['to'] ?? '') !== '')
    return whole.length === 0 ? undefined : whole.map((row) => [row['from'] ?? '', row['to']])
  },
}

/** Format of a cell in an object row; default: text. */
export type Kind = 'text' | 'number' | 'list' | 'simple'
/** Separator for sentences, which can contain commas. */
const LIST_MARK = ';'

/** List of objects. Fields without a column are kept. */
export function objects(kinds: Readonly<Record<string, Kind>>, needs: string): RowShape {
  const names = Object.keys(kinds)
  return {
    read: (value) =>
      listOf(value).map((item) => ({
        ...Object.fromEntries(names.map((name) => [name, cellOf(Object(item)[name], kinds[name]!)])),
        rest: JSON.stringify(Object.fromEntries(entriesOf(item).filter(([name]) => !names.includes(name)))),
      })),
    write(rows) {
      const whole = rows.filter((row) => (row[needs] ?? '') !== '')
      if (whole.length === 0) return undefined
      return whole.map((row) => {
        const own = names.flatMap((name) => {
          const value = valueOf(row[name] ?? '', kinds[name]!)
          return value === undefined ? [] : [[name, value]]
        })
        return { ...Object.fromEntries(own), ...(JSON.parse(row['rest'] ?? '{}') as object) }
      })
    },
  }
}

function cellOf(value: unknown, kind: Kind): string {
  if (kind === 'list') return listOf(value).map(String).join(`${LIST_MARK} `)
  if (kind === 'simple') return Array.isArray(value) ? listed(value) : written(value)
  return plain(value)
}

function valueOf(text: string, kind: Kind): unknown {
  if (text === '') return undefined
  if (kind === 'number') return numberOf(text)
  if (kind === 'list') return someOf(partsOf(text, LIST_MARK))
  if (kind === 'simple') return text.includes(',') ? someOf(partsOf(text).map(simple)) : simple(text)
  return text
}

const someOf = (list: readonly unknown[]): unknown => (list.length === 0 ? undefined : list)

/** A trailing comma marks a list with one element. */
const listed = (list: readonly unknown[]): string => list.map(written).join(', ') + (list.length === 1 ? ',' : '')

const optionalEntry = (name: string, value: unknown) => (value === undefined ? {} : { [name]: value })

function simple(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^".*"$/.test(text) ? text.slice(1, -1) : numberOf(text)
}

/** Quotes text that would be read as another type. */
function written(value: unknown): string {
  if (typeof value !== 'string') return plain(value)
  return value === simple(value.trim()) ? value : `"${value}"`
}
