/** A table of text: the first column to the left, the others to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  return all
    .map((row) =>
      row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('   '),
    )
    .join('\n')
}

const missed: string[] = []

/** Prints one line with the result of a target. */
export function target(name: string, value: number, unit: string, most: number): void {
  const holds = value <= most
  if (!holds) missed.push(name)
  print(`  ${holds ? 'holds ' : 'MISSED'}  ${name}: ${figure(value)} ${unit}, wanted at most ${figure(most)}`)
}

/** Prints the same for a minimum. */
export function targetAtLeast(name: string, value: number, unit: string, least: number): void {
  const holds = value >= least
  if (!holds) missed.push(name)
  print(`  ${holds ? 'holds ' : 'MISSED'}  ${name}: ${figure(value)} ${unit}, wanted at least ${figure(least)}`)
}

export function missedTargets(): readonly string[] {
  return missed
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Three digits that count. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '-'
  const size = Math.abs(value)
  if (size >= 100) return value.toFixed(0)
  return value.toFixed(size >= 10 ? 1 : 2)
}
