/** What a cell may hold. */
export type CsvCell = string | number | boolean | null | undefined

/** The end of a line. RFC 4180 section 2. */
const LINE_END = '\r\n'

/**
 * What a spreadsheet takes for the start of a formula, the wide forms of East Asian keyboards included. A tab and the ends
 * of lines count too: some programs drop them and then look at what follows.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA_STARTS: ReadonlySet<string> = new Set(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])

/** Cells of which a reader could not tell where they end without quotes. */
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/

/** One line of a CSV file, its end included. Texts that a spreadsheet would run come behind an apostrophe. */
export function csvLine(cells: readonly CsvCell[]): string {
  return cells.map(cellText).join(',') + LINE_END
}

function cellText(cell: CsvCell): string {
  if (cell === null || cell === undefined) return ''
  // Numbers and truth values are ours, and a negative number is no formula.
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
