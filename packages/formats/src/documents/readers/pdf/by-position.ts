/** Text run with the position of its first character. */
export interface PlacedRun {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Share of backward runs above which the painting order is not the reading order. */
const BACKWARD_SHARE = 0.1
const BACKWARD_MIN = 3
/** Fraction of the run height: runs of one line differ by less, and words are separated by more. */
const LINE_PART = 0.5
const GAP_PART = 0.15
/** Maximum number of runs per page that are sorted. */
const RUNS_MAX = 20_000

/**
 * Returns the text of a page from top to bottom and left to right; undefined when it is painted in that order. Columns and tables are
 * painted one after the other, so a few backward steps are normal.
 */
export function textByPosition(placedRuns: readonly PlacedRun[]): string | undefined {
  const runs = placedRuns.slice(0, RUNS_MAX).filter(({ text }) => text.trim() !== '')
  const backward = runs.filter((run, index) => index > 0 && isBefore(run, runs[index - 1]!)).length
  if (backward < BACKWARD_MIN || backward < runs.length * BACKWARD_SHARE) return undefined
  return linesOf(runs)
    .map((line) => lineText(line.toSorted((one, other) => one.x - other.x)))
    .join('\n')
}

function isBefore(run: PlacedRun, last: PlacedRun): boolean {
  const limit = LINE_PART * Math.max(run.height, last.height)
  return Math.abs(run.y - last.y) < limit ? run.x < last.x : run.y > last.y
}

function linesOf(runs: readonly PlacedRun[]): readonly PlacedRun[][] {
  const lines: PlacedRun[][] = []
  for (const run of runs.toSorted((one, other) => other.y - one.y)) {
    const line = lines.at(-1)
    if (line !== undefined && line[0]!.y - run.y < LINE_PART * Math.max(run.height, line[0]!.height)) line.push(run)
    else lines.push([run])
  }
  return lines
}

function lineText(line: readonly PlacedRun[]): string {
  const gaps = line.slice(1).map((run, index) => run.x - line[index]!.x - line[index]!.width)
  const usual = isLetters(line) ? (gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 0) : 0
  return line
    .map((run, index) => (index > 0 && gaps[index - 1]! - usual > GAP_PART * run.height ? ` ${run.text}` : run.text))
    .join('')
}

/** Whether the runs are single letters, which may be spaced. */
function isLetters(line: readonly PlacedRun[]): boolean {
  return line.reduce((sum, { text }) => sum + text.length, 0) < 2 * line.length
}
