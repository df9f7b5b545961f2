/** Something a checker found, in the form that editors and terminals make clickable. */
export interface Problem {
  /** Relative to the repository. */
  readonly path: string
  readonly line?: number
  /** One sentence that says what is wrong and what to do instead. */
  readonly message: string
}

export interface Report {
  /** What was looked at; a checker that looked at nothing has not passed. */
  readonly checked: string
  readonly problems: readonly Problem[]
  /** Facts that `npm run check` prints also when there is no problem, such as a part that was not checked. */
  readonly notes?: readonly string[]
}

/** Begins a line of output that `npm run check` repeats below the table of steps. */
export const NOTE_PREFIX = 'note: '

export function show({ path, line, message }: Problem): string {
  return `${path}${line === undefined ? '' : `:${line}`}  ${message}`
}

/** Prints a report and ends the process with 1 when there is a problem. */
export function finish({ checked, problems, notes = [] }: Report): void {
  for (const note of notes) process.stdout.write(`${NOTE_PREFIX}${note}\n`)
  for (const problem of problems) process.stdout.write(`${show(problem)}\n`)
  process.stdout.write(`${checked}, ${problems.length} problem${problems.length === 1 ? '' : 's'}\n`)
  if (problems.length > 0) process.exitCode = 1
}
