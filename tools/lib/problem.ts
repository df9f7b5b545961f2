/** Problem found by a checker, in the format that editors and terminals make clickable. */
export interface Problem {
  /** Relative to the repository. */
  readonly path: string
  readonly line?: number
  /** One sentence with the problem and the fix. */
  readonly message: string
}

export interface Report {
  /** Number of checked items; a checker without any has not passed. */
  readonly checked: string
  readonly problems: readonly Problem[]
  /** Notes that `npm run check` prints even without problems, such as a skipped part. */
  readonly notes?: readonly string[]
}

/** Prefix of output lines that `npm run check` repeats below the table of steps. */
export const NOTE_PREFIX = 'note: '

export function show({ path, line, message }: Problem): string {
  return `${path}${line === undefined ? '' : `:${line}`}  ${message}`
}

/** Prints a report and exits with 1 if there is a problem. */
export function finish({ checked, problems, notes = [] }: Report): void {
  for (const note of notes) process.stdout.write(`${NOTE_PREFIX}${note}\n`)
  for (const problem of problems) process.stdout.write(`${show(problem)}\n`)
  process.stdout.write(`${checked}, ${problems.length} problem${problems.length === 1 ? '' : 's'}\n`)
  if (problems.length > 0) process.exitCode = 1
}
