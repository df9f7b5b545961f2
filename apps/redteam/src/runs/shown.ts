import type { RunLine } from '@gatehouse/contracts/redteam'
import type { RedteamRun } from '@gatehouse/store/redteam'

/** Returns the public view of a run. docs/spec/redteam.md "Status". */
export function shownRun(run: RedteamRun): RunLine {
  return {
    id: run.id,
    runId: run.id,
    status: run.status,
    startedAt: run.createdAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
    targetUrl: run.targetUrl,
    progressTotal: run.progressTotal,
    estimatedTotal: run.estimatedTotal,
    ...(run.usage === null ? {} : { usage: run.usage }),
    ...(run.reportFile === undefined ? {} : { reportFile: run.reportFile }),
    ...(run.summary === null ? {} : { summary: run.summary }),
    ...(run.error === null ? {} : { error: run.error }),
  }
}
