import type { FailOn, ReportFormat } from '@gatehouse/contracts/redteam'
import type { Io } from '../command.ts'

import { REDTEAM_EXIT } from './exit.ts'
import { inFormat } from './formats.ts'
import { readReport } from './read-report.ts'
import { summaryText } from './summary.ts'
import { verdictOf } from './verdict.ts'
import { writeOut } from './write-out.ts'

export interface ReportOptions {
  readonly format: ReportFormat | 'summary'
  /** File path; default: standard output. */
  readonly output?: string
  readonly location?: string
  readonly failUnder?: number
  readonly failOn?: FailOn
}

/**
 * Converts a report to another format.
 * @returns the exit code
 * @throws {Failure} `invalid_request` if it cannot be read
 */
export async function showReport(
  file: string,
  { format, output, location, failUnder, failOn }: ReportOptions,
  io: Pick<Io, 'cwd' | 'stdout' | 'stderr'>,
): Promise<number> {
  const report = readReport(file, io)
  const about = location === undefined ? {} : { path: location }
  await writeOut(format === 'summary' ? summaryText(report, { file }) : inFormat(format, report, about), output, io)
  if (failUnder === undefined && failOn === undefined) return REDTEAM_EXIT.passed
  const { code, reason } = verdictOf(report, { failUnder, failOn }, [])
  io.stderr.write(`${reason}\n`)
  return code
}
