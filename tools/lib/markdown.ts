/** Returns a cell of a Markdown table: on one line, with escaped column separators. */
export function cell(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll(/\s*\n\s*/g, ' ')
}

/** Text as code in a table cell, shown exactly, with invisible characters spelled out. */
export function code(text: string): string {
  const visible = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character === '\n' ? '⏎' : `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )
  // A pipe ends the cell even inside a code span, unless escaped; a run of backticks needs a longer fence.
  const longest = Math.max(0, ...[...visible.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const pad = longest > 0 || visible === '' ? ' ' : ''
  return `${fence}${pad}${visible.replaceAll('|', '\\|')}${pad}${fence}`
}

/** @param head  the titles of the columns */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [row(head), row(head.map(() => '---')), ...rows.map(row)]
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

/** First line of every generated page. */
export const GENERATED = '<!-- Made by `npm run gen`; changes here are overwritten. -->'

/** Returns a page: the marker, the lines, one line break at the end. */
export function page(lines: readonly string[]): string {
  return `${[GENERATED, '', ...lines].join('\n').trimEnd()}\n`
}
