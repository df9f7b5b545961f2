/** Prints a titled table with aligned columns. */
export function print(title: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => (row[column] ?? '').length)))
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  process.stdout.write(`\n${title}\n${[head, ...rows].map(line).join('\n')}\n`)
}

export function percent(share: number): string {
  return Number.isNaN(share) ? '–' : `${(share * 100).toFixed(share < 0.01 ? 2 : 1)} %`
}

/** Standard normal quantile for 95 % two-sided. */
const Z = 1.96

/** Wilson's score interval for `hits` of `total`, as `[low–high]` in percent. */
export function interval(hits: number, total: number): string {
  if (total === 0) return ''
  const share = hits / total
  const centre = share + (Z * Z) / (2 * total)
  const spread = Z * Math.sqrt((share * (1 - share)) / total + (Z * Z) / (4 * total * total))
  const scale = 1 + (Z * Z) / total
  return `[${(Math.max(0, (centre - spread) / scale) * 100).toFixed(1)}–${(((centre + spread) / scale) * 100).toFixed(1)}]`
}
