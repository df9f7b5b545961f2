import { Failure, messageOf } from '@gatehouse/kernel'
import type { Io } from '../command.ts'
import { shownLines } from '../terminal.ts'

/** Exit codes of the red team. Misuse is distinct from an undecided check: decision 0059. */
export const REDTEAM_EXIT = {
  passed: 0,
  /** A finding is severe enough, or the score may be below the required one. */
  failed: 1,
  /** Invalid command line; nothing was sent. */
  misuse: 2,
  /** Undecided; never a pass. */
  unknown: 3,
} as const

/** Failure codes of an invalid command line or setting. */
const MISUSE: ReadonlySet<string> = new Set(['invalid_request', 'invalid_setting'])

/** Exit codes in the help of commands that run or compare attacks. */
export const REDTEAM_EXIT_CODES = `
Exit codes:
  0  passed
  1  a critical or high finding is open, or the grade is F; with --fail-on: a finding has at least this severity;
     with --fail-under: the score may be below the minimum
  2  invalid usage; nothing was sent
  3  inconclusive: the target does not respond, more than a fifth of the attacks were errors, fewer than half could be
     judged, the run was interrupted, or a requested category could not be tested`

/**
 * Prints an error on one line and returns its exit code. Command-line errors are misuse; all others leave the result undecided.
 * @returns the exit code
 */
export function explainFailed(thrown: unknown, io: Pick<Io, 'stderr'>): number {
  if (!(thrown instanceof Failure)) {
    const message = thrown instanceof Error ? (thrown.stack ?? thrown.message) : messageOf(thrown)
    io.stderr.write(`gatehouse: ${shownLines(message)}\n`)
    return REDTEAM_EXIT.unknown
  }
  io.stderr.write(`gatehouse: ${shownLines(thrown.message)}\n`)
  return MISUSE.has(thrown.code) ? REDTEAM_EXIT.misuse : REDTEAM_EXIT.unknown
}
