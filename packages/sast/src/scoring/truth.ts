import { Failure, messageOf } from '@gatehouse/kernel'
import { parse } from 'csv-parse/sync'

/** A piece of code with a known label: weak or safe. */
export interface TruthCase {
  /** A file, a folder, or the name of a file without its extension; with `/`. */
  readonly name: string
  readonly category: string
  readonly isWeak: boolean
  /** CWE number of the actual or apparent weakness. */
  readonly cwe: number
}

/** Own limit: the largest public sets have about 30,000. */
export const CASES_MAX = 200_000

/** Column names, in their default order. */
const COLUMNS = {
  name: ['name', 'test name', 'file', 'path', 'case'],
  category: ['category'],
  isWeak: ['real vulnerability', 'vulnerable', 'weak', 'real'],
  cwe: ['cwe'],
} as const

type Column = keyof typeof COLUMNS

const YES = /^(?:true|yes|1|weak)$/i
const NO = /^(?:false|no|0|safe)$/i

/**
 * Parses a list of cases: CSV with name, category, label and CWE. A first line may name the columns in any order, with or without `#`; the
 * OWASP Benchmark uses the same format for its expected results.
 * @throws {Failure} `invalid_request` that names the invalid line
 */
export function readTruth(text: string): readonly TruthCase[] {
  const rows = rowsOf(text)
  const places = columnIndexes(rows[0] ?? [])
  const cases: TruthCase[] = []
  const seen = new Set<string>()
  rows.forEach((row, number) => {
    if (number === 0 && places.isNamed) return
    const refuse = (what: string): never => {
      throw new Failure('invalid_request', `Row ${number + 1} of the label file ${what}.`)
    }
    const name = (row[places.name] ?? '').replace(/^\.\//, '').replace(/\/$/, '')
    if (name === '') refuse('names no file')
    const weak = row[places.isWeak] ?? ''
    if (!YES.test(weak) && !NO.test(weak)) refuse(`contains neither true nor false for "${name}"`)
    const cwe = Number(/^(?:CWE-)?(\d{1,6})$/i.exec(row[places.cwe] ?? '')?.[1])
    if (!Number.isInteger(cwe)) refuse(`contains no CWE for "${name}"`)
    if (seen.has(name)) refuse(`contains "${name}" a second time`)
    seen.add(name)
    cases.push({ name, category: row[places.category] ?? '', isWeak: YES.test(weak), cwe })
  })
  if (cases.length === 0) throw new Failure('invalid_request', 'The label file is empty.')
  return cases
}

function rowsOf(text: string): readonly (readonly string[])[] {
  try {
    return parse(text, { bom: true, trim: true, skip_empty_lines: true, relax_column_count: true, to: CASES_MAX })
  } catch (error) {
    throw new Failure('invalid_request', `The label file is not valid CSV: ${messageOf(error)}`)
  }
}

function columnIndexes(first: readonly string[]): Readonly<Record<Column, number>> & { readonly isNamed: boolean } {
  const names = first.map((word) => word.replace(/^#\s?/, '').toLowerCase())
  const at = (column: Column): number => names.findIndex((name) => COLUMNS[column].some((item) => item === name))
  const found = { name: at('name'), category: at('category'), isWeak: at('isWeak'), cwe: at('cwe') }
  const isNamed = found.name >= 0 && found.isWeak >= 0 && found.cwe >= 0
  return isNamed ? { ...found, isNamed } : { name: 0, category: 1, isWeak: 2, cwe: 3, isNamed }
}
