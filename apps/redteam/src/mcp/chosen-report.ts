import type { Report } from '@gatehouse/contracts/reports'
import { Failure } from '@gatehouse/kernel'
import { z } from 'zod'
import type { ToolPorts } from './ports.ts'

/** Parameter that selects the report of a tool call. */
export const reportChoice = {
  reportFile: z.string().max(200).optional().describe('As read_prior_reports or check_run_status names it.'),
  runId: z.string().max(100).optional().describe('Replaces reportFile. Without either: the latest report.'),
}

/** @throws {Failure} `not_found`; `conflict` while the run is in progress */
export async function chosenReport(
  { reportFile, runId }: { readonly reportFile?: string | undefined; readonly runId?: string | undefined },
  { reports, runs }: Pick<ToolPorts, 'reports' | 'runs'>,
): Promise<{ readonly name: string; readonly report: Report }> {
  const name = reportFile ?? (runId === undefined ? (await reports.names()).at(-1) : ofRun(runId, runs))
  if (name === undefined) throw new Failure('not_found', 'No report yet. Start a run with run_scan.')
  return { name, report: await reports.read(name) }
}

function ofRun(runId: string, runs: ToolPorts['runs']): string {
  const run = runs.find(runId)
  // Run of an earlier process: its report has the name of the run.
  if (run === undefined) return `${runId}.json`
  if (run.reportFile !== null) return run.reportFile
  if (run.finishedAt === null)
    throw new Failure('conflict', 'The run is still on its way: call check_run_status with waitSeconds.')
  throw new Failure('not_found', `The run has left no report. ${run.error ?? ''}`.trim())
}
