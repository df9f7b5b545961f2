import type { ContentHit } from './hit.ts'

/** Minimum number of rows: a single row may be the user's own. */
const ROWS_MIN = 2
const ROWS_MAX = 500
/** Columns whose values belong to persons or grant access. */
const SENSITIVE =
  /^(?:e?-?mail(?:_?address)?|phone(?:_?number)?|mobile|ssn|social_?security(?:_?number)?|tax_?id|passport\w*|dob|birth\w*|date_?of_?birth|address|street|salary|balance|iban|card(?:_?number)?|credit_?card\w*|cvv|account(?:_?number)?|pass(?:word|wd)?(?:_?hash)?|hash|secret|token|api_?key|role|diagnosis|medical\w*)$/i
const INSERT = /\bINSERT INTO [`"[]?[\w.]{1,64}[`"\]]?\s{0,4}(?:\([^)\n]{1,400}\)\s{0,4})?VALUES\s{0,4}\(/gi
const JSON_ROW = /\{[^{}]{8,2000}\}/g
const JSON_NAME = /\\?"([A-Za-z_][\w -]{0,40})\\?"\s{0,2}:/g

/** Finds rows of tables with columns that belong to persons or grant access: JSON objects, tables, CSV, dumps. */
export function findRecords(text: string): readonly ContentHit[] {
  return [...inserts(text), ...jsonRows(text), ...tables(text)].slice(0, 1)
}

function inserts(text: string): readonly ContentHit[] {
  if (!/insert into/i.test(text)) return []
  const found = [...text.matchAll(INSERT)].slice(0, ROWS_MAX)
  return found.length < ROWS_MIN ? [] : [hit(text, found[0]!.index, found.at(-1)!.index + found.at(-1)![0].length)]
}

function jsonRows(text: string): readonly ContentHit[] {
  if (!text.includes('{')) return []
  const byColumns = new Map<string, RegExpExecArray[]>()
  let count = 0
  for (const row of text.matchAll(JSON_ROW)) {
    count += 1
    if (count > ROWS_MAX) break
    const names = [...row[0].matchAll(JSON_NAME)].map(([, name = '']) => name)
    if (names.length < 2 || !names.some((name) => SENSITIVE.test(name))) continue
    const key = names.toSorted().join()
    byColumns.set(key, [...(byColumns.get(key) ?? []), row])
  }
  for (const rows of byColumns.values()) {
    if (new Set(rows.map(([all]) => all)).size < ROWS_MIN) continue
    return [hit(text, rows[0]!.index, rows.at(-1)!.index + rows.at(-1)![0].length)]
  }
  return []
}

/** Lines with the same number of cells below a line with names of columns: `a | b`, CSV. */
function tables(text: string): readonly ContentHit[] {
  const lines = linesOf(text)
  for (const separator of ['|', ',', '\t']) {
    for (let at = 0; at < lines.length; at += 1) {
      const names = cellsOf(lines[at]!.text, separator)
      if (names.length < 2 || !names.some((name) => SENSITIVE.test(name.replaceAll(' ', '_')))) continue
      const rows: Line[] = []
      for (const line of lines.slice(at + 1, at + 1 + ROWS_MAX)) {
        if (/^[\s|+:=-]+$/.test(line.text)) continue
        const cells = cellsOf(line.text, separator)
        if (cells.length !== names.length || !cells.some((cell) => /\d|@/.test(cell))) break
        rows.push(line)
      }
      const last = rows.at(-1)
      if (last !== undefined && rows.length >= ROWS_MIN) return [hit(text, rows[0]!.start, last.start + last.text.length)] // prettier-ignore
    }
  }
  return []
}

interface Line {
  readonly text: string
  readonly start: number
}

function linesOf(text: string): readonly Line[] {
  let start = 0
  return text
    .split('\n')
    .slice(0, 4 * ROWS_MAX)
    .map((line) => {
      const at = start
      start += line.length + 1
      return { text: line, start: at }
    })
}

function cellsOf(line: string, separator: string): readonly string[] {
  if (!line.includes(separator) || line.length > 4_000) return []
  const bare = separator === '|' ? line.trim().replace(/^\|/, '').replace(/\|$/, '') : line
  return bare.split(separator).map((cell) => cell.trim().replaceAll(/[*`"]/g, ''))
}

function hit(text: string, start: number, end: number): ContentHit {
  const value = text.slice(start, end)
  return { kind: 'records', what: 'rows of a table with data of persons or access data', start, end, value, strength: 'likely' } // prettier-ignore
}
