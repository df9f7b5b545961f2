import type { Dataset } from '@gatehouse/contracts/redteam'
import { isJsonObject } from '@gatehouse/kernel'
import { csvRecords } from './csv-rows.ts'

/** One row of a dataset: its fields by their names in the file. */
export interface DatasetRow {
  /** Where the row is, e.g. `line 3` or `row 3`. */
  readonly place: string
  readonly fields: Readonly<Record<string, unknown>>
}

export type DatasetFormat = NonNullable<Dataset['format']>

/** Members of a JSON object that hold the rows, as published files name them. */
const LIST_MEMBERS = ['data', 'rows', 'behaviors', 'prompts', 'examples', 'instances', 'tests', 'attacks']
/** Field name of rows that are a text alone. */
const TEXT_FIELD = 'prompt'

/** @throws {RangeError} naming the line or row that cannot be read */
export function datasetRows({ name, content, format }: Dataset): readonly DatasetRow[] {
  const text = content.startsWith('\uFEFF') ? content.slice(1) : content
  const known = format ?? formatOf(name, text)
  switch (known) {
    case 'csv':
      return csvRows(text)
    case 'json':
      return jsonRows(text)
    case 'jsonl':
      return lineRows(text)
    case 'text':
      return textRows(text)
    default:
      return known satisfies never
  }
}

/** Determines the format from the file name, else from the first character. */
export function formatOf(name: string, text: string): DatasetFormat {
  const extension = /\.([a-z]+)$/.exec(name.toLowerCase())?.[1]
  if (extension === 'csv' || extension === 'tsv') return 'csv'
  if (extension === 'jsonl' || extension === 'ndjson') return 'jsonl'
  if (extension === 'txt') return 'text'
  const first = text.trimStart()[0]
  if (first === '[') return 'json'
  if (first !== '{') return extension === 'json' ? 'json' : 'csv'
  const end = text.trimStart().search(/[\r\n]/)
  // A first line that is a complete object: one object per line.
  return end !== -1 && parsed(text.trimStart().slice(0, end)) !== undefined ? 'jsonl' : 'json'
}

function csvRows(text: string): readonly DatasetRow[] {
  const [header, ...records] = csvRecords(text)
  if (header === undefined) return []
  const names = header.cells.map((cell) => cell.trim())
  return records.map(({ line, cells }) => {
    if (cells.length > names.length) {
      throw new RangeError(`line ${line}: ${cells.length} cells, but the header has ${names.length}`)
    }
    return { place: `line ${line}`, fields: Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])) }
  })
}

function jsonRows(text: string): readonly DatasetRow[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new RangeError('invalid JSON; for one object per line, set the format to jsonl')
  }
  const list = listIn(value)
  if (list === undefined) {
    throw new RangeError(`expected an array of objects or texts, or an object with one of ${LIST_MEMBERS.join(', ')}`)
  }
  return list.map((item, at) => rowOf(item, `row ${at + 1}`))
}

function listIn(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (!isJsonObject(value)) return undefined
  return LIST_MEMBERS.map((name) => value[name]).find((member): member is unknown[] => Array.isArray(member))
}

function lineRows(text: string): readonly DatasetRow[] {
  return filledLines(text).map(({ line, content }) => {
    const read = parsed(content)
    if (read === undefined) throw new RangeError(`line ${line}: invalid JSON`)
    return rowOf(read.value, `line ${line}`)
  })
}

function textRows(text: string): readonly DatasetRow[] {
  return filledLines(text).map(({ line, content }) => rowOf(content.trim(), `line ${line}`))
}

function filledLines(text: string): readonly { readonly line: number; readonly content: string }[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((content, at) => ({ line: at + 1, content }))
    .filter(({ content }) => content.trim() !== '')
}

function rowOf(item: unknown, place: string): DatasetRow {
  if (typeof item === 'string') return { place, fields: { [TEXT_FIELD]: item } }
  if (!isJsonObject(item)) throw new RangeError(`${place}: expected an object or a text`)
  // As the dataset viewer of Hugging Face exports rows.
  return { place, fields: isJsonObject(item['row']) ? item['row'] : item }
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}
