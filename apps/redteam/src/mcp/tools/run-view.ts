import { RUN_STATUSES } from '@gatehouse/contracts/redteam'
import { z } from 'zod'
import type { RunView } from '../run-book.ts'

/** Run, as tools report it. */
export const runOutput = z.object({
  runId: z.string(),
  status: z.enum(RUN_STATUSES),
  phase: z.string().nullable(),
  targetUrl: z.string(),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  progressTotal: z.number().describe('Attacks that are over.'),
  estimatedTotal: z.number().describe('Attacks at most.'),
  verdicts: z.record(z.string(), z.number()),
  reportFile: z.string().nullable().describe('Present when there is a report: get_run_results reads it.'),
  error: z.string().nullable(),
  next: z.string().describe('What to do now.'),
})

export function shownRun(view: RunView): z.infer<typeof runOutput> {
  return { ...view, verdicts: { ...view.verdicts }, next: nextOf(view) }
}

function nextOf({ status, reportFile, error }: RunView): string {
  if (status === 'running' || status === 'queued') return 'Call check_run_status again, with waitSeconds.'
  if (reportFile !== null) return `Call get_run_results with reportFile "${reportFile}".`
  return error === null ? 'No report.' : 'No attack was sent: fix the reported error and start a new run.'
}
