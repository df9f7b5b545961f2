/** One record of a CSV file with the line on which it starts. */
export interface CsvRecord {
  readonly line: number
  readonly cells: readonly string[]
}

const DELIMITERS = [',', ';', '\t'] as const
const TERMINATORS = `${DELIMITERS.join('')}\r\n`

/**
 * Parses CSV text, RFC 4180: quoted cells may contain delimiters and line ends. The delimiter is the most frequent one of the first line.
 * @throws {RangeError} naming the line of a quote that does not end
 */
export function csvRecords(text: string): readonly CsvRecord[] {
  const delimiter = delimiterOf(text)
  const records: CsvRecord[] = []
  let cells: string[] = []
  let line = 1
  let startLine = 1
  let at = 0
  const endRecord = (): void => {
    if (cells.length > 1 || cells[0] !== '') records.push({ line: startLine, cells })
    cells = []
  }
  for (;;) {
    const cell = text[at] === '"' ? quotedCell(text, at, line) : plainCell(text, at, delimiter)
    cells.push(cell.value)
    line += cell.lines
    at = cell.end
    const next = text[at]
    if (next === undefined) break
    at += 1
    if (next === delimiter) continue
    if (next === '\r' && text[at] === '\n') at += 1
    endRecord()
    line += 1
    startLine = line
  }
  endRecord()
  return records
}

interface Cell {
  readonly value: string
  /** Position after the cell. */
  readonly end: number
  /** Line ends within the cell. */
  readonly lines: number
}

function plainCell(text: string, start: number, delimiter: string): Cell {
  let end = start
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { value: text.slice(start, end), end, lines: 0 }
}

/** @throws {RangeError} for a quote that does not end, and for text after the closing quote */
function quotedCell(text: string, start: number, line: number): Cell {
  const parts: string[] = []
  let at = start + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote === -1) throw new RangeError(`line ${line}: a quoted cell does not end`)
    parts.push(text.slice(at, quote))
    at = quote + 1
    if (text[at] !== '"') break
    parts.push('"')
    at += 1
  }
  const value = parts.join('')
  const after = text[at]
  if (after !== undefined && !TERMINATORS.includes(after)) {
    throw new RangeError(`line ${line}: text follows the closing quote of a cell`)
  }
  return { value, end: at, lines: value.split(/\r\n|\r|\n/).length - 1 }
}

function delimiterOf(text: string): string {
  const end = text.search(/[\r\n]/)
  const header = end === -1 ? text : text.slice(0, end)
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!
}
