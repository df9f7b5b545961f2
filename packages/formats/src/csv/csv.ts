/** Value of a cell. */
export type CsvCell = string | number | boolean | null | undefined

/** Line end. RFC 4180 section 2. */
const LINE_END = '\r\n'

/**
 * Characters that start a formula in spreadsheets, including the full-width forms of East Asian keyboards. Tabs and line ends count too:
 * some programs drop them and evaluate the rest.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA_STARTS: ReadonlySet<string> = new Set(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])

/** Cells whose end is ambiguous without quotes. */
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/

/** Returns one CSV line with its line end. Texts that a spreadsheet would evaluate are prefixed with an apostrophe. */
export function csvLine(cells: readonly CsvCell[]): string {
  return cells.map(cellText).join(',') + LINE_END
}

function cellText(cell: CsvCell): string {
  if (cell === null || cell === undefined) return ''
  // Numbers and booleans are trusted, and a negative number is not a formula.
  if (typeof cell !== 'string') return String(cell)
  const harmless = startsFormula(cell) ? `'${cell}` : cell
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Blanks in front do not help: some programs drop them. */
function startsFormula(text: string): boolean {
  let at = 0
  while (text[at] === ' ') at += 1
  const first = text[at]
  return first !== undefined && FORMULA_STARTS.has(first)
}
